"""From a TOML document to a typed `Config`; every fault names its key, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct

from grooveseek.config.declared import Key, all_keys, keys_of
from grooveseek.config.keys import Config
from grooveseek.config.shown import printable, shown

S = TypeVar("S", bound=Struct)


def read_config(document: Mapping[str, Any]) -> tuple[Config, list[str]]:
    """The configuration and every fault found; the configuration is only usable when there is none."""
    faults: list[str] = []
    return _section(Config, document, "", faults), faults


def _section(section: type[S], table: Mapping[str, Any], at: str, faults: list[str]) -> S:
    declared = keys_of(section)
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = declared.get(name)
        if key is None:
            faults.append(_unknown(section, at, name, value))
        elif key.section is None:
            try:
                values[key.attribute] = key.read(value)
            except ValueError:
                faults.append(_not_allowed(at, key, value))
        elif isinstance(value, dict):
            values[key.attribute] = _section(key.section, value, f"{at}{name}.", faults)
        else:
            faults.append(f"{at}{name} = {shown(value)} is not allowed: write a table, [{at}{name}]")
    for key in declared.values():
        if key.required and key.attribute not in values:
            values[key.attribute] = None
            if key.name not in table:
                faults.append(f"{at}{key.name} is missing: write {key.allowed}")
    return section(**values)


def _not_allowed(at: str, key: Key, value: object) -> str:
    return f"{at}{key.name} = {shown(key.without_secrets(value))} is not allowed: write {key.allowed}"


def _unknown(section: type[Struct], at: str, name: str, value: object) -> str:
    what = f"[{at}{printable(name)}]" if isinstance(value, dict) else f"{at}{printable(name)}"
    nearest = _nearest(section, at, name)
    if nearest:
        return f"unknown key {what}; did you mean {nearest}?"
    return f"unknown key {what}; known here: {', '.join(keys_of(section))}"


def _nearest(section: type[Struct], at: str, name: str) -> str | None:
    """A key of this section spelled alike, else one of that very name elsewhere, else one spelled alike elsewhere."""
    from difflib import get_close_matches

    here = get_close_matches(name, keys_of(section), n=1)
    if here:
        return at + here[0]
    elsewhere = {dotted.rpartition(".")[2]: dotted for dotted, _ in reversed(list(all_keys()))}
    alike = get_close_matches(name, elsewhere, n=1)
    return elsewhere[alike[0]] if alike else None

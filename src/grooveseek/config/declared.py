"""The declarations, looked at: which keys a section has, how each is read, and what it allows in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import Struct, inspect

from grooveseek.config.keys import Config
from grooveseek.config.kinds import INT64, LARGEST_FLOAT, Kind
from grooveseek.config.shown import shown, toml_value


class Key(Struct, frozen=True):
    """One key or section as declared."""

    name: str
    attribute: str
    annotation: Any
    help: str
    default: Any
    """`msgspec.NODEFAULT` where the key is required."""
    default_text: str | None
    example: Any
    kind: Kind | None
    """For what TOML and `msgspec` have no type for."""
    section: type[Struct] | None

    @property
    def required(self) -> bool:
        return self.default is msgspec.NODEFAULT

    @property
    def default_written(self) -> object:
        """The default as a TOML value; None where none can be written."""
        if self.required or self.default is None:
            return None
        return self.kind.write(self.default) if self.kind else self.default

    @property
    def default_shown(self) -> str:
        """What holds where the key is not written, in words."""
        return self.default_text or ("none" if self.default is None else shown(self.default_written))

    def without_secrets(self, value: object) -> object:
        """`value`, as it may be shown."""
        if self.section and isinstance(value, dict):
            keys = keys_of(self.section)
            return {name: keys[name].without_secrets(entry) for name, entry in value.items()}
        return "(hidden)" if self.kind and self.kind.secret else value

    @property
    def allowed(self) -> str:
        """What may be written, in words."""
        if self.kind:
            return self.kind.allowed
        choices = get_args(get_args(self.annotation)[0])
        if choices and all(isinstance(choice, str) for choice in choices):
            return "one of " + ", ".join(toml_value(choice) for choice in choices)
        return _allowed(inspect.type_info(self.annotation))

    def read(self, value: object) -> object:
        """The typed value. Raises `ValueError` for one that is not allowed."""
        if isinstance(value, int) and not -INT64 <= value < INT64:
            raise ValueError("beyond 64 bits")
        if self.kind:
            return self.kind.read(value)
        try:
            return msgspec.convert(value, self.annotation)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from error


@cache
def keys_of(section: type[Struct]) -> dict[str, Key]:
    """The keys of a section by the name that is written, in the order of declaration."""
    return {entry.encode_name: _key(entry) for entry in msgspec.structs.fields(section)}


def all_keys(section: type[Struct] = Config, at: str = "") -> Iterator[tuple[str, Key]]:
    """Every key and section with its dotted name; a section comes before its keys."""
    for name, key in keys_of(section).items():
        yield at + name, key
        if key.section:
            yield from all_keys(key.section, f"{at}{name}.")


def key_at(dotted: str) -> Key:
    """Raises `KeyError` for a name that is not declared."""
    *sections, name = dotted.split(".")
    inside: type[Struct] = Config
    for section in sections:
        found = keys_of(inside)[section].section
        if found is None:
            raise KeyError(dotted)
        inside = found
    return keys_of(inside)[name]


def _key(entry: msgspec.structs.FieldInfo) -> Key:
    annotated, *metas = get_args(entry.type)
    extra: dict[str, Any] = {}
    for meta in metas:
        extra |= meta.extra or {}
    return Key(
        name=entry.encode_name,
        attribute=entry.name,
        annotation=entry.type,
        help=metas[-1].description,
        default=entry.default,
        default_text=extra["default"],
        example=extra["example"],
        kind=extra.get("kind"),
        section=annotated if isinstance(annotated, type) and issubclass(annotated, Struct) else None,
    )


def _allowed(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata():
            return _allowed(info.type)
        case inspect.UnionType():
            return _allowed(next(part for part in info.types if not isinstance(part, inspect.NoneType)))
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType():
            return "a string"
        case inspect.IntType():
            return "a whole number" + _range(info.ge, info.le)
        case inspect.FloatType():
            return "a finite number, 0 or more" if info.le == LARGEST_FLOAT else "a number" + _range(info.ge, info.le)
        case inspect.VarTupleType():
            items = "strings" if isinstance(info.item_type, inspect.StrType) else "whole numbers, each 0 or more"
            return f"a list of {items}" + (", at least one" if info.min_length else "")
    raise TypeError(info)


def _range(lowest: float | None, highest: float | None) -> str:
    if lowest is None:
        return ""
    return f" from {_plain(lowest)} to {_plain(highest)}" if highest is not None else f", {_plain(lowest)} or more"


def _plain(number: float) -> str:
    return f"{number:g}" if number < 10_000 else f"{number:.0f}"

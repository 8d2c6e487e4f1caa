"""A configuration file as TOML gives it, before anything is typed: reading it, and its keys by dotted name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grooveseek.config.shown import printable
from grooveseek.errors import ConfigError

Document = dict[str, Any]

LARGEST_FILE = 1024 * 1024
"""Bytes. A file that was merely found may be anything."""


def read_document(path: Path) -> Document:
    """Raises `ConfigError` for a file that cannot be read or is no TOML."""
    import tomllib

    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ConfigError(f"{printable(path)}: cannot be read: {error.strerror or error}") from error
    if len(data) > LARGEST_FILE:
        raise ConfigError(f"{printable(path)}: larger than 1 MiB, so it is no configuration file")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{printable(path)}: not UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise ConfigError(f"{printable(path)}: nested too deeply") from error
    except ValueError as error:
        raise ConfigError(f"{printable(path)}: not valid TOML: {printable(error)}") from error


def has(document: Mapping[str, Any], dotted: str) -> bool:
    """Whether the key or section is written in the file."""
    table, name = _table(document, dotted)
    return table is not None and name in table


def get(document: Mapping[str, Any], dotted: str) -> Any:
    """The value as written, or None where it is not written."""
    table, name = _table(document, dotted)
    return None if table is None else table.get(name)


def put(document: Document, dotted: str, value: object) -> None:
    """Set a key, making its sections where they are missing; None removes it and leaves its section."""
    *sections, name = dotted.split(".")
    table = document
    for section in sections:
        table = table.setdefault(section, {})
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value


def _table(document: Mapping[str, Any], dotted: str) -> tuple[Mapping[str, Any] | None, str]:
    *sections, name = dotted.split(".")
    table: Any = document
    for section in sections:
        table = table.get(section)
        if table is None:
            return None, name
    return table, name

"""A configuration file as TOML gives it, before anything is typed: reading it, and its keys by dotted name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grooveseek.config.shown import printable
from grooveseek.config.toml import parse_toml
from grooveseek.errors import ConfigError

Document = dict[str, Any]

LARGEST_FILE = 256 * 1024
"""Bytes. A file that was merely found may be anything."""


def read_document(path: Path) -> Document:
    """Raises `ConfigError` for a file that cannot be read or is no TOML."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ConfigError(f"{printable(path)}: cannot be read: {error.strerror or error}") from error
    if len(data) > LARGEST_FILE:
        raise ConfigError(f"{printable(path)}: larger than 256 KiB, so it is no configuration file")
    try:
        return parse_toml(data)
    except ValueError as error:
        raise ConfigError(f"{printable(path)}: {printable(error)}") from error


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

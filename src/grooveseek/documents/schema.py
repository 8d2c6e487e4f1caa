"""`groove-schema.toml`: which frontmatter keys are declared, and what their values must look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from grooveseek.config.toml import parse_toml
from grooveseek.documents.frontmatter import NAMED_KEYS
from grooveseek.documents.patterns import compile_pattern
from grooveseek.errors import ConfigError

SCHEMA_FILE_NAME = "groove-schema.toml"

FieldType = Literal["string", "array"]
_TYPES: tuple[FieldType, ...] = get_args(FieldType)
_TYPES_TO_SPELL_OUT = ("integer", "date")


@dataclass(frozen=True, slots=True)
class FieldRule:
    """What one declared key is held to. Everything unset: the key is declared and nothing is checked."""

    required: bool = False
    type: FieldType | None = None
    pattern: str | None = None
    """Compiles with `patterns.compile_pattern`."""
    enum: tuple[str, ...] | None = None
    min_length: int | None = None
    """Code points of a text, elements of a list, inclusive; so is `max_length`."""
    max_length: int | None = None
    allow_empty: bool = False


@dataclass(frozen=True, slots=True)
class Schema:
    """A loaded schema. The default one declares nothing."""

    rules: tuple[tuple[str, FieldRule], ...] = ()
    """(key, rule) in the byte order of the keys."""
    allow_unknown_fields: bool = True

    @property
    def declared(self) -> tuple[str, ...]:
        """The keys that become filterable: all but the five named ones, in byte order."""
        return tuple(key for key, _ in self.rules if key not in NAMED_KEYS)


def read_schema(data: bytes, name: str = SCHEMA_FILE_NAME) -> Schema:
    """The schema in the bytes of a file; `name` stands in messages.

    Raises `ConfigError` (its message begins with `schema load error`) for anything outside the schema's grammar.
    """
    try:
        return _schema(parse_toml(data))
    except ValueError as error:
        raise ConfigError(f"schema load error: {name}: {error}") from error


def _schema(document: Mapping[str, Any]) -> Schema:
    _refuse_unknown("", document, ("options", "fields"))
    options = _table("options", document.get("options", {}))
    _refuse_unknown("options.", options, ("allow_unknown_fields",))
    declared = _table("fields", document.get("fields", {}))
    rules = {key: _rule(f"fields.{key}", _table(f"fields.{key}", table)) for key, table in declared.items()}
    return Schema(
        rules=tuple(sorted(rules.items(), key=lambda item: item[0].encode())),
        allow_unknown_fields=_flag("options.allow_unknown_fields", options.get("allow_unknown_fields", True)),
    )


def _rule(where: str, table: Mapping[str, Any]) -> FieldRule:
    _refuse_unknown(f"{where}.", table, tuple(entry.name for entry in fields(FieldRule)))
    return FieldRule(
        required=_flag(f"{where}.required", table.get("required", False)),
        type=_type(f"{where}.type", table.get("type")),
        pattern=_pattern(f"{where}.pattern", table.get("pattern")),
        enum=_texts(f"{where}.enum", table.get("enum")),
        min_length=_length(f"{where}.min_length", table.get("min_length")),
        max_length=_length(f"{where}.max_length", table.get("max_length")),
        allow_empty=_flag(f"{where}.allow_empty", table.get("allow_empty", False)),
    )


def _refuse_unknown(prefix: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise ValueError(f"{prefix}{key}: unknown key; known here: {', '.join(known)}")


def _table(where: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{where}: must be a table")  # noqa: TRY004 - a wrong value of the file, not of a caller
    return value


def _flag(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{where}: must be true or false")  # noqa: TRY004
    return value


def _type(where: str, value: object) -> FieldType | None:
    if value is None:
        return None
    if value in _TYPES_TO_SPELL_OUT:
        raise ValueError(f'{where}: "{value}" is not checked as a type; use "string" with a pattern')
    for known in _TYPES:
        if value == known:
            return known
    raise ValueError(f'{where}: must be "string" or "array"')


def _pattern(where: str, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(f"{where}: must be a text")  # noqa: TRY004
    try:
        compile_pattern(value)
    except ValueError as error:
        raise ValueError(f"{where}: not a usable pattern: {error}") from error
    return value


def _texts(where: str, value: object) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise ValueError(f"{where}: must be a list of texts")
    return tuple(value)


def _length(where: str, value: object) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{where}: must be a whole number, 0 or more")
    return value

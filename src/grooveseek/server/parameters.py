"""A tool's parameter: what the schema advertises and what a call is held to, from one declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from grooveseek.errors import GrooveError

Kind = Literal["string", "integer", "number", "boolean", "strings", "string lists"]

_SCHEMAS: Mapping[Kind, Mapping[str, object]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "strings": {"type": "array", "items": {"type": "string"}},
    "string lists": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
}

_WANTED: Mapping[Kind, str] = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "strings": "an array of strings",
    "string lists": "an object whose values are arrays of strings",
}


_SHOWN: Mapping[type, str] = {
    bool: "a boolean",
    str: "a string",
    int: "an integer",
    float: "a number",
    list: "an array",
    dict: "an object",
}


class WrongArgumentError(GrooveError):
    """An argument has the wrong JSON type, or a required one is missing: refused before any tool runs."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool. `minimum` and `maximum` are advertised; the tool itself decides what lies outside."""

    name: str
    kind: Kind
    description: str
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    allowed: tuple[str, ...] = ()

    def schema(self) -> dict[str, object]:
        """One plain type, never a union: clients with small schema readers take it as it is."""
        entry: dict[str, object] = {**_SCHEMAS[self.kind], "description": self.description}
        if self.minimum is not None:
            entry["minimum"] = self.minimum
        if self.maximum is not None:
            entry["maximum"] = self.maximum
        if self.allowed:
            entry["enum"] = list(self.allowed)
        return entry

    def read(self, value: object) -> object:
        """`value` in Python's terms. Raises `WrongArgumentError` when its JSON type is not this parameter's."""
        if self.kind == "integer" and isinstance(value, float) and value.is_integer():
            return int(value)
        if not _fits(self.kind, value):
            raise WrongArgumentError(f"`{self.name}` must be {_WANTED[self.kind]}, not {_shown(value)}")
        if not _is_text(value):
            raise WrongArgumentError(f"`{self.name}` holds a lone surrogate, which is no Unicode text")
        return value


def object_schema(parameters: Sequence[Parameter]) -> dict[str, object]:
    """The `inputSchema` of a tool."""
    return {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
        "required": [parameter.name for parameter in parameters if parameter.required],
    }


def read_arguments(parameters: Sequence[Parameter], given: Mapping[str, object] | None) -> dict[str, object]:
    """The arguments that were given, by name: `null` counts as absent, unknown names are dropped.

    Raises `WrongArgumentError` for a wrong JSON type and for a missing required argument.
    """
    arguments = given or {}
    values: dict[str, object] = {}
    for parameter in parameters:
        value = arguments.get(parameter.name)
        if value is not None:
            values[parameter.name] = parameter.read(value)
        elif parameter.required:
            raise WrongArgumentError(f"`{parameter.name}` is required: {_WANTED[parameter.kind]}")
    return values


def unknown_names(parameters: Sequence[Parameter], given: Mapping[str, object] | None) -> tuple[str, ...]:
    """Names of given arguments, in order, that `read_arguments` drops because no parameter has them."""
    known = {parameter.name for parameter in parameters}
    return tuple(name for name, value in (given or {}).items() if value is not None and name not in known)


def _fits(kind: Kind, value: object) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "strings":
            return isinstance(value, list) and all(isinstance(entry, str) for entry in value)
        case "string lists":
            return isinstance(value, dict) and all(_fits("strings", entry) for entry in value.values())


def _is_text(value: object) -> bool:
    """False when a string anywhere in `value` cannot be written as UTF-8."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, list):
        return all(map(_is_text, value))
    if isinstance(value, dict):
        return all(_is_text(key) and _is_text(entry) for key, entry in value.items())
    return True


def _shown(value: object) -> str:
    return _SHOWN.get(type(value), "null")

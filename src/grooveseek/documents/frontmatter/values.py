"""YAML as events to the values that are kept: texts and lists of texts; everything else only by its shape.

No tag is ever constructed and no scalar converted, so a date, a number or a bare `no` stays the text that was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import yaml

Shape = Literal["mapping", "nested sequence", "binary"]


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value known only by its shape."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Scalar:
    """One text, as written."""

    text: str
    is_plain: bool
    """Written without quotes, so that `true` may be meant as a boolean."""


@dataclass(frozen=True, slots=True)
class ScalarList:
    """A sequence of scalars; None stands for a null."""

    items: tuple[Scalar | None, ...]


Value = Scalar | ScalarList | Opaque | None
Pair = tuple[str, Value]

MAX_ITEMS = 20_000
"""How many scalars one block may hold, those that aliases repeat included."""

_TAG = "tag:yaml.org,2002:"
_NULL = re.compile(r"~|null|Null|NULL|")


class YamlError(ValueError):
    """The block cannot be used; the message is one line."""


@dataclass(slots=True)
class _Collection:
    """A sequence or mapping whose end is still to come. Only the outermost mapping gathers pairs."""

    is_mapping: bool
    anchor: str | None
    items: list[Scalar | None] = field(default_factory=list)
    is_nested: bool = False


def read_pairs(text: str) -> list[Pair]:
    """The pairs of the top-level mapping in order, repeated keys included; none for an empty block.

    Raises `YamlError` for anything else: a syntax error, another root, a second YAML document, too much in it.
    """
    try:
        return _Reader(yaml.parse(text, Loader=yaml.CSafeLoader)).pairs()
    except yaml.YAMLError as error:
        raise YamlError(_one_line(error)) from error


def _one_line(error: yaml.YAMLError) -> str:
    parts = [" ".join(str(getattr(error, name, None) or "").split()) for name in ("context", "problem")]
    said = ", ".join(part for part in parts if part) or " ".join(str(error).split())
    mark = getattr(error, "problem_mark", None)
    return f"{said} (line {mark.line + 2}, column {mark.column + 1})" if mark else said


class _Reader:
    """Folds events into values without recursion, so that neither depth nor repetition costs more than its text."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events
        self._anchors: dict[str, Value] = {}
        self._open: list[_Collection] = []
        self._pairs: list[Pair] = []
        self._key: Scalar | None = None
        self._awaits_value = False
        self._items = 0

    def pairs(self) -> list[Pair]:
        for event in self._events:
            match event:
                case yaml.ScalarEvent():
                    self._value(_scalar(event), event.anchor)
                case yaml.AliasEvent():
                    self._value(self._aliased(event.anchor), None)
                case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                    self._open.append(_Collection(isinstance(event, yaml.MappingStartEvent), event.anchor))
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._close()
                case _:
                    pass
        return self._pairs

    def _aliased(self, anchor: str | None) -> Value:
        if anchor is None or anchor not in self._anchors:
            raise YamlError(f"alias *{anchor} names nothing that is complete before it")
        return self._anchors[anchor]

    def _close(self) -> None:
        done = self._open.pop()
        if not self._open:
            if not done.is_mapping:
                raise YamlError("the block is not a mapping of keys to values")
            return
        value: Value
        if done.is_mapping:
            value = Opaque("mapping")
        else:
            value = Opaque("nested sequence") if done.is_nested else ScalarList(tuple(done.items))
        self._value(value, done.anchor)

    def _value(self, value: Value, anchor: str | None) -> None:
        if anchor:
            self._anchors[anchor] = value
        self._items += len(value.items) if isinstance(value, ScalarList) else 1
        if self._items > MAX_ITEMS:
            raise YamlError(f"more than {MAX_ITEMS} values")
        if not self._open:
            raise YamlError("the block is not a mapping of keys to values")
        if len(self._open) == 1 and self._open[0].is_mapping:
            self._top_level(value)
        elif self._open[-1].is_mapping:
            pass
        elif isinstance(value, Scalar) or value is None:
            self._open[-1].items.append(value)
        else:
            self._open[-1].is_nested = True

    def _top_level(self, value: Value) -> None:
        if not self._awaits_value:
            self._key = value if isinstance(value, Scalar) else None
        elif self._key is not None and self._key != Scalar("<<", is_plain=True):
            self._pairs.append((self._key.text, value))
        self._awaits_value = not self._awaits_value


def _scalar(event: yaml.ScalarEvent) -> Scalar | Opaque | None:
    standard = event.tag.removeprefix(_TAG) if event.tag and event.tag.startswith(_TAG) else None
    if standard == "binary":
        return Opaque("binary")
    is_plain = not event.style and event.tag != "!" and standard != "str"
    if standard == "null" or (is_plain and _NULL.fullmatch(event.value)):
        return None
    return Scalar(event.value, is_plain or standard == "bool")

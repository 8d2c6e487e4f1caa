"""The ways in which a document's frontmatter breaks its schema. Each `kind` is a stable identifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Violation:
    kind: ClassVar[str]
    field: str


@dataclass(frozen=True, slots=True)
class MissingRequired(Violation):
    kind: ClassVar[str] = "missing_required"


@dataclass(frozen=True, slots=True)
class TypeMismatch(Violation):
    kind: ClassVar[str] = "type_mismatch"
    expected: str
    actual: str
    """A type a schema can name, or the shape of a value that is neither: `mapping`, `nested sequence`, `binary`."""


@dataclass(frozen=True, slots=True)
class PatternMismatch(Violation):
    kind: ClassVar[str] = "pattern_mismatch"
    pattern: str
    actual: str


@dataclass(frozen=True, slots=True)
class NotInEnum(Violation):
    kind: ClassVar[str] = "not_in_enum"
    actual: str
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthOutOfRange(Violation):
    """`actual`, `min` and `max` count the code points of a text or the elements of a list."""

    kind: ClassVar[str] = "length_out_of_range"
    actual: int
    min: int | None
    max: int | None


@dataclass(frozen=True, slots=True)
class FrontmatterUnparsed(Violation):
    """Always the only violation of its file; `field` is `frontmatter`."""

    kind: ClassVar[str] = "frontmatter_unparsed"
    reason: str


@dataclass(frozen=True, slots=True)
class UndeclaredField(Violation):
    kind: ClassVar[str] = "undeclared_field"

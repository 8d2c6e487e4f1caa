"""What is answered: hits in order, and what a caller should know about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Span:
    """UTF-8 byte offsets into a hit's `content`, `end` exclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lines:
    """1-based lines of the file, both inclusive."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ExpandedFrom:
    kind: Literal["adjacent", "whole_document"]
    from_index: int | None = None
    to_index: int | None = None
    total_chunks: int | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """How far a `content` goes that was cut, in UTF-8 bytes, and which lines of the file hold the rest."""

    shown: int
    total: int
    rest: Lines | None = None
    """From the line of the cut on; None where the format has no lines."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One result. `None` for an optional field means the key is absent on the wire."""

    chunk_id: int
    score: float
    path: str
    title: str | None
    heading: str | None
    topic: str | None
    date: str | None
    tags: tuple[str, ...]
    content: str
    match_spans: tuple[Span, ...] | None = None
    highlights: tuple[Span, ...] | None = None
    lines: Lines | None = None
    expanded_from: ExpandedFrom | None = None
    start_line: int | None = None
    """Source code only, as is `end_line`."""
    end_line: int | None = None
    symbol_kind: str | None = None
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the caller should know: `code` is stable kebab-case, `message` is for reading."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class FilterApplied:
    """The inputs that had an effect, as given; None or empty means the key is absent."""

    category: str | None = None
    topic: str | None = None
    date_from: str | None = None
    date_to: str | None = None
    path_globs: Sequence[str] = ()
    tags_any: Sequence[str] = ()
    tags_all: Sequence[str] = ()
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    fields_not: Mapping[str, Sequence[str]] = field(default_factory=dict)
    min_confidence_ratio: float | None = None
    min_quality: float | None = None
    include_low_quality: bool | None = None
    excluded_terms: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    hits: tuple[Hit, ...]
    low_confidence: bool
    filter_applied: FilterApplied
    notices: tuple[Notice, ...] = ()

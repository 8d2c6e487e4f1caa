"""The seam every file format fills: one `Format` row, one parse function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from grooveseek.documents.code.grammar.place import GrammarPlaceFinder
from grooveseek.documents.document import Document

Kind = Literal["text", "code", "binary"]

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Everything a parser may be told. None for a size means unlimited."""

    exclude_headings: tuple[str, ...] = ()
    max_chunk_chars: int = 3500
    """Budget of a source-code chunk in non-whitespace characters."""
    max_decompressed_size: int | None = 50 * MIB
    deadline_seconds: float = 120.0
    """How long one file may take: a PDF, a workbook, a source file's syntax tree."""
    grammar_place: GrammarPlaceFinder | None = None
    """Finds the folder of source-code grammars; None looks in the environment alone."""


ParseFunction = Callable[[str, bytes, ParseOptions], Document]
"""(path relative to the knowledge base, raw bytes, options) -> document.

Raises `errors.RefusedFileError` with the reason when the file cannot be read as its format; a document without chunks
means that it parsed cleanly to nothing.
"""


def fixed_generation(name: str) -> Callable[[ParseOptions], str]:
    """The generation of a format that nothing but a release changes."""
    return lambda _: name


first_generation = fixed_generation("1")


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table of formats: its id is its file extension, lower case, without a dot."""

    id: str
    kind: Kind
    load: Callable[[ParseOptions], ParseFunction]
    """Imports what the format needs and gives its parse function; raises `errors.ConfigError` when that is missing."""
    bundled: bool = True
    """False where the user installs something first (named by `load`'s error)."""
    generation: Callable[[ParseOptions], str] = first_generation
    """Changes whenever the same bytes would give other chunks, by another release or another grammar."""

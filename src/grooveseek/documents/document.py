"""What one file becomes: a document of chunks. The only types that travel upward from parsing into the index."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Chunk:
    """A bounded passage of one document, the unit that is searched, embedded and returned."""

    index: int
    """0-based position in the document."""
    content: str
    """The text itself, LF line ends, without its heading line."""
    heading: str | None = None
    level: int | None = None
    """Heading level 1-6 (or nesting depth + 2 for source code); None where the chunk has no heading."""
    ancestry: tuple[str, ...] = ()
    """Headings above this one, outermost first, own heading not included."""
    breadcrumb: str = ""
    """`title > ancestry > heading`, at most 200 characters; a ranking signal, never returned to a caller."""
    quality: float = 1.0
    """0.0 (stub) to 1.0."""
    start_line: int | None = None
    """1-based first line in the file, inclusive; None for formats without lines."""
    end_line: int | None = None
    symbol_kind: str | None = None
    """The grammar's word for a definition (`function`, `class`, …); None elsewhere."""
    attributes: str = ""
    """What an attribute list behind the heading holds, such as `#anchor`: found by its words, and shown nowhere."""

    @property
    def token_count(self) -> int:
        """The stored estimate: a quarter of the UTF-8 bytes, at most 2**31 - 1."""
        return min(len(self.content.encode()) // 4, 2**31 - 1)


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed file."""

    path: str
    """Relative to the knowledge base, `/`-separated, spelled as on disk: the document's key everywhere."""
    chunks: tuple[Chunk, ...]
    title: str | None = None
    category: str | None = None
    topic: str | None = None
    date: str | None = None
    depth: str | None = None
    tags: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    """(key, value) for all that frontmatter holds as text beside the five named fields; a list gives one pair each."""
    frontmatter_error: str | None = None
    """Why the YAML block could not be used; None when there was none or it parsed."""
    warnings: tuple[str, ...] = field(default=())
    """One line each, without the path: what a reader of the run's output should know (text cut, part left out, …)."""

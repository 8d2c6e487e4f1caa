"""Values that cross the index seam. No engine detail (SQL, column names, encodings) shows here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FileState:
    """What was last seen of a file on disk; equal `size`, `mtime_ns` and `inode` mean it need not be read again."""

    size: int
    mtime_ns: int
    inode: int
    sha256: str
    """Hex digest of the raw bytes; "" where the file could not be read, which equals no file's hash."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that gives no document, as it was when that was found out."""

    size: int
    mtime_ns: int
    inode: int
    rule: str
    """What else that depended on: it may be otherwise once this is."""
    reason: str
    """Empty where nothing was wrong but that there was nothing in it."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One indexed document without its chunks."""

    document_id: int
    path: str
    title: str | None
    category: str | None
    topic: str | None
    date: str | None
    depth: str | None
    tags: tuple[str, ...]
    indexed_at: str
    """UTC, RFC 3339."""
    size: int | None
    """Bytes last measured, None when unknown."""
    chunk_count: int


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """One chunk as the index returns it, with what a hit shows of its document."""

    chunk_id: int
    document_id: int
    path: str
    title: str | None
    category: str | None
    topic: str | None
    date: str | None
    tags: tuple[str, ...]
    index: int
    heading: str | None
    level: int | None
    breadcrumb: str
    content: str
    token_count: int | None
    quality: float
    start_line: int | None
    end_line: int | None
    symbol_kind: str | None


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A chunk whose vector is not there yet: text is searchable, meaning is not."""

    chunk_id: int
    title: str | None
    heading: str | None
    breadcrumb: str
    content: str


@dataclass(frozen=True, slots=True)
class ColumnWeights:
    """bm25 weight per text column; each finite, 0..1e6, not all zero."""

    title: float = 2.0
    path: float = 2.0
    heading: float = 2.0
    breadcrumb: float = 1.0
    content: float = 1.0


MOST_WORDS = 64
"""Phrases and short words of one question; those beyond are not looked for."""


@dataclass(frozen=True, slots=True)
class TextQuery:
    """The text leg's question: a chunk matches when any phrase or short word occurs in one of its columns.

    Of more than `MOST_WORDS` the first count.
    """

    phrases: tuple[str, ...]
    """Three characters or more, matched as substrings after folding."""
    short_words: tuple[str, ...] = ()
    """One- and two-character words, matched at word borders (Latin) or anywhere (CJK)."""
    weights: ColumnWeights = ColumnWeights()


@dataclass(frozen=True, slots=True)
class ChunkFilter:
    """Which chunks may be candidates. Judged inside both legs, before ranking, exactly. Conditions combine with AND."""

    category: str | None = None
    topic: str | None = None
    tags_any: tuple[str, ...] = ()
    tags_all: tuple[str, ...] = ()
    date_from: str | None = None
    date_to: str | None = None
    path_globs: tuple[str, ...] = ()
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    fields_not: Mapping[str, Sequence[str]] = field(default_factory=dict)
    min_quality: float = 0.0
    excluded_phrases: tuple[str, ...] = ()
    """Chunks whose heading, breadcrumb or content holds one of these (folded substring) are dropped."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One ranked chunk of a leg. `score`: bm25, higher is better (text leg); cosine (vector leg)."""

    chunk_id: int
    score: float
    share: float = 0.0
    """Text leg: of the question's words those that the chunk says, by their inverse document frequencies, 0..1."""


@dataclass(frozen=True, slots=True)
class DocumentWrite:
    """What replacing a document did."""

    chunks: int
    reused_vectors: int
    """Chunks whose passage was already embedded in the document's previous state."""


@dataclass(frozen=True, slots=True)
class Rename:
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """A document's path and the file state it was indexed from."""

    path: str
    state: FileState
    document: DocumentRow


@dataclass(frozen=True, slots=True)
class TopicNode:
    segment: str
    file_count: int
    children: tuple[TopicNode, ...]


@dataclass(frozen=True, slots=True)
class TopicGroup:
    category: str | None
    topic: str | None
    file_count: int
    last_updated: str
    titles: tuple[str, ...]
    children: tuple[TopicNode, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    documents: int
    chunks: int
    pending: int
    """Chunks without a vector so far."""
    vectors: int
    tags_unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One finding of an engine's own check: rows that break an invariant."""

    check: str
    summary: str
    count: int
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unrelated:
    """What questions find that have nothing to do with a knowledge base, on average."""

    nearest: float
    """Mean of their best cosines."""
    deviation: float
    """Standard deviation of these."""
    said: float
    """Share of a question's words that stand anywhere in the knowledge base, 0..1."""


@dataclass(frozen=True, slots=True)
class Background:
    """What a likeness is worth in a knowledge base: found by `indexing.background`, used by searches."""

    spread: float | None
    """Standard deviation of the cosines between chunks of different documents; None with too few documents."""
    unrelated: float
    """Mean of the best cosines of questions that have nothing to do with it."""
    deviation: float
    """Standard deviation of these."""
    vectors: int
    """How many there were."""
    scripts: Mapping[str, Unrelated] = field(default_factory=dict)
    """The same by the script of the question (`text.script`); empty where an older program measured."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What an index records about itself beside its rows. None: nothing recorded."""

    root: str | None = None
    """The knowledge base it belongs to, absolute, as spelled when it was first indexed."""
    model: str | None = None
    """Embedding identity (see `models.protocol.Embedder.identity`)."""
    model_build: str | None = None
    dimension: int | None = None
    context_mode: str | None = None
    declared_fields: tuple[str, ...] | None = None
    """Filterable frontmatter keys of the last completed run; None while a run that changes them is open."""
    generations: Mapping[str, str] = field(default_factory=dict)
    """Which generation of each rule (`passage`, `markdown`, `frontmatter`, …) made the stored data."""
    run_state: str | None = None
    """None: no run yet; `complete`; `text` (texts being read) or `vectors` (texts complete, vectors following)."""
    background: Background | None = None

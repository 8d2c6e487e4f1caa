"""Table `texts_#`: the folded words of each chunk by column, the truth that packed postings are made from.

Rows are numbered in the order they came, so that "not packed yet" is a range of numbers; a chunk whose words change
gets a new row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grooveseek.index.sqlite.chunks import TextRow
from grooveseek.index.sqlite.matching import clean
from grooveseek.index.sqlite.scope import Ids, Scope, bound

SCHEMA = (
    """
CREATE TABLE texts_# (
    text_id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,
    heading TEXT NOT NULL,
    breadcrumb TEXT NOT NULL,
    content TEXT NOT NULL
) STRICT
""",
    "CREATE UNIQUE INDEX text_of_chunk_# ON texts_# (chunk_id)",
)
EMPTY_SLICE = "DELETE FROM texts_# WHERE text_id IN (SELECT text_id FROM texts_# LIMIT 2000)"
TABLES = ("texts_#",)

_INSERT = "INSERT INTO texts_# (chunk_id, title, path, heading, breadcrumb, content) VALUES (?, ?, ?, ?, ?, ?)"
_BY_ID = """
SELECT text_id, chunk_id, title, path, heading, breadcrumb, content FROM texts_#
WHERE text_id IN (SELECT value FROM carray(?)) ORDER BY text_id
"""
_AFTER = """
SELECT text_id, chunk_id, title, path, heading, breadcrumb, content FROM texts_#
WHERE text_id > ? ORDER BY text_id LIMIT ?
"""

Columns = tuple[str, str, str, str, str]
"""Title, path, heading, breadcrumb, content."""
HEADING, BREADCRUMB, CONTENT = 2, 3, 4
COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Text:
    """One row."""

    text_id: int
    chunk_id: int
    columns: Columns

    @property
    def whole(self) -> str:
        """All columns. The line ends between them are in no word."""
        return "\n".join(self.columns)

    @property
    def head(self) -> str:
        """All but the content."""
        return "\n".join(self.columns[:4])

    @property
    def body(self) -> str:
        return self.columns[4]

    @property
    def length(self) -> int:
        """Characters in all columns."""
        return sum(map(len, self.columns))


def columns_of(row: TextRow) -> Columns:
    """What is stored for a chunk: its place is the path and, as in an address, the anchor of its heading."""
    place = row.path + row.attributes
    return clean(row.title), clean(place), clean(row.heading), clean(row.breadcrumb), clean(row.content)


def insert(scope: Scope, rows: Iterable[TextRow]) -> None:
    scope.each(_INSERT, ((row.chunk_id, *columns_of(row)) for row in rows))


def delete(scope: Scope, chunk_ids: Iterable[int]) -> None:
    scope.each("DELETE FROM texts_# WHERE chunk_id = ?", ((chunk_id,) for chunk_id in chunk_ids))


def by_ids(scope: Scope, text_ids: Iterable[int] | Ids) -> list[Text]:
    """Ascending; ids that are not there are left out."""
    return [Text(values[0], values[1], values[2:]) for values in scope.rows(_BY_ID, (bound(text_ids),))]


def after(scope: Scope, text_id: int, limit: int = -1) -> list[Text]:
    """The texts that came after `text_id`, oldest first."""
    return [Text(values[0], values[1], values[2:]) for values in scope.rows(_AFTER, (text_id, limit))]


def count_after(scope: Scope, text_id: int) -> int:
    return int(scope.value("SELECT count(*) FROM texts_# WHERE text_id > ?", (text_id,)))


def packed_of(scope: Scope, chunk_ids: Iterable[int], watermark: int) -> list[int]:
    """Ids of those of the chunks' texts that are in a segment."""
    sql = "SELECT text_id FROM texts_# WHERE chunk_id IN (SELECT value FROM carray(?)) AND text_id <= ?"
    return [row[0] for row in scope.rows(sql, (bound(chunk_ids), watermark))]


def ids_up_to(scope: Scope, text_id: int) -> Ids:
    return scope.ids("SELECT text_id FROM texts_# INDEXED BY text_of_chunk_# WHERE text_id <= ?", (text_id,))


def chunk_ids(scope: Scope) -> Ids:
    """Chunks that have a text."""
    return scope.ids("SELECT chunk_id FROM texts_# INDEXED BY text_of_chunk_#")


def of_chunks(scope: Scope, some: Sequence[int] | Ids) -> dict[int, Columns]:
    """The stored words by chunk."""
    sql = """
SELECT chunk_id, title, path, heading, breadcrumb, content FROM texts_#
WHERE chunk_id IN (SELECT value FROM carray(?))
"""
    return {values[0]: values[1:] for values in scope.rows(sql, (bound(some),))}

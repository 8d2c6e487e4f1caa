"""Tables `text_#` and `short_#`: which chunk holds which words. The text leg's whole engine stands behind this module.

`text_#` finds substrings of three characters and more by trigrams; `short_#` finds shorter words by a list of those
that occur in each column. Both hold folded text and neither stores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from grooveseek.index.records import Candidate, ColumnWeights, TextQuery
from grooveseek.index.sqlite import generations
from grooveseek.index.sqlite.chunks import TextRow
from grooveseek.index.sqlite.grams import grams, is_gram
from grooveseek.index.sqlite.scope import Ids, Scope, bound
from grooveseek.index.sqlite.selection import Selection
from grooveseek.text.fold import fold

_COLUMNS = "title, path, heading, breadcrumb, content"

SCHEMA = (
    f"""
CREATE VIRTUAL TABLE text_# USING fts5(
    {_COLUMNS}, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
)
""",
    # Every character is part of a token but the space that `grams` never gives.
    f"""
CREATE VIRTUAL TABLE short_# USING fts5(
    {_COLUMNS}, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Z* C*' separators ' '"
)
""",
)
# Contents first: an empty virtual table is dropped at once whatever it held.
EMPTY_SLICES = (
    "DELETE FROM text_#_data WHERE id IN (SELECT id FROM text_#_data LIMIT 500)",
    "DELETE FROM text_#_docsize WHERE id IN (SELECT id FROM text_#_docsize LIMIT 5000)",
    "DELETE FROM short_#_data WHERE id IN (SELECT id FROM short_#_data LIMIT 500)",
    "DELETE FROM short_#_docsize WHERE id IN (SELECT id FROM short_#_docsize LIMIT 5000)",
)
DROP = ("DROP TABLE text_#", "DROP TABLE short_#")

_MERGE_PAGES = 2000

# `@` stands for one of the two tables.
_LONG, _SHORT = "text_#", "short_#"
_INSERT = "INSERT INTO @ (rowid, title, path, heading, breadcrumb, content) VALUES (?, ?, ?, ?, ?, ?)"
_DELETE = "DELETE FROM @ WHERE rowid = ?"
_RANKED = "SELECT rowid AS chunk_id, -bm25(@, ?, ?, ?, ?, ?) AS score FROM @ WHERE @ MATCH ?"
# Materialized, because bm25() can only be asked while its own table is being read.
_SUM = "SELECT chunk_id, sum(score) FROM found"
# The plus keeps the condition away from the full-text tables, which would run the match once per id.
_ONLY = "WHERE +chunk_id IN (SELECT value FROM carray(?))"
_BUT = "WHERE +chunk_id NOT IN (SELECT value FROM carray(?))"
_HOLDING = "SELECT rowid FROM @ WHERE @ MATCH ?"
_VERIFY = "INSERT INTO @(@) VALUES ('integrity-check')"
_MERGE = "INSERT INTO @(@, rank) VALUES ('merge', ?)"


@dataclass(frozen=True, slots=True)
class _Words:
    """A question's words after folding, by the table that can find them."""

    long: tuple[str, ...]
    short: tuple[str, ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> _Words:
        folded = tuple(dict.fromkeys(_clean(word) for word in words))
        return cls(tuple(word for word in folded if len(word) > 2), tuple(word for word in folded if is_gram(word)))


def _on(table: str, sql: str) -> str:
    return sql.replace("@", table)


def _clean(text: str | None) -> str:
    # The tokenizer ends a text at its first NUL.
    return fold(text).replace("\0", " ") if text else ""


def _columns(row: TextRow) -> tuple[str, str, str, str, str]:
    return _clean(row.title), _clean(row.path), _clean(row.heading), _clean(row.breadcrumb), _clean(row.content)


def put(scope: Scope, rows: Sequence[TextRow]) -> None:
    """Add the text of chunks that have none."""
    generations.wrote_text(scope.connection, scope.generation, len(rows))
    folded = [(row.chunk_id, _columns(row)) for row in rows]
    scope.each(_on(_LONG, _INSERT), ((key, *columns) for key, columns in folded))
    scope.each(
        _on(_SHORT, _INSERT), ((key, *(" ".join(grams(column)) for column in columns)) for key, columns in folded)
    )


def delete(scope: Scope, chunk_ids: Iterable[int]) -> None:
    keys = [(chunk_id,) for chunk_id in chunk_ids]
    for table in (_LONG, _SHORT):
        scope.each(_on(table, _DELETE), keys)


def candidates(scope: Scope, query: TextQuery, selection: Selection, limit: int) -> list[Candidate]:
    """Best `limit` of the selected chunks that hold any of the words, by bm25 summed over both tables."""
    words = _Words.of((*query.phrases, *query.short_words))
    legs: list[str] = []
    args: list[object] = []
    for table, found in ((_LONG, words.long), (_SHORT, words.short)):
        if found:
            legs.append(_on(table, _RANKED))
            args += [*_numbers(query.weights), _any_of(found)]
    if not legs or selection.is_nothing or limit < 1:
        return []
    parts = [f"WITH found(chunk_id, score) AS MATERIALIZED ({' UNION ALL '.join(legs)})", _SUM]
    if not selection.is_everything:
        parts.append(_BUT if selection.excluding else _ONLY)
        args.append(bound(selection.ids))
    parts.append("GROUP BY chunk_id ORDER BY 2 DESC, 1 LIMIT ?")
    return [Candidate(*row) for row in scope.rows(" ".join(parts), (*args, limit))]


def holding(scope: Scope, phrases: Iterable[str], columns: str) -> Ids:
    """Ids of the chunks in whose `columns` (names, separated by blanks) one of the phrases occurs."""
    found: Ids = np.empty(0, np.int64)
    words = _Words.of(phrases)
    for table, some in ((_LONG, words.long), (_SHORT, words.short)):
        if some:
            expression = f"{{{columns}}} : ({_any_of(some)})"
            found = np.union1d(found, scope.ids(_on(table, _HOLDING), (expression,)))
    return found


def _any_of(words: Iterable[str]) -> str:
    return " OR ".join('"' + word.replace('"', '""') + '"' for word in words)


def _numbers(weights: ColumnWeights) -> tuple[float, ...]:
    return weights.title, weights.path, weights.heading, weights.breadcrumb, weights.content


def ids(scope: Scope) -> Ids:
    """Chunks that have a text row."""
    return scope.ids("SELECT id FROM text_#_docsize")


def short_ids(scope: Scope) -> Ids:
    return scope.ids("SELECT id FROM short_#_docsize")


def lengths(scope: Scope) -> Iterator[tuple[int, list[int]]]:
    """Chunk id and the number of trigrams per column, as recorded when the text row was written."""
    for chunk_id, blob in scope.rows("SELECT id, sz FROM text_#_docsize ORDER BY id"):
        yield chunk_id, _varints(blob)


def expected_lengths(row: TextRow) -> list[int]:
    """What `lengths` gives for a text row that holds the chunk's words."""
    return [max(0, len(column) - 2) for column in _columns(row)]


def is_sound(scope: Scope) -> bool:
    """Whether both word indexes agree with themselves."""
    try:
        for table in (_LONG, _SHORT):
            scope.run(_on(table, _VERIFY))
    except apsw.CorruptError:
        return False
    return True


def needs_merge(scope: Scope) -> bool:
    """Whether so much was written that the index would be searched much faster merged, as after a first build."""
    written = generations.unmerged(scope.connection, scope.generation)
    return written > 64 and 4 * written > int(scope.value("SELECT count(*) FROM text_#_docsize"))


def merge(scope: Scope, first: bool) -> bool:
    """A step towards one sorted block per table; False when nothing is left to do. `first` starts a whole merge."""
    before = scope.connection.total_changes()
    pages = -_MERGE_PAGES if first else _MERGE_PAGES
    for table in (_LONG, _SHORT):
        scope.run(_on(table, _MERGE), (pages,))
    # Each command counts as one change even when it does nothing.
    return scope.connection.total_changes() - before > 3


def _varints(blob: bytes) -> list[int]:
    """SQLite's variable-length integers, as long as they stay below 2**56."""
    numbers, value = [], 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(value)
            value = 0
    return numbers

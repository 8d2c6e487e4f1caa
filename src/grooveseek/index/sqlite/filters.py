"""A filter's conditions turned into a selection of chunk ids, exactly, before anything is ranked."""

from __future__ import annotations

from collections.abc import Callable

from grooveseek.index.globs import PathGlobs
from grooveseek.index.records import ChunkFilter, Facts
from grooveseek.index.sqlite import chunks, documents, fields
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.selection import EVERYTHING, Selection

_COLUMNS: tuple[tuple[str, Callable[[ChunkFilter], str | None]], ...] = (
    ("category = ?", lambda where: where.category),
    ("topic = ?", lambda where: where.topic),
    ("date >= ?", lambda where: where.date_from),
    ("date <= ?", lambda where: where.date_to),
)


def select(scope: Scope, where: ChunkFilter, facts: Facts, excluded: Ids) -> Selection:
    """The chunks that pass every condition of `where`; `excluded` are those that hold an excluded phrase."""
    allowed = _documents(scope, where, facts)
    low = chunks.below(scope, where.min_quality) if where.min_quality > 0 else None
    if allowed is None:
        return EVERYTHING.without(excluded).without(low if low is not None else excluded)
    if 2 * len(allowed) <= documents.count(scope):
        ids = chunks.of_documents(scope, allowed, where.min_quality)
        return Selection(ids, excluding=False).without(excluded)
    # Most documents pass: list the chunks of the others.
    others = set(documents.ids(scope)) - allowed
    hidden = chunks.of_documents(scope, others)
    return Selection(hidden, excluding=True).without(excluded).without(low if low is not None else excluded)


def _documents(scope: Scope, where: ChunkFilter, facts: Facts) -> set[int] | None:
    """Ids of the documents that pass; None when nothing is asked of documents."""
    found: set[int] | None = None

    def narrow(ids: set[int]) -> None:
        nonlocal found
        found = ids if found is None else found & ids

    columns = [(sql, value) for sql, get in _COLUMNS if (value := get(where)) is not None]
    if columns:
        narrow(documents.matching(scope, [sql for sql, _ in columns], [value for _, value in columns]))
    if where.tags_any:
        narrow(fields.holders(scope, fields.TAGS, where.tags_any))
    for tag in where.tags_all:
        narrow(fields.holders(scope, fields.TAGS, (tag,)))
    declared = facts.declared_fields or ()
    for key, values in where.fields.items():
        if values:
            narrow(fields.holders(scope, key, values) if key in declared else set())
    if where.path_globs:
        globs = PathGlobs(where.path_globs)
        narrow({document_id for document_id, path in documents.paths(scope) if globs.match(path)})
    dropped: set[int] = set()
    for key, values in where.fields_not.items():
        if values and key in declared:
            dropped |= fields.holders(scope, key, values)
    if not dropped:
        return found
    return (set(documents.ids(scope)) if found is None else found) - dropped

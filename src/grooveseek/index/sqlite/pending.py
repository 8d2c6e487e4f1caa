"""Table `pending_#`: chunks whose vector is still to be made."""

from __future__ import annotations

from grooveseek.index.records import PendingChunk
from grooveseek.index.sqlite.idlist import IdList
from grooveseek.index.sqlite.scope import Scope

PENDING = IdList("pending_#")

_FIRST = """
SELECT c.chunk_id, d.title, c.heading, c.breadcrumb, c.content
FROM pending_# p JOIN chunks_# c ON c.chunk_id = p.id JOIN documents_# d ON d.document_id = c.document_id
WHERE p.id > ? ORDER BY p.id LIMIT ?
"""


def first(scope: Scope, limit: int, after: int) -> list[PendingChunk]:
    """By ascending id, ids greater than `after`."""
    return [PendingChunk(*values) for values in scope.rows(_FIRST, (after, limit))]

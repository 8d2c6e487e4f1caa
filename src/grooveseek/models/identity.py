"""What an index records of the model that made its vectors, known without loading or asking anything."""

from __future__ import annotations

import hashlib
import struct

HTTP_PROVIDER = "openai-compatible"
_DIGITS = 12


def http_identity(document_model: str, query_model: str, dimension: int) -> str:
    """Identity of an external endpoint's vectors: both model names and a hash of them and the dimension.

    The names alone could be told apart in two ways where one holds the separator.
    """
    document, query = document_model.strip(), query_model.strip()
    digest = hashlib.sha256()
    for name in (document.encode(), query.encode()):
        digest.update(struct.pack("<Q", len(name)) + name)
    digest.update(struct.pack("<Q", dimension))
    return f"{HTTP_PROVIDER}:{document}|{query}:{digest.hexdigest()[:_DIGITS]}"

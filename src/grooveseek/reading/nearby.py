"""What somebody may have meant who asked for a document that is not there."""

from __future__ import annotations

from grooveseek.errors import GrooveError
from grooveseek.index.protocol import Index
from grooveseek.kb.names import can_hold
from grooveseek.reading.errors import ExtensionRefusedError, NotFoundError, ReadRefusedError
from grooveseek.search.suggest import did_you_mean, nearest_paths


def with_nearby(refusal: ReadRefusedError, path: str, index: Index) -> ReadRefusedError:
    """`refusal` of `path`, naming the indexed documents that are spelled like it where that may be the reason.

    A name that no document can have is refused as it is: it is no slip, and its refusal is always the same.
    """
    if not isinstance(refusal, NotFoundError | ExtensionRefusedError) or not can_hold(path):
        return refusal
    try:
        with index.snapshot() as snapshot:
            hint = did_you_mean(nearest_paths(snapshot, path))
    except GrooveError:
        # The refusal is right without the index, too.
        return refusal
    if not hint:
        return refusal
    return NotFoundError(hint) if isinstance(refusal, NotFoundError) else ExtensionRefusedError(f"{refusal}{hint}")

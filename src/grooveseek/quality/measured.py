"""The index that a measurement asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grooveseek.errors import GrooveError
from grooveseek.index.errors import NoIndexError
from grooveseek.indexing.lock import RUN_WAIT_SECONDS, Patience, held, lock_path

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.index.records import Facts
    from grooveseek.workspace.workspace import Workspace


def measured_index(space: Workspace) -> Index:
    """Open the index of `space`, which must be there and of the configured model.

    One that records no model is from now on of this one. Raises `GrooveError`.
    """
    try:
        index = space.existing_index()
    except NoIndexError:
        raise GrooveError(f"No index found at {space.kb.index_path}; run: {space.index_command()}") from None
    if _facts(index).model is None:
        # What a run records meanwhile must not be taken back.
        with held(lock_path(space.kb.index_path), Patience(RUN_WAIT_SECONDS)):
            facts = _facts(index)
            if facts.model is None:
                index.record(replace(facts, model=space.identity.model, dimension=space.identity.dimension))
    return index


def _facts(index: Index) -> Facts:
    with index.snapshot() as snapshot:
        return snapshot.facts()

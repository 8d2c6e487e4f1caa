"""The index that a measurement asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grooveseek.errors import GrooveError
from grooveseek.index.errors import NoIndexError

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.workspace.workspace import Workspace


def measured_index(space: Workspace) -> Index:
    """Open the index of `space`, which must be there and of the configured model.

    One that records no model is from now on of this one. Raises `GrooveError`.
    """
    try:
        index = space.existing_index()
    except NoIndexError:
        raise GrooveError(f"No index found at {space.kb.index_path}; run: {space.index_command()}") from None
    with index.snapshot() as snapshot:
        facts = snapshot.facts()
    if facts.model is None:
        index.record(replace(facts, model=space.identity.model, dimension=space.identity.dimension))
    return index

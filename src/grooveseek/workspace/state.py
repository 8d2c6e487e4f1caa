"""What an index holds, as `groove status` and the Python API tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grooveseek.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class QualityCounts:
    """Chunks on either side of the quality filter's threshold."""

    threshold: float
    passing: int
    below: int


@dataclass(frozen=True, slots=True)
class State:
    """Counts of the last committed state."""

    documents: int
    chunks: int
    vectors: int
    pending: int
    """Chunks without a vector so far."""
    run_state: str | None
    """`complete`; `text` or `vectors`: what the last run was still busy with; None: no run yet."""
    model: str | None
    dimension: int | None
    tags_parse_failures: int
    context_mode: str
    declared_fields: Mapping[str, int] | None
    """Stored value rows by filterable frontmatter key; None until a run has completed."""
    quality: QualityCounts | None
    """None where the quality filter is off."""

    def to_wire(self) -> dict[str, Any]:
        return asdict(self)


def state_of(space: Workspace) -> State | None:
    """None where nothing was ever indexed. Any model's index can be looked at.

    Raises `IndexFileError`, and `IdentityMismatchError` for the index of another knowledge base.
    """
    from grooveseek.index.errors import NoIndexError
    from grooveseek.index.identity import check_root
    from grooveseek.index.open import open_index

    try:
        index = open_index(space.kb.index_path, create=False)
    except NoIndexError:
        return None
    threshold = space.loaded.config.quality_filter.in_force
    try:
        with index.snapshot() as snapshot:
            stats, facts, rows = snapshot.stats(), snapshot.facts(), snapshot.field_counts()
            check_root(facts, space.kb.root, space.kb.index_path)
            quality = QualityCounts(threshold, *snapshot.quality_counts(threshold)) if threshold > 0 else None
    finally:
        index.close()
    declared = facts.declared_fields
    return State(
        documents=stats.documents,
        chunks=stats.chunks,
        vectors=stats.vectors,
        pending=stats.pending,
        run_state=facts.run_state,
        model=facts.model,
        dimension=facts.dimension,
        tags_parse_failures=stats.tags_unreadable,
        context_mode=facts.context_mode or "off",
        declared_fields=None if declared is None else {key: rows.get(key, 0) for key in declared},
        quality=quality,
    )

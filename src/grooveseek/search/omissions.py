"""Whether the quality filter is why an answer is short or doubtful: the same question once more, without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grooveseek.index.protocol import Snapshot
from grooveseek.search.candidates import Legs, gather_again
from grooveseek.search.confidence import evidence_of
from grooveseek.search.request import SearchRequest
from grooveseek.search.unwritten import unwritten


@dataclass(frozen=True, slots=True)
class Doubts:
    """What is wrong with an answer."""

    short: bool
    """It has fewer hits than were asked for."""
    low: bool
    """Little speaks for it."""
    unwritten: Sequence[str]
    """Quoted phrases that nothing holds."""


def left_out(snapshot: Snapshot, request: SearchRequest, legs: Legs, doubts: Doubts) -> bool:
    """Whether chunks of low quality would mend one of the `doubts` about the answer from `legs`."""
    threshold = request.where.min_quality
    if not threshold or not (doubts.short or doubts.low or doubts.unwritten):
        return False
    if not snapshot.quality_counts(threshold)[1]:
        return False
    anything = replace(request, where=replace(request.where, min_quality=0.0))
    every = gather_again(snapshot, anything, legs)
    if doubts.short and _ids(every) - _ids(legs):
        return True
    if doubts.unwritten and len(unwritten(snapshot, anything.where, doubts.unwritten)) < len(doubts.unwritten):
        return True
    return doubts.low and evidence_of(snapshot, request, every) >= request.min_confidence_ratio


def _ids(legs: Legs) -> set[int]:
    return {candidate.chunk_id for leg in (legs.words, legs.meaning) for candidate in leg}

"""The only way to search: a checked question against an index gives an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from grooveseek.errors import InvalidRequestError
from grooveseek.index.protocol import Index, Snapshot
from grooveseek.index.records import Candidate, Stats, StoredChunk
from grooveseek.models.protocol import Models, Reranker
from grooveseek.search import notices
from grooveseek.search.answer import Answer, Notice
from grooveseek.search.candidates import Legs, gather, sizes
from grooveseek.search.confidence import evidence_of
from grooveseek.search.diversity import diversify
from grooveseek.search.exclusion import holds_any
from grooveseek.search.filters import filter_applied
from grooveseek.search.fusion import fuse
from grooveseek.search.hits import hit_of
from grooveseek.search.omissions import Doubts, left_out
from grooveseek.search.parents import Passage, expand
from grooveseek.search.request import SearchRequest
from grooveseek.search.rerank import rerank
from grooveseek.search.suggest import unknown_fields, unknown_places
from grooveseek.search.unwritten import unwritten
from grooveseek.search.votes import weighed

Stage = Callable[[Sequence[Candidate]], Sequence[Candidate]]


def ask(index: Index, models: Models, request: SearchRequest) -> Answer:
    """Answer `request` from the last committed state of `index`. Safe to call from many threads at once.

    Raises `InvalidRequestError` for a field filter while no declared set is recorded, `ModelError` when the question
    cannot be embedded or reranked, `IdentityMismatchError` when another model made the index.
    """
    with index.snapshot() as snapshot:
        return ask_snapshot(snapshot, models, request)


def ask_snapshot(snapshot: Snapshot, models: Models, request: SearchRequest) -> Answer:
    """`ask` for many questions of one and the same state."""
    _check_declared_fields(snapshot, request)
    stats = snapshot.stats()
    if not request.limit or not stats.chunks:
        empty = () if stats.chunks else (notices.empty_index(),)
        return Answer((), False, filter_applied(request), (*request.notices, *empty))
    legs = gather(snapshot, models, request, stats)
    votes = weighed(legs, snapshot.facts().background)
    ranked: Sequence[Candidate] = fuse(votes, request.rrf_k)[: sizes(request).kept]
    for stage in _stages(snapshot, models, request):
        ranked = stage(ranked)
    ranked = ranked[: request.limit]
    passages = _passages(snapshot, ranked, request)
    scores = {candidate.chunk_id: candidate.score for candidate in ranked}
    doubts = _doubts(snapshot, request, legs, passages)
    told = (
        *_notices(stats, legs),
        *_told(snapshot, request, legs, doubts, pending=stats.pending),
        *_suggestions(snapshot, request, ranked),
    )
    return Answer(
        hits=tuple(hit_of(passage, scores[passage.hit.chunk_id], request.query) for passage in passages),
        low_confidence=doubts.low,
        filter_applied=filter_applied(request),
        notices=(*request.notices, *told),
    )


def _check_declared_fields(snapshot: Snapshot, request: SearchRequest) -> None:
    if (request.where.fields or request.where.fields_not) and snapshot.facts().declared_fields is None:
        raise InvalidRequestError(
            "fields and fields_not cannot be used now: the index does not record which frontmatter keys are declared, "
            "because no index run has completed since they changed; run `groove index`, or search without them"
        )


def _stages(snapshot: Snapshot, models: Models, request: SearchRequest) -> list[Stage]:
    """The optional stages that this question runs through, in order."""
    stages: list[Stage] = []
    if request.rerank and (reranker := models.reranker()):
        stages.append(partial(_reranked, snapshot, request, reranker))
    if request.diversity is not None:
        stages.append(partial(_diversified, snapshot, request))
    return stages


def _reranked(
    snapshot: Snapshot, request: SearchRequest, reranker: Reranker, ranked: Sequence[Candidate]
) -> Sequence[Candidate]:
    return rerank(ranked, _chunks_of(snapshot, ranked), request.query.positive_text, reranker)


def _diversified(snapshot: Snapshot, request: SearchRequest, ranked: Sequence[Candidate]) -> Sequence[Candidate]:
    assert request.diversity is not None
    vectors = snapshot.vectors_of([candidate.chunk_id for candidate in ranked])
    documents = {chunk.chunk_id: chunk.document_id for chunk in _chunks_of(snapshot, ranked)}
    return diversify(ranked, vectors, documents, request.diversity, request.limit)


def _passages(snapshot: Snapshot, ranked: Sequence[Candidate], request: SearchRequest) -> Sequence[Passage]:
    chunks = _chunks_of(snapshot, ranked)
    if request.expansion is None:
        return [Passage(chunk, (chunk,)) for chunk in chunks]
    unwanted = partial(holds_any, request.query.excluded, snapshot.facts().context_mode)
    return expand(chunks, snapshot, request.expansion, unwanted)


def _chunks_of(snapshot: Snapshot, ranked: Sequence[Candidate]) -> Sequence[StoredChunk]:
    return snapshot.chunks([candidate.chunk_id for candidate in ranked])


def _doubts(snapshot: Snapshot, request: SearchRequest, legs: Legs, passages: Sequence[Passage]) -> Doubts:
    """Nothing is called doubtful where there are no hits: that there are none says more."""
    chunks = [passage.hit for passage in passages]
    low = bool(chunks) and evidence_of(snapshot, request, legs) < request.min_confidence_ratio
    missing = unwritten(snapshot, request.where, request.query.quoted, chunks)
    return Doubts(short=len(chunks) < request.limit, low=low, unwritten=missing)


def _told(snapshot: Snapshot, request: SearchRequest, legs: Legs, doubts: Doubts, *, pending: int) -> Iterator[Notice]:
    if doubts.unwritten:
        yield notices.not_written(doubts.unwritten)
    if left_out(snapshot, request, legs, doubts):
        yield notices.low_quality_left_out()
    elif legs.question is not None and not legs.meaning and not legs.words and not pending:
        # By meaning every chunk is a candidate that has a vector and is let through; here all have one.
        yield notices.filters_leave_nothing()


def _notices(stats: Stats, legs: Legs) -> Sequence[Notice]:
    if legs.words_only:
        return (notices.words_only(),)
    return (notices.vectors_pending(stats.pending, stats.chunks),) if stats.pending else ()


def _suggestions(snapshot: Snapshot, request: SearchRequest, found: Sequence[Candidate]) -> Iterable[Notice]:
    """What the filters name and the index does not hold; of places only where nothing was found, which costs more."""
    unknown = chain(unknown_fields(snapshot, request.where), () if found else unknown_places(snapshot, request.where))
    return notices.suggestions(unknown)

"""One golden question under every condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Background, Candidate, StoredChunk
from grooveseek.models.protocol import Embedder
from grooveseek.quality.evaluation.metrics import ndcg_at
from grooveseek.quality.evaluation.record import Metrics
from grooveseek.quality.evaluation.run import measured
from grooveseek.quality.golden.set import GoldenQuery
from grooveseek.quality.tuning.grid import DEFAULT, RRF_KS, WEIGHT_SETS, Condition, columns_of
from grooveseek.search.candidates import Legs, text_leg, text_query, vector_leg
from grooveseek.search.fusion import Leg, fuse
from grooveseek.search.request import SearchArguments, SearchRequest
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from grooveseek.search.votes import weighed

PRIMARY_K = 5
LEAST_EFFECTIVE = 2
"""With fewer candidates by words there is nothing whose order weights could change."""

Lists = Mapping[tuple[float, float, float], Sequence[Candidate]]
"""Candidates by words, by weights."""


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """Why a question can or cannot be moved by what is tuned."""

    id: str
    fts_candidates: int
    """Candidates by words in the pool, at the default weights."""
    fts_total_matches: int
    """Chunks that hold any of its phrases."""
    vec_fts_overlap: int
    """Candidates of both legs; without any, `rrf_k` cannot reorder it."""
    bm25_sensitive: bool
    """The order by words differs between the two extreme weightings."""
    idf_clamped: bool
    """So many chunks match that the weight of a phrase may be at its floor."""
    rrf_ties: int
    """Neighbours of equal score in the fused list of the default."""

    @property
    def effective(self) -> bool:
        return self.fts_candidates >= LEAST_EFFECTIVE


@dataclass(frozen=True, slots=True)
class Question:
    """A question ready to be measured: what does not depend on the condition is there already."""

    golden: GoldenQuery
    request: SearchRequest
    limit: int
    meaning: Sequence[Candidate]
    background: Background | None

    @classmethod
    def ask(
        cls, snapshot: Snapshot, embedder: Embedder, golden: GoldenQuery, limit: int, settings: SearchSettings
    ) -> Question:
        """`settings` give the quality filter; everything else is plain fusion."""
        # Beyond what one search returns, because the pool is measured and not shown.
        request = replace(resolve(SearchArguments(golden.query), settings), limit=limit)
        return cls(golden, request, limit, vector_leg(snapshot, request, embedder), snapshot.facts().background)

    def words(self, snapshot: Snapshot, condition: Condition) -> Sequence[Candidate]:
        return text_leg(snapshot, replace(self.request, weights=condition.columns))

    def total_matches(self, snapshot: Snapshot, chunk_total: int) -> int:
        """Chunks that hold any of its phrases, in the pool or not."""
        query = text_query(self.request)
        if not (query.phrases or query.short_words):
            return 0
        return len(snapshot.text_candidates(query, self.request.where, chunk_total))

    def every_list(self, snapshot: Snapshot, *, context: bool) -> Lists:
        """By every weighting. Without `context`, whose column is empty then, its weight is not asked for."""
        lists: dict[tuple[float, float, float], Sequence[Candidate]] = {}
        for heading, weight, content in WEIGHT_SETS:
            asked = (heading, weight if context else DEFAULT.context, content)
            if asked not in lists:
                lists[asked] = text_leg(snapshot, replace(self.request, weights=columns_of(asked)))
            lists[heading, weight, content] = lists[asked]
        return lists

    def legs(self, words: Sequence[Candidate]) -> tuple[Leg, Leg]:
        """As a search votes with them."""
        return weighed(Legs(words, self.meaning), self.background)

    def fused(self, words: Sequence[Candidate], rrf_k: float) -> list[Candidate]:
        return fuse(self.legs(words), rrf_k)[: self.limit]

    def scores(self, lists: Lists, chunks: Mapping[int, StoredChunk]) -> list[float]:
        """nDCG@5 under every condition, in the order of the grid."""
        found = []
        for weights in WEIGHT_SETS:
            legs = self.legs(lists[weights])
            for k in RRF_KS:
                best = fuse(legs, k)[:PRIMARY_K]
                hits = [chunks[candidate.chunk_id] for candidate in best]
                found.append(ndcg_at(PRIMARY_K, self.golden.expected, hits))
        return found

    def metrics(self, snapshot: Snapshot, condition: Condition, k_values: Sequence[int]) -> Metrics:
        """All of one condition."""
        ids = [candidate.chunk_id for candidate in self.fused(self.words(snapshot, condition), condition.rrf_k)]
        return measured(self.golden.expected, snapshot.chunks(ids), k_values)

    def diagnose(self, words: Sequence[Candidate], total_matches: int, chunk_total: int) -> Diagnostics:
        """`words`: the list at the default weights. Whether others would change it is not told."""
        shared = {candidate.chunk_id for candidate in words} & {candidate.chunk_id for candidate in self.meaning}
        ranked = self.fused(words, DEFAULT.rrf_k)
        return Diagnostics(
            id=self.golden.id,
            fts_candidates=len(words),
            fts_total_matches=total_matches,
            vec_fts_overlap=len(shared),
            bm25_sensitive=False,
            idf_clamped=chunk_total > 0 and 2 * total_matches >= chunk_total,
            rrf_ties=sum(one.score == next_one.score for one, next_one in pairwise(ranked)),
        )


def is_sensitive(lists: Lists) -> bool:
    """Whether the order by words differs between the two most different weightings."""
    heading, content = lists[4.0, 0.5, 0.5], lists[0.5, 0.5, 4.0]
    return [one.chunk_id for one in heading] != [one.chunk_id for one in content]

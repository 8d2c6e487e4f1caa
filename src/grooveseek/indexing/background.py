"""What cosines are worth in a knowledge base: how much its documents differ, and how near unrelated questions come.

A cosine of 0.85 is much with one model and little with another, and depends on how much alike all texts are. Searches
compare what they find with this.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Background, ChunkFilter
from grooveseek.models.protocol import Embedder, Vector

_SAMPLE = 200
"""So many documents give one chunk each."""
_LEAST = 8
"""With fewer, a chance likeness between two of them would tell more than all others."""
_CHANGE = 0.1
_ROUNDING = 1e-5
"""What single precision may add to a cosine."""
_GOLDEN = 0.618034
"""Steps of this share of a document visit its chunks evenly, whatever their number."""

UNRELATED = (
    "train times to the coast on Sunday",
    "how to grow tomatoes on a balcony",
    "who painted the ceiling",
    "is my luggage too heavy for the plane",
    "a gift for my grandmother's birthday",
    "why do cats purr",
    "the rules of chess in short",
    "where can I have my shoes mended",
    "early symptoms of measles",
    "a song about the rain",
    "how much sugar is in orange juice",
    "can I cancel my gym membership",
    "週末のおすすめの温泉",
    "猫が餌を食べないとき",
    "子どもの熱が下がらない",
    "味噌汁の出汁の取り方",
    "結婚式の招待状の文面",
    "自転車のパンクの修理",
    "花粉症に効く薬",
    "富士山に登る季節",
    "眼鏡の度が合わない",
    "盆踊りの由来",
    "ピアノの調律はいくら",
    "引き出しが開かない",
)
"""Of so many different things that no knowledge base is about more than a few of them."""


def is_due(recorded: Background | None, vectors: int) -> bool:
    """Whether there is something to measure, and no longer about as much as when it was measured."""
    if recorded is None or not vectors:
        return vectors > 0
    return abs(vectors - recorded.vectors) > _CHANGE * recorded.vectors


def measure(snapshot: Snapshot, embedder: Embedder) -> Background:
    """There must be vectors. Asks the model two dozen short questions, in one go."""
    best = [_best_cosine(snapshot, vector) for vector in embedder.embed_queries(UNRELATED)]
    return Background(
        spread=_spread(snapshot),
        unrelated=float(np.mean(best)),
        deviation=_deviation(np.array(best)),
        vectors=snapshot.stats().vectors,
    )


def _best_cosine(snapshot: Snapshot, question: Vector) -> float:
    return snapshot.vector_candidates(question, ChunkFilter(), 1)[0].score


def _spread(snapshot: Snapshot) -> float | None:
    """From one chunk of each of at most 200 documents, all pairs."""
    documents = snapshot.documents()
    chosen = []
    for number, place in enumerate(np.unique(np.linspace(0, len(documents) - 1, _SAMPLE).astype(int))):
        row = documents[place]
        index = int(number * _GOLDEN % 1 * row.chunk_count)
        chosen += [chunk.chunk_id for chunk in snapshot.chunks_of(row.document_id, index, index)]
    vectors = list(snapshot.vectors_of(chosen).values())
    if len(vectors) < _LEAST:
        return None
    matrix = np.array(vectors)
    return _deviation((matrix @ matrix.T)[np.triu_indices(len(matrix), 1)])


def _deviation(cosines: NDArray[np.floating]) -> float:
    """0 where they are the same but for rounding, of which nothing may be made."""
    deviation = float(np.std(cosines))
    return deviation if deviation > _ROUNDING else 0.0

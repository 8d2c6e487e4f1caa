"""What a likeness is worth in a knowledge base: how much its documents differ, and what unrelated questions find.

A cosine of 0.85 is much with one model and little with another, and depends on how much alike all texts are and on the
script of the question. A word that stands somewhere is much in a manual and little in an encyclopedia. Searches compare
what they find with this.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.protocol import Snapshot
from grooveseek.index.records import Background, ChunkFilter, Unrelated
from grooveseek.indexing.unrelated import QUESTIONS
from grooveseek.models.protocol import Embedder, Matrix
from grooveseek.text.content_words import content_words

_SAMPLE = 200
"""So many documents give one chunk each."""
_LEAST = 8
"""With fewer, a chance likeness between two of them would tell more than all others."""
_CHANGE = 0.1
_ROUNDING = 1e-5
"""What single precision may add to a cosine."""
_GOLDEN = 0.618034
"""Steps of this share of a document visit its chunks evenly, whatever their number."""


def is_due(recorded: Background | None, vectors: int) -> bool:
    """Whether there is something to measure, and not all of it was when there was about as much."""
    if recorded is None or not recorded.scripts or not vectors:
        return vectors > 0
    return abs(vectors - recorded.vectors) > _CHANGE * recorded.vectors


def measure(snapshot: Snapshot, embedder: Embedder) -> Background:
    """There must be vectors. Asks the model all of `QUESTIONS`, in one go."""
    asked = [question for questions in QUESTIONS.values() for question in questions]
    best = _best_cosines(snapshot, embedder.embed_queries(asked))
    nearest = dict(zip(asked, best, strict=True))
    return Background(
        spread=_spread(snapshot),
        unrelated=float(np.mean(best)),
        deviation=_deviation(best),
        vectors=snapshot.stats().vectors,
        scripts={
            script: _found(snapshot, questions, np.array([nearest[question] for question in questions]))
            for script, questions in QUESTIONS.items()
        },
    )


def _best_cosines(snapshot: Snapshot, questions: Matrix) -> NDArray[np.floating]:
    return np.array([snapshot.vector_candidates(question, ChunkFilter(), 1)[0].score for question in questions])


def _found(snapshot: Snapshot, questions: Sequence[str], best: NDArray[np.floating]) -> Unrelated:
    words = [content_words(question) for question in questions]
    every = list(dict.fromkeys(word for some in words for word in some))
    said = set(every).difference(snapshot.unsaid(every, ChunkFilter()))
    shares = [len(said.intersection(some)) / len(some) for some in words]
    return Unrelated(float(np.mean(best)), _deviation(best), float(np.mean(shares)))


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

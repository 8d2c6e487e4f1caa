"""Whole searches over a large index, without a model's time: what the number of words in a question costs.

    python -m benchmarks.queries [CHUNKS ...]

The index is that of `benchmarks/index.py`. CPU time of the asking thread, median of 11 questions after one that
warms up.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from benchmarks import index as corpora

from grooveseek.index.open import open_index
from grooveseek.index.records import Facts
from grooveseek.models.protocol import Embedder, Matrix, Reranker, Vector
from grooveseek.search.ask import ask
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings

COMMON = (*corpora.COMMON, "was", "for", "are", "from", "with")
QUESTIONS = 11
FACTS = Facts(model="random", dimension=corpora.DIMENSION, context_mode="off", run_state="complete")


class RandomVectors:
    """Stands for a model that costs nothing."""

    identity, build, dimension, window = "random", "", corpora.DIMENSION, 0

    def __init__(self) -> None:
        self._generator = np.random.default_rng(0)

    def embedder(self) -> Embedder:
        return self

    def reranker(self) -> Reranker | None:
        return None

    def embed_query(self, text: str) -> Vector:
        vector: Vector = self._generator.normal(size=self.dimension).astype(np.float32)
        return vector / np.linalg.norm(vector)

    def embed_documents(self, texts: object) -> Matrix:
        raise NotImplementedError

    embed_queries = embed_documents

    def close(self) -> None:
        pass


def main() -> None:
    for size in map(int, sys.argv[1:] or ("10000",)):
        with tempfile.TemporaryDirectory() as scratch:
            measure(size, Path(scratch) / "index.db")


def measure(size: int, path: Path) -> None:
    corpus = corpora.made(size)
    index = open_index(path, create=True)
    index.record(FACTS)
    corpora.write_texts(index, corpus)
    corpora.write_vectors(index)
    index.compact()
    models = RandomVectors()
    settings = SearchSettings()

    def cost(query: Callable[[], str]) -> float:
        times = []
        for _ in range(QUESTIONS + 1):
            request = resolve(SearchArguments(query()), settings)
            times.append(1000 * corpora.cpu(lambda request=request: ask(index, models, request)))  # type: ignore[misc]
        return statistics.median(times[1:])

    corpora.show(f"{size} chunks: an empty question", cost(lambda: ""), "ms")
    for kind, draw in (("drawn from the texts", corpus.natural), ("common", common(corpus))):
        for count in (1, 4, 9, 32):
            phrases = cost(lambda draw=draw, count=count: " ".join(f'"{phrase}"' for phrase in draw(count)))  # type: ignore[misc]
            corpora.show(f"{count} phrases, {kind}", phrases, "ms")
    index.close()


def common(corpus: corpora.Corpus) -> Callable[[int], tuple[str, ...]]:
    return lambda count: tuple(corpus.chance.sample(COMMON, count))


if __name__ == "__main__":
    main()

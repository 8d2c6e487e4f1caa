from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grooveseek.index.records import Background, StoredChunk, Unrelated
from grooveseek.indexing.background import is_due, measure
from grooveseek.indexing.unrelated import QUESTIONS
from grooveseek.models.protocol import Vector
from support.models import HashEmbedder
from support.search import PLAIN_CHUNK, MemorySnapshot, document

AXES = np.eye(64, dtype=np.float32)
MEASURED = Background(0.02, 0.8, 0.02, 100, {"Latin": Unrelated(0.8, 0.02, 0.3)})


class Turning(HashEmbedder):
    """Questions lie at a cosine of 0.6 and 0.8 to the first axis in turn, and off all others."""

    def embed_query(self, text: str) -> Vector:
        self.queries.append(text)
        cosine = 0.6 if len(self.queries) % 2 else 0.8
        return np.array(AXES[0] * cosine + AXES[63] * (1 - cosine**2) ** 0.5, np.float32)


class Fixed(HashEmbedder):
    """Every question lies at a cosine of 0.1 to the first axis, give or take what rounding does."""

    def embed_query(self, text: str) -> Vector:
        self.queries.append(text)
        vector: Vector = AXES[0] * np.float32(0.1 + 1e-7 * (len(self.queries) % 2)) + AXES[63] * np.float32(0.99**0.5)
        return vector


class OneScriptNearer(HashEmbedder):
    """Questions in English lie at a cosine of 0.8 to the first axis, others at 0.6, and off all others."""

    def embed_query(self, text: str) -> Vector:
        cosine = 0.8 if text.isascii() else 0.6
        return np.array(AXES[0] * cosine + AXES[63] * (1 - cosine**2) ** 0.5, np.float32)


def base(vectors: list[Vector]) -> MemorySnapshot:
    """One document of one chunk for each vector."""
    chunks: list[StoredChunk] = []
    for number in range(len(vectors)):
        chunks += [
            replace(chunk, chunk_id=number, document_id=number) for chunk in document(f"{number:03}.md", PLAIN_CHUNK)
        ]
    return MemorySnapshot(chunks, dict(enumerate(vectors)))


def test_the_spread_is_the_deviation_of_the_cosines_of_all_pairs() -> None:
    vectors = [AXES[0], *(AXES[0] * 0.6 + AXES[number] * 0.8 for number in range(1, 8))]

    # 7 pairs with the first have a cosine of 0.6, the other 21 one of 0.36.
    assert measure(base(vectors), HashEmbedder()).spread == pytest.approx(0.06 * 3**0.5)


def test_a_few_documents_have_no_spread() -> None:
    assert measure(base([AXES[0]] * 7), HashEmbedder()).spread is None


def test_of_many_documents_a_sample_is_read() -> None:
    snapshot = base([AXES[0]] * 1000)

    found = measure(snapshot, HashEmbedder())

    assert found.spread == pytest.approx(0.0, abs=1e-6)
    assert found.vectors == 1000
    assert snapshot.chunks_read <= 200


def test_unrelated_questions_are_asked_for_what_is_nearest_to_each() -> None:
    embedder = Turning()

    found = measure(base([AXES[0], AXES[1]]), embedder)

    assert embedder.queries == [*QUESTIONS["Latin"], *QUESTIONS["Japanese"]]
    assert (found.unrelated, found.deviation) == pytest.approx((0.7, 0.1))


def test_what_unrelated_questions_find_is_told_for_each_script() -> None:
    found = measure(base([AXES[0], AXES[1]]), OneScriptNearer()).scripts

    assert {script: each.nearest for script, each in found.items()} == pytest.approx({"Latin": 0.8, "Japanese": 0.6})
    assert [each.deviation for each in found.values()] == [0.0, 0.0]


def test_the_words_of_unrelated_questions_are_looked_for_anywhere() -> None:
    snapshot = base([AXES[0], AXES[1]])
    nothing = measure(snapshot, HashEmbedder()).scripts
    snapshot.stored = [
        replace(snapshot.stored[0], content=" ".join(QUESTIONS["Latin"])),
        replace(snapshot.stored[1], content=QUESTIONS["Japanese"][0]),
    ]
    found = measure(snapshot, HashEmbedder()).scripts

    assert (nothing["Latin"].said, nothing["Japanese"].said) == (0.0, 0.0)
    assert found["Latin"].said == 1.0
    assert 1 / 32 <= found["Japanese"].said < 3 / 32


def test_rounding_is_no_deviation() -> None:
    """As an endpoint gives them that is no model but stands for one."""
    same = np.full(64, 0.125, np.float32)
    vectors = [same + np.float32(1e-6 * number) * AXES[number] for number in range(12)]

    found = measure(base(vectors), HashEmbedder())

    assert found.spread == 0.0


def test_questions_that_come_equally_near_do_not_deviate() -> None:
    assert measure(base([AXES[0]]), Fixed()).deviation == 0.0


@pytest.mark.parametrize(("vectors", "due"), [(100, False), (110, False), (91, False), (111, True), (89, True)])
def test_it_is_measured_again_when_the_size_has_changed_by_a_tenth(vectors: int, due: bool) -> None:
    assert is_due(MEASURED, vectors) is due


def test_it_is_measured_as_soon_as_there_are_vectors() -> None:
    assert not is_due(None, 0)
    assert not is_due(MEASURED, 0)
    assert is_due(None, 1)


def test_what_an_older_program_measured_is_measured_again() -> None:
    assert is_due(replace(MEASURED, scripts={}), 100)
    assert not is_due(replace(MEASURED, scripts={}), 0)

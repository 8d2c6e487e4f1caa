"""The test double other rooms rely on."""

from __future__ import annotations

import numpy as np

from grooveseek.models.protocol import Embedder, Models, Reranker
from support.models import GivenModels, HashEmbedder, OverlapReranker


def test_double_stands_in_for_the_seam() -> None:
    embedder: Embedder = HashEmbedder()
    reranker: Reranker = OverlapReranker()
    models: Models = GivenModels(embedder, reranker)
    assert models.embedder() is embedder
    assert models.reranker() is reranker


def test_similar_texts_get_similar_vectors() -> None:
    near, far = HashEmbedder().embed_documents(["計算プロパティのキャッシュ", "富士山の登山道"])
    query = HashEmbedder().embed_query("計算プロパティはキャッシュされる")
    assert query @ near > query @ far + 0.2


def test_rows_are_unit_length_even_without_text() -> None:
    matrix = HashEmbedder(dimension=16).embed_documents(["", "a", "long enough to fill many cells", "🎷"])
    np.testing.assert_allclose(np.linalg.norm(matrix, axis=1), 1.0, rtol=1e-6)


def test_a_vector_depends_on_its_text_alone() -> None:
    together = HashEmbedder().embed_documents(["one", "two", "three"])
    np.testing.assert_array_equal(together[1], HashEmbedder().embed_query("two"))


def test_reranker_prefers_the_text_that_holds_the_question() -> None:
    scores = OverlapReranker().score("deep watcher", ["nothing here", "a deep watcher fires", "deep water"])
    assert list(np.argsort(-scores)) == [1, 2, 0]

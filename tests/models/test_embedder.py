"""The default model as it is installed, and the ways other graphs give their vectors."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grooveseek.errors import ModelError
from grooveseek.models.embedder import LocalEmbedder
from grooveseek.models.loading import load_embedder
from grooveseek.models.manifest import Manifest
from grooveseek.models.places import Places
from grooveseek.models.protocol import Embedder, Vector
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import open_tokenizer
from support.tiny_models import write_embedder, write_word_tokenizer


def load_default() -> LocalEmbedder:
    embedder = load_embedder("multilingual-e5-small", Places(hub=False))
    assert isinstance(embedder, LocalEmbedder)
    return embedder


@pytest.fixture(scope="module")
def default() -> LocalEmbedder:
    return load_default()


def tiny(directory: Path, *, graph_pooled: bool = False, dimension: int = 8, **fields: Any) -> LocalEmbedder:
    write_word_tokenizer(directory / "tokenizer.json")
    write_embedder(directory / "model.onnx", 8, pooled=graph_pooled)
    manifest = Manifest(id="tiny", kind="embedder", window=8, licence="MIT", dimension=dimension, **fields)
    return LocalEmbedder(manifest, Session(directory / "model.onnx"), open_tokenizer(directory / "tokenizer.json", 8))


def test_it_is_the_model_it_says(default: LocalEmbedder) -> None:
    embedder: Embedder = default
    assert (embedder.identity, embedder.dimension, embedder.window) == ("multilingual-e5-small", 384, 512)
    assert len(embedder.build) == 12


RELATED = [
    (
        "How do I reset my password?",
        "If you forgot your password, open the login page and choose a new one.",
        "The recipe needs two eggs, a cup of flour and some butter.",
    ),
    (
        "cheapest way to get to the airport",
        "The shuttle bus to the terminal costs 3 euros, a taxi about 40.",
        "Penguins breed on the coast of Antarctica in winter.",
    ),
    (
        "会議の議事録はどこに保存しますか",
        "打ち合わせの記録は共有フォルダに置いてください。",
        "柴犬は毎日二回の散歩が必要です。",
    ),
    (
        "日本で一番高い山",
        "富士山は標高3776メートルで、国内の最高峰である。",
        "味噌汁は出汁に味噌を溶いて作る。",
    ),
    (
        "What is the tallest mountain in Japan?",
        "富士山は標高3776メートルで、国内の最高峰である。",
        "味噌汁は出汁に味噌を溶いて作る。",
    ),
    (
        "パスワードを忘れました",
        "If you forgot your password, open the login page and choose a new one.",
        "The recipe needs two eggs, a cup of flour and some butter.",
    ),
]


@pytest.mark.parametrize(("question", "related", "unrelated"), RELATED)
def test_a_question_is_nearer_to_its_answer(
    default: LocalEmbedder, question: str, related: str, unrelated: str
) -> None:
    near, far = default.embed_documents([related, unrelated]) @ default.embed_query(question)
    assert near > far + 0.02


def test_rows_are_unit_length(default: LocalEmbedder) -> None:
    matrix = default.embed_documents(["one", "", "三つ", "🎷" * 50])
    assert matrix.shape == (4, 384)
    assert matrix.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(matrix, axis=1), 1, atol=1e-6)


def test_no_texts_give_no_rows(default: LocalEmbedder) -> None:
    assert default.embed_documents([]).shape == (0, 384)


def test_questions_and_documents_have_their_own_prefix(default: LocalEmbedder) -> None:
    document = default.embed_documents(["deep watchers"])[0]
    question = default.embed_query("deep watchers")
    assert document @ question < 0.999
    bare = LocalEmbedder(
        Manifest(id="m", kind="embedder", window=512, licence="", dimension=384), default._session, default._tokenizer
    )
    np.testing.assert_array_equal(document, bare.embed_query("passage: deep watchers"))
    np.testing.assert_array_equal(question, bare.embed_query("query: deep watchers"))
    np.testing.assert_array_equal(default.embed_queries(["slots", "deep watchers"])[1], question)


def test_a_vector_never_depends_on_its_neighbours(default: LocalEmbedder) -> None:
    texts = ["短い", "a somewhat longer text about nothing much", "x " * 300, "42"]
    together = default.embed_documents(texts)
    for row, text in enumerate(texts):
        np.testing.assert_array_equal(together[row], default.embed_documents([text])[0])


def test_threads_do_not_change_a_vector(default: LocalEmbedder) -> None:
    expected = default.embed_query("how are slots scoped")
    found: list[Vector] = []
    threads = [
        threading.Thread(target=lambda: found.extend(default.embed_query("how are slots scoped") for _ in range(5)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 30
    for vector in found:
        np.testing.assert_array_equal(vector, expected)


def test_inputs_over_the_window_are_counted_and_seen_up_to_it() -> None:
    embedder = load_default()
    embedder.embed_documents(["short", "word " * 400])
    assert embedder.truncated == 0
    long, longer = embedder.embed_documents(["word " * 600, "word " * 600 + "and something else entirely"])
    assert embedder.truncated == 2
    np.testing.assert_array_equal(long, longer)
    embedder.embed_query("word " * 600)
    assert embedder.truncated == 3


def test_nothing_is_printed() -> None:
    script = """
from grooveseek.models.loading import load_embedder
from grooveseek.models.places import Places
embedder = load_embedder("multilingual-e5-small", Places(hub=False))
embedder.embed_documents(["one", "two", "three"])
embedder.embed_query("three")
embedder.close()
"""
    ran = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, timeout=50, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_token_states_are_pooled_as_the_manifest_says(tmp_path: Path, pooling: str) -> None:
    vector = tiny(tmp_path, pooling=pooling).embed_query("the cat sat")
    expected = tiny(tmp_path, graph_pooled=True, pooling="graph").embed_query("the cat sat")
    np.testing.assert_allclose(vector, expected, atol=1e-6)


def test_a_pooled_output_needs_no_pooling(tmp_path: Path) -> None:
    vector = tiny(tmp_path, graph_pooled=True, pooling="cls").embed_query("the cat sat")
    assert np.linalg.norm(vector) == pytest.approx(1)


def test_a_graph_without_embeddings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="has no output with embeddings, only last_hidden_state"):
        tiny(tmp_path, pooling="graph")


def test_another_dimension_than_announced_is_refused(tmp_path: Path) -> None:
    embedder = tiny(tmp_path, pooling="cls", dimension=9)
    with pytest.raises(ModelError, match=r"gave a vector of shape \(8,\) .* expected 9 numbers"):
        embedder.embed_query("the cat")


def test_a_closed_embedder_says_so(tmp_path: Path) -> None:
    embedder = tiny(tmp_path, pooling="cls")
    embedder.close()
    with pytest.raises(ModelError, match="closed"):
        embedder.embed_documents(["a", "the"])

"""Models by name, for a command and for a server."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from grooveseek.errors import ModelError
from grooveseek.models.loading import BackgroundModels, LoadedModels, load_embedder, load_reranker
from grooveseek.models.places import ModelFolder, Places
from grooveseek.models.protocol import Embedder, Models, Reranker
from support.models import HashEmbedder, OverlapReranker
from support.tiny_models import write_cross_encoder, write_embedder, write_manifest, write_word_tokenizer


def places(folder: Path) -> Places:
    return Places((ModelFolder(folder, "GROOVE_MODEL_DIR"),), hub=False)


def write_bge_small(folder: Path, dimension: int = 384) -> None:
    directory = folder / "bge-small-en-v1.5"
    directory.mkdir()
    write_word_tokenizer(directory / "tokenizer.json")
    write_embedder(directory / "model.onnx", dimension)


def no_embedder() -> Embedder:
    raise ModelError("bge-m3 is not on this machine")


def no_reranker() -> Reranker:
    raise ModelError("bge-base is not on this machine")


def test_a_known_model_from_a_folder_without_manifest(tmp_path: Path) -> None:
    write_bge_small(tmp_path)
    embedder = load_embedder("bge-small-en-v1.5", places(tmp_path))
    assert (embedder.identity, embedder.dimension, embedder.window) == ("bge-small-en-v1.5", 384, 512)
    assert embedder.build
    same, other = embedder.embed_documents(["the red cat", "a blue mat"])
    assert np.linalg.norm(same) == pytest.approx(1)
    assert same @ other < 0.9
    # Its prefix is made of unknown words here: question and document differ by those alone.
    assert embedder.embed_query("the red cat") @ same < 0.999


def test_a_manifest_wins_over_what_is_known(tmp_path: Path) -> None:
    write_bge_small(tmp_path, dimension=16)
    write_manifest(
        tmp_path / "bge-small-en-v1.5", id="bge-small-en-v1.5", kind="embedder", dimension=16, pooling="mean"
    )
    embedder = load_embedder("bge-small-en-v1.5", places(tmp_path))
    assert (embedder.dimension, embedder.window, embedder.build) == (16, 32, "tiny")
    np.testing.assert_array_equal(embedder.embed_query("cat"), embedder.embed_documents(["cat"])[0])


def test_a_reranker_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "bge-base").mkdir()
    write_word_tokenizer(tmp_path / "bge-base" / "tokenizer.json")
    write_cross_encoder(tmp_path / "bge-base" / "model.onnx", special=4)
    reranker = load_reranker("bge-base", places(tmp_path))
    assert reranker.identity == "bge-base"
    assert reranker.score("red cat", ["a red cat", "a dog"]).tolist() == [1.5, -0.5]


def test_an_unknown_or_missing_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no embedding model 'bge'"):
        load_embedder("bge", places(tmp_path))
    with pytest.raises(ModelError, match="bge-m3 is not on this machine: looked in"):
        load_embedder("bge-m3", places(tmp_path))
    with pytest.raises(ModelError, match="bge-v2-m3 is not on this machine: looked in"):
        load_reranker("bge-v2-m3", places(tmp_path))


def test_a_damaged_graph_fails_the_load(tmp_path: Path) -> None:
    write_bge_small(tmp_path)
    (tmp_path / "bge-small-en-v1.5" / "model.onnx").write_bytes(b"?")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_embedder("bge-small-en-v1.5", places(tmp_path))


def test_a_command_waits_for_its_models() -> None:
    go, begun = threading.Event(), threading.Event()
    hashed = HashEmbedder()

    def load() -> Embedder:
        begun.set()
        go.wait(30)
        return hashed

    models: Models = LoadedModels(load)
    assert begun.wait(30)
    threading.Timer(0.05, go.set).start()
    assert models.embedder() is hashed
    assert models.reranker() is None


def test_a_lazy_command_loads_nothing_it_does_not_ask_for() -> None:
    begun: list[str] = []

    def load_one() -> Embedder:
        begun.append("embedder")
        return HashEmbedder()

    def load_other() -> Reranker:
        begun.append("reranker")
        return OverlapReranker()

    models = LoadedModels(load_one, load_other, eager=False)
    assert begun == []
    models.reranker()
    assert begun == ["reranker"]


def test_a_command_is_told_what_is_wrong() -> None:
    models = LoadedModels(no_embedder, no_reranker)
    with pytest.raises(ModelError, match="bge-m3 is not"):
        models.embedder()
    with pytest.raises(ModelError, match="bge-base is not"):
        models.reranker()
    models.close()


def test_a_server_answers_without_a_model_that_is_still_loading() -> None:
    go = threading.Event()
    hashed, overlap = HashEmbedder(), OverlapReranker()

    def load() -> Embedder:
        go.wait(30)
        return hashed

    models = BackgroundModels(load, lambda: overlap, patience_seconds=0.01)
    assert models.embedder() is None
    assert models.problem is None
    go.set()
    patient: Models = models
    for _ in range(1000):
        if patient.embedder():
            break
    assert patient.embedder() is hashed
    assert patient.reranker() is overlap


def test_a_server_remembers_why_a_model_did_not_come() -> None:
    models = BackgroundModels(no_embedder, no_reranker, patience_seconds=10)
    assert models.embedder() is None
    assert models.reranker() is None
    assert models.problem == "bge-m3 is not on this machine; bge-base is not on this machine"


def test_a_server_without_reranker_has_none() -> None:
    models = BackgroundModels(HashEmbedder, patience_seconds=10)
    assert models.reranker() is None
    assert models.embedder() is not None
    assert models.problem is None


def test_closing_closes_what_was_loaded() -> None:
    hashed, overlap = HashEmbedder(), OverlapReranker()
    models = LoadedModels(lambda: hashed, lambda: overlap)
    models.embedder()
    models.reranker()
    models.close()
    assert hashed.closed
    assert overlap.closed


def test_work_that_can_wait_gets_the_model_a_question_does_not_wait_for() -> None:
    may_load = threading.Event()

    def load() -> HashEmbedder:
        may_load.wait(30)
        return HashEmbedder()

    models = BackgroundModels(load, patience_seconds=0)
    assert models.embedder() is None
    may_load.set()
    assert models.waiting().embedder().dimension == HashEmbedder().dimension

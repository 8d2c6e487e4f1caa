"""Which models a command uses, from configuration alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grooveseek.config.keys import Config, Embedding
from grooveseek.errors import ConfigError, ModelError
from grooveseek.models.choice import choose_embedder, choose_reranker

HTTP = Embedding(provider="openai-compatible", endpoint="http://127.0.0.1:9/v1/embeddings", model="m", dimension=384)
HOME = {"HOME": "/home/u"}


@pytest.mark.parametrize(
    ("config", "model", "identity", "dimension"),
    [
        (Config(), None, "multilingual-e5-small", 384),
        (Config(model="bge-m3"), None, "bge-m3", 1024),
        (Config(model="bge-m3"), "bge-small-en-v1.5", "bge-small-en-v1.5", 384),
        (Config(model="bge-m3", embedding=Embedding(model="bge-small-en-v1.5")), None, "bge-small-en-v1.5", 384),
        (Config(model="bge-m3", embedding=Embedding(model=" ")), None, "bge-m3", 1024),
        (Config(embedding=HTTP), None, "openai-compatible:m|m:51ccb6a47e20", 384),
        (Config(embedding=HTTP), "bge-m3", "bge-m3", 1024),
    ],
)
def test_flag_before_section_before_key(config: Config, model: str | None, identity: str, dimension: int) -> None:
    choice = choose_embedder(config, HOME, model)
    assert (choice.identity, choice.dimension) == (identity, dimension)
    assert choice.remote is identity.startswith("openai-compatible:")


def test_lines() -> None:
    assert choose_embedder(Config(), HOME).line == "Loading embedding model: multilingual-e5-small (384 dim)..."
    assert choose_embedder(Config(embedding=HTTP), HOME).line == (
        "Embedding endpoint: http://127.0.0.1:9/v1/embeddings (documents: m, queries: m, 384 dim)"
    )


def test_what_is_chosen_is_what_is_loaded() -> None:
    choice = choose_embedder(Config(), HOME)
    embedder = choice.load()
    assert (embedder.identity, embedder.dimension) == (choice.identity, choice.dimension)
    endpoint = choose_embedder(Config(embedding=HTTP), HOME)
    remote = endpoint.load()
    assert (remote.identity, remote.dimension) == (endpoint.identity, endpoint.dimension)
    remote.close()


def test_a_relative_folder_fails_the_load_and_not_the_choice() -> None:
    choice = choose_embedder(Config(), {"FASTEMBED_CACHE_DIR": "models"})
    with pytest.raises(ConfigError, match="FASTEMBED_CACHE_DIR must be an absolute path"):
        choice.load()


def test_an_unknown_name() -> None:
    with pytest.raises(ModelError, match="no embedding model 'ada'"):
        choose_embedder(Config(), HOME, "ada")
    with pytest.raises(ModelError, match="no reranker 'ada'"):
        choose_reranker(Config(), HOME, "ada")


@pytest.mark.parametrize(
    ("config", "flag", "chosen"),
    [
        (Config(), None, None),
        (Config(reranker="bge-base"), None, "bge-base"),
        (Config(reranker="bge-base"), "none", None),
        (Config(reranker="bge-base"), "bge-v2-m3", "bge-v2-m3"),
        (Config(), "bge-v2-m3", "bge-v2-m3"),
    ],
)
def test_rerankers(config: Config, flag: str | None, chosen: str | None) -> None:
    choice = choose_reranker(config, HOME, flag)
    assert (choice.id if choice else None) == chosen


def test_a_reranker_is_loaded_from_a_folder_and_its_licence_told(tmp_path: Path) -> None:
    choice = choose_reranker(Config(reranker="jina-v2-ml"), {**HOME, "GROOVE_MODEL_DIR": str(tmp_path)})
    assert choice
    assert choice.warning == "warning: the licence of jina-v2-ml (CC-BY-NC-4.0) allows non-commercial use only"
    (tmp_path / "jina-v2-ml").mkdir()
    with pytest.raises(ModelError, match=r"holds no model\.onnx"):
        choice.load()


def test_choosing_imports_nothing_heavy() -> None:
    script = (
        "import sys; import grooveseek.models.choice as c; from grooveseek.config.keys import Config, Embedding;"
        "c.choose_embedder(Config(), {}); c.choose_embedder(Config(embedding=Embedding(provider='openai-compatible',"
        "endpoint='http://h/e', model='m', dimension=3)), {});"
        "print(sorted({'onnxruntime', 'httpx2', 'sentencepiece', 'tokenizers', 'numpy'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50, check=True)
    assert ran.stdout == "[]\n"

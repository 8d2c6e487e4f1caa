"""Fetching through the optional library from a small hub on loopback, and what an earlier fetch left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grooveseek.models.catalogue import HubSource
from grooveseek.models.hub import cached_snapshot
from support.hub_server import running_hub
from support.tiny_models import write_embedder, write_word_tokenizer

pytest.importorskip("huggingface_hub", reason="needs the extra grooveseek[hub]")

SCRIPT = """
import sys
from pathlib import Path
from grooveseek.errors import GrooveError
from grooveseek.models.loading import load_embedder
from grooveseek.models.places import Places
try:
    embedder = load_embedder("bge-small-en-v1.5", Places(cache=Path(sys.argv[1]), hub=sys.argv[2] == "hub"))
except GrooveError as error:
    print("Error:", error)
else:
    print(embedder.identity, embedder.embed_documents(["the red cat", "a dog"]).shape)
"""


def load(cache: Path, endpoint: str, *, hub: bool = True) -> str:
    """What the script prints in a process of its own: the library reads its settings once, on import."""
    environment = {
        **os.environ,
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_ETAG_TIMEOUT": "1",
    }
    command = [sys.executable, "-c", SCRIPT, str(cache), "hub" if hub else "here"]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=50, check=True).stdout


def published(folder: Path, *, tokenizer: bool = True) -> Path:
    repository = folder / "BAAI" / "bge-small-en-v1.5"
    (repository / "onnx").mkdir(parents=True)
    write_embedder(repository / "onnx" / "model.onnx", 384)
    (repository / "pytorch_model.bin").write_bytes(b"not wanted")
    if tokenizer:
        write_word_tokenizer(repository / "tokenizer.json")
    return folder


def test_a_model_is_fetched_once_and_then_needs_no_hub(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with running_hub(published(tmp_path / "hub")) as (endpoint, asked):
        assert load(cache, endpoint) == "bge-small-en-v1.5 (2, 384)\n"
        assert any(path.endswith("/onnx/model.onnx") for path in asked)
        assert not any(path.endswith("pytorch_model.bin") for path in asked)
        before = len(asked)
        assert load(cache, endpoint) == "bge-small-en-v1.5 (2, 384)\n"
        assert len(asked) == before
    assert load(cache, endpoint, hub=False) == "bge-small-en-v1.5 (2, 384)\n"


def test_a_repository_that_lacks_a_file_is_named(tmp_path: Path) -> None:
    with running_hub(published(tmp_path / "hub", tokenizer=False)) as (endpoint, _):
        said = load(tmp_path / "cache", endpoint)
    assert said == "Error: the hub's repository BAAI/bge-small-en-v1.5 has no tokenizer.json for bge-small-en-v1.5\n"


def test_a_hub_that_does_not_know_the_model(tmp_path: Path) -> None:
    with running_hub(tmp_path) as (endpoint, _):
        said = load(tmp_path / "cache", endpoint)
    assert said.startswith(
        "Error: bge-small-en-v1.5 is not on this machine: looked in the installed packages, the cache "
    )
    assert "check the network and try again (" in said
    assert "into a folder bge-small-en-v1.5 and name the folder above it in GROOVE_MODEL_DIR" in said
    assert said.count("\n") == 1


SOURCE = HubSource("owner/name", graph="model.onnx", weights="model.bin")


def snapshot(cache: Path, revision: str, *files: str) -> Path:
    folder = cache / "models--owner--name" / "snapshots" / revision
    folder.mkdir(parents=True)
    for name in files:
        (folder / name).write_bytes(b"x")
    refs = cache / "models--owner--name" / "refs"
    refs.mkdir(exist_ok=True)
    (refs / "main").write_text(revision, encoding="ascii")
    return folder


def test_the_cached_revision_is_the_one_main_names(tmp_path: Path) -> None:
    snapshot(tmp_path, "old", "model.onnx", "model.bin", "tokenizer.json")
    new = snapshot(tmp_path, "new", "model.onnx", "model.bin", "tokenizer.json")
    assert cached_snapshot(tmp_path, SOURCE) == new


@pytest.mark.parametrize("files", [(), ("model.onnx", "tokenizer.json"), ("model.onnx", "model.bin")])
def test_a_snapshot_that_lacks_a_file_does_not_count(tmp_path: Path, files: tuple[str, ...]) -> None:
    snapshot(tmp_path, "new", *files)
    assert cached_snapshot(tmp_path, SOURCE) is None


def test_an_empty_cache(tmp_path: Path) -> None:
    assert cached_snapshot(tmp_path / "none", SOURCE) is None
    snapshot(tmp_path, "")
    assert cached_snapshot(tmp_path, SOURCE) is None

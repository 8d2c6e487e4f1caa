"""From a model's name to its files: the order of places, and the one line when none has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import ConfigError, ModelError
from grooveseek.models import lookup
from grooveseek.models.catalogue import embedder_card, reranker_card
from grooveseek.models.lookup import find_model
from grooveseek.models.places import ModelFolder, Places
from support.tiny_models import write_manifest

BGE = embedder_card("bge-small-en-v1.5")
DEFAULT = embedder_card("multilingual-e5-small")


def model_folder(folder: Path, model: str, *files: str) -> ModelFolder:
    (folder / model).mkdir(parents=True)
    for name in files:
        (folder / model / name).write_bytes(b"x")
    return ModelFolder(folder, "GROOVE_MODEL_DIR")


def fetched(cache: Path, *files: str) -> Path:
    repository = cache / "models--BAAI--bge-small-en-v1.5"
    snapshot = repository / "snapshots" / "abc"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("abc", encoding="ascii")
    for name in files:
        (snapshot / name).parent.mkdir(parents=True, exist_ok=True)
        (snapshot / name).write_bytes(b"x")
    return snapshot


def test_a_folder_wins_over_the_installed_package(tmp_path: Path) -> None:
    folder = model_folder(tmp_path, DEFAULT.id, "model.onnx", "sp.model")
    assert find_model(DEFAULT, Places((folder,))).graph == tmp_path / DEFAULT.id / "model.onnx"


def test_earlier_folders_win(tmp_path: Path) -> None:
    first = model_folder(tmp_path / "1", BGE.id, "model.onnx", "tokenizer.json")
    second = model_folder(tmp_path / "2", BGE.id, "model.onnx", "tokenizer.json")
    assert find_model(BGE, Places((first, second))).graph.is_relative_to(tmp_path / "1")
    empty = ModelFolder(tmp_path / "none", "GROOVE_MODEL_DIR")
    assert find_model(BGE, Places((empty, second))).graph.is_relative_to(tmp_path / "2")


def test_the_default_is_installed() -> None:
    files = find_model(DEFAULT, Places(hub=False))
    assert files.tokenizer.name == "sp.table"
    assert files.manifest.id == "multilingual-e5-small"
    assert (files.manifest.dimension, files.manifest.window) == (384, 512)
    assert set(files.manifest.files) == {"model.onnx", "model.bin", "sp.model", "sp.table"}
    assert files.manifest.build


def test_any_installed_package_may_bring_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    (site / "bge_small_data").mkdir(parents=True)
    directory = tmp_path / "data"
    model_folder(directory, BGE.id, "model.onnx", "tokenizer.json")
    text = f"DIRECTORY = {str(directory / BGE.id)!r}\n"
    (site / "bge_small_data" / "__init__.py").write_text(text, encoding="utf-8")
    info = site / "bge_small_data-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bge-small-data\nVersion: 1.0\n", encoding="utf-8")
    entry = f"[grooveseek.models]\n{BGE.id} = bge_small_data:DIRECTORY\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    monkeypatch.syspath_prepend(site)
    assert find_model(BGE, Places(hub=False)).graph == directory / BGE.id / "model.onnx"


def test_what_was_fetched_before_needs_no_hub(tmp_path: Path) -> None:
    snapshot = fetched(tmp_path, "onnx/model.onnx", "tokenizer.json")
    files = find_model(BGE, Places(cache=tmp_path, hub=False))
    assert files.graph == snapshot / "onnx" / "model.onnx"
    assert files.tokenizer == snapshot / "tokenizer.json"
    assert files.manifest.query_prefix == "Represent this sentence for searching relevant passages: "


def test_a_fetch_that_was_broken_off_does_not_count(tmp_path: Path) -> None:
    fetched(tmp_path, "onnx/model.onnx")
    with pytest.raises(ModelError, match="is not on this machine"):
        find_model(BGE, Places(cache=tmp_path, hub=False))


def test_one_line_when_no_place_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "hub_is_installed", lambda: False)
    with pytest.raises(ModelError) as caught:
        find_model(BGE, Places((ModelFolder(tmp_path, "GROOVE_MODEL_DIR"),), cache=tmp_path / "cache"))
    assert str(caught.value) == (
        f"bge-small-en-v1.5 is not on this machine: looked in {tmp_path / BGE.id} (GROOVE_MODEL_DIR), the installed "
        f"packages, the cache {tmp_path / 'cache'}; put its files (model.onnx, tokenizer.json, model.json) into a "
        "folder bge-small-en-v1.5 and name the folder above it in GROOVE_MODEL_DIR, or install the extra "
        '"grooveseek[hub]", which fetches it (130 MB)'
    )


def test_with_the_hub_switched_off_the_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "hub_is_installed", lambda: True)
    with pytest.raises(ModelError, match=r"no cache folder; .*, or connect to the network and unset HF_HUB_OFFLINE$"):
        find_model(BGE, Places(hub=False))


def test_nothing_is_fetched_into_an_unknown_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "hub_is_installed", lambda: True)
    with pytest.raises(ConfigError, match="set FASTEMBED_CACHE_DIR to an absolute path"):
        find_model(BGE, Places())


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ((), r"holds no model\.onnx"),
        (("tokenizer.json",), r"holds no model\.onnx"),
        (("model.onnx",), "holds no tokenizer"),
    ],
)
def test_a_folder_that_lacks_a_file_is_named(tmp_path: Path, files: tuple[str, ...], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        find_model(BGE, Places((model_folder(tmp_path, BGE.id, *files),)))


def test_a_folder_of_another_model_is_refused(tmp_path: Path) -> None:
    folder = model_folder(tmp_path, BGE.id, "model.onnx", "tokenizer.json")
    write_manifest(tmp_path / BGE.id, id="other", kind="embedder")
    with pytest.raises(ModelError, match=r"holds the embedder other, not the embedder bge-small-en-v1\.5"):
        find_model(BGE, Places((folder,)))


def test_a_reranker_is_found_alike(tmp_path: Path) -> None:
    folder = model_folder(tmp_path, "bge-base", "model.onnx", "sp.model")
    assert find_model(reranker_card("bge-base"), Places((folder,))).manifest.kind == "reranker"

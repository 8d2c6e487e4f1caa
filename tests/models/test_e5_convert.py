"""The whole conversion: a directory that loads, the same bytes every time, and the package it once made."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.catalogue import embedder_card
from grooveseek.models.lookup import find_model
from grooveseek.models.manifest import damaged_files, read_manifest
from grooveseek.models.places import Places
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import open_tokenizer
from support.conversion import reference_embedding, write_tiny_encoder

convert = import_module("e5_conversion.__main__").convert
FILES = {"model.onnx", "model.bin", "sp.model", "sp.table"}


def test_the_directory_loads_and_embeds(tmp_path: Path) -> None:
    tiny = write_tiny_encoder(tmp_path / "tiny.bin")
    convert(tiny.path, tmp_path / "model", "inputs")
    session = Session(tmp_path / "model" / "model.onnx")
    for name in ("sp.table", "sp.model"):
        encoded = open_tokenizer(tmp_path / "model" / name, 16).single("ab cab")
        assert encoded.ids == [0, 8, 4, 7, 9, 2]
        (vector,) = session.run("embedding", [encoded], pad=1)
        assert vector @ reference_embedding(tiny.tensors, encoded.ids) > 0.999


def test_manifest_and_files_agree(tmp_path: Path) -> None:
    build = convert(write_tiny_encoder(tmp_path / "tiny.bin").path, tmp_path / "model", "inputs")
    manifest = read_manifest(tmp_path / "model")
    assert manifest is not None
    assert manifest.files.keys() == FILES
    assert manifest.build == build
    assert damaged_files(tmp_path / "model", manifest) == []


def test_the_same_weights_give_the_same_files_over_old_ones(tmp_path: Path) -> None:
    source = write_tiny_encoder(tmp_path / "tiny.bin").path
    convert(source, tmp_path / "first", "inputs")
    for name in FILES:
        (tmp_path / "second").mkdir(exist_ok=True)
        (tmp_path / "second" / name).write_bytes(b"left over from a run that broke off")
    convert(source, tmp_path / "second", "inputs")
    for name in (*FILES, "model.json"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name


def test_weights_lie_beside_the_graph(tmp_path: Path) -> None:
    convert(write_tiny_encoder(tmp_path / "tiny.bin").path, tmp_path, "inputs")
    assert (tmp_path / "model.bin").stat().st_size > 16 * 1024
    (tmp_path / "model.bin").unlink()
    with pytest.raises(
        ModelError, match=r"model\.onnx cannot be loaded \(.*External data.*\); its files may be incomplete"
    ):
        Session(tmp_path / "model.onnx")


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_installed_files_are_those_that_were_built(name: str) -> None:
    files = find_model(embedder_card("multilingual-e5-small"), Places(hub=False))
    assert name in files.manifest.files
    assert name not in damaged_files(files.graph.parent, files.manifest)

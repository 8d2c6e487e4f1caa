"""`model.json`."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.models.catalogue import embedder_card
from grooveseek.models.manifest import Manifest, damaged_files, manifest_of_card, read_manifest
from support.tiny_models import write_manifest


def test_a_manifest_is_read(tmp_path: Path) -> None:
    write_manifest(
        tmp_path, id="m", kind="embedder", dimension=3, window=16, query_prefix="q: ", pooling="mean", later_key=1
    )
    assert read_manifest(tmp_path) == Manifest(
        id="m",
        kind="embedder",
        window=16,
        licence="MIT",
        dimension=3,
        query_prefix="q: ",
        pooling="mean",
        build="tiny",
    )


def test_no_manifest(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", '{"id": "m"}', '{"id": 1}', "\udcff"])
def test_a_broken_manifest_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "model.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ModelError, match=r"model\.json cannot be read"):
        read_manifest(tmp_path)


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    write_manifest(tmp_path, id="m", kind="embedder", format=2)
    with pytest.raises(ModelError, match="has format 2; this GrooveSeek reads format 1"):
        read_manifest(tmp_path)


def test_damaged_and_missing_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(b"abc")
    (tmp_path / "bad").write_bytes(b"abd")
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    manifest = Manifest(id="m", kind="embedder", window=1, licence="", files={"good": abc, "bad": abc, "gone": abc})
    assert damaged_files(tmp_path, manifest) == ["bad", "gone"]


@pytest.mark.parametrize(
    ("content", "same"),
    [
        (b"x" * 200_000, True),
        (b"y" + b"x" * 199_999, False),
        (b"x" * 199_999 + b"y", False),
        (b"x" * 200_001, False),
    ],
)
def test_build_without_manifest_follows_size_and_ends(tmp_path: Path, content: bytes, same: bool) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"x" * 200_000)
    card = embedder_card("bge-small-en-v1.5")
    before = manifest_of_card(card, [file])
    file.write_bytes(content)
    assert (manifest_of_card(card, [file]).build == before.build) is same
    assert len(before.build) == 12
    assert (before.id, before.dimension, before.pooling) == ("bge-small-en-v1.5", 384, "cls")

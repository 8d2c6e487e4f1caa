"""What the build decides before it converts anything, and the package it makes."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

workshop = import_module("e5_conversion.workshop")
manifest = import_module("e5_conversion.manifest")


def package(folder: Path) -> Path:
    for name, text in {"pyproject.toml": "a", "e5_conversion/graph.py": "b"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def wheel_with(path: Path, content: str, member: str = "grooveseek_model_e5_small/model/model.json") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, content)
    return path


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (lambda folder: (folder / "e5_conversion" / "graph.py").write_bytes(b"c"), True),
        (lambda folder: (folder / "README.md").write_bytes(b""), True),
        (lambda folder: (folder / "pyproject.toml").rename(folder / "pyproject.tom"), True),
        (
            lambda folder: (folder / "__pycache__").mkdir() or (folder / "__pycache__" / "x.pyc").write_bytes(b"x"),
            False,
        ),
        (lambda folder: (folder / "src/grooveseek_model_e5_small/model").mkdir(parents=True), False),
    ],
)
def test_inputs_are_every_tracked_file(tmp_path: Path, change: Callable[[Path], object], differs: bool) -> None:
    before = workshop.input_hash(package(tmp_path))
    change(tmp_path)
    assert (workshop.input_hash(tmp_path) != before) is differs


def test_made_data_is_no_input(tmp_path: Path) -> None:
    before = workshop.input_hash(package(tmp_path))
    made = tmp_path / "src" / "grooveseek_model_e5_small" / "model"
    made.mkdir(parents=True)
    (made / "model.onnx").write_bytes(b"weights")
    assert workshop.input_hash(tmp_path) == before


def test_line_ends_of_a_checkout_do_not_matter(tmp_path: Path) -> None:
    folder = package(tmp_path)
    (folder / "NOTICE").write_bytes(b"a\nb\n")
    before = workshop.input_hash(folder)
    (folder / "NOTICE").write_bytes(b"a\r\nb\r\n")
    assert workshop.input_hash(folder) == before


def test_recorded_inputs_of_a_finished_wheel(tmp_path: Path) -> None:
    assert workshop.recorded_inputs(wheel_with(tmp_path / "a.whl", '{"inputs": "abc"}')) == "abc"


@pytest.mark.parametrize("content", ["{}", "{", '{"inputs": 1}'])
def test_a_wheel_without_record_is_built_again(tmp_path: Path, content: str) -> None:
    assert workshop.recorded_inputs(wheel_with(tmp_path / "a.whl", content)) is None


def test_a_missing_or_damaged_wheel_is_built_again(tmp_path: Path) -> None:
    (tmp_path / "damaged.whl").write_bytes(b"PK")
    assert workshop.recorded_inputs(tmp_path / "missing.whl") is None
    assert workshop.recorded_inputs(tmp_path / "damaged.whl") is None
    assert workshop.recorded_inputs(wheel_with(tmp_path / "other.whl", "{}", member="x")) is None


def test_nothing_is_done_when_the_wheel_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = workshop.input_hash(workshop.PACKAGE)
    wheel = wheel_with(tmp_path / workshop.WHEEL, json.dumps({"inputs": inputs}))
    monkeypatch.setattr(workshop, "build_environment", None)
    assert workshop.main(["--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{wheel}\n"


def test_a_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(b"abc")
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert workshop.checked(path, abc) == path
    with pytest.raises(workshop.BuildError, match="expected 0000; delete it"):
        workshop.checked(path, "0000")
    with pytest.raises(workshop.BuildError, match=r"did not bring gone\.whl"):
        workshop.checked(tmp_path / "gone.whl", abc)


def test_manifest_describes_the_files(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"abc")
    (tmp_path / "sp.model").write_bytes(b"")
    build = manifest.write_manifest(tmp_path, ("model.onnx", "sp.model"), "inputs")
    written = json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))
    assert written["files"] == {
        "model.onnx": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sp.model": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    }
    assert written["build"] == build
    assert len(build) == 12
    assert (written["id"], written["dimension"], written["window"]) == ("multilingual-e5-small", 384, 512)


def test_build_follows_every_byte_of_every_file() -> None:
    files = {"model.onnx": "1", "sp.model": "2"}
    assert manifest.build_of(files) == manifest.build_of(dict(reversed(files.items())))
    assert manifest.build_of(files) != manifest.build_of({"model.onnx": "2", "sp.model": "1"})

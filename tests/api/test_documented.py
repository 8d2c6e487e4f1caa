"""The page about the API names what there is, and its example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grooveseek
from grooveseek.api.notes import Notes
from support.cli import user
from support.paths import REPOSITORY

PAGE = (REPOSITORY / "docs" / "python.md").read_text("utf-8")


def test_every_name_and_method_is_documented() -> None:
    methods = [name for name in vars(Notes) if not name.startswith("_")]
    for name in [*(name for name in dir(grooveseek) if name != "__version__"), *(f"Notes.{name}" for name in methods)]:
        assert re.search(rf"`(grooveseek\.)?{re.escape(name)}\b", PAGE) or f"`{name}`" in PAGE, name


def test_every_documented_method_exists() -> None:
    for name in re.findall(r"`Notes\.(\w+)", PAGE):
        assert hasattr(Notes, name), name


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    somebody = user(tmp_path)
    somebody.note("guide/releases.md", "# Releases\n\nTo roll a release back, switch the pointer to the one before.\n")
    monkeypatch.chdir(somebody.notes.parent)
    example = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
    exec(compile(example, "docs/python.md", "exec"), {})
    out = capsys.readouterr().out
    assert out.startswith("guide/releases.md Lines(start=3, end=3) To roll a release back")
    assert "# Releases" in out

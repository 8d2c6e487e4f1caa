"""The `groove` command in this process, with a model that costs nothing."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.cli.program import run
from support.cli import Ran, User, user
from support.models import HashEmbedder, OverlapReranker


@dataclass(frozen=True)
class Desk:
    """Somebody's notes, and the command run on them without a process of its own."""

    person: User

    @property
    def notes(self) -> Path:
        return self.person.notes

    @property
    def index(self) -> Path:
        return self.person.index

    def note(self, path: str, text: str) -> Path:
        return self.person.note(path, text)

    def config(self, text: str) -> Path:
        return self.person.config(text)

    def groove(self, *words: str | Path) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run([str(word) for word in words])
        return Ran(code, out.getvalue(), err.getvalue())

    def on_notes(self, command: str, *words: str | Path) -> Ran:
        """A command that is told where the notes are."""
        return self.groove(command, "--kb-path", self.notes, *words)


def desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """An empty desk below `folder`, which becomes the working folder."""
    person = user(folder)
    monkeypatch.chdir(person.cwd)
    monkeypatch.setenv("HOME", str(person.home))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "GROOVE_CONFIG_HOME", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("grooveseek.config.logs.set_up_logging", lambda *_, **__: None)
    monkeypatch.setattr(
        "grooveseek.models.loading.load_embedder",
        lambda _model, _places: HashEmbedder(dimension=384, identity="multilingual-e5-small"),
    )
    monkeypatch.setattr("grooveseek.models.loading.load_reranker", lambda _model, _places: OverlapReranker())
    return Desk(person)

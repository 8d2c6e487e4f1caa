"""The real `groove` program as a user runs it, with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from grooveseek.cli.program import root

GROOVE = Path(sys.executable).with_name("groove.exe" if sys.platform == "win32" else "groove")

_FOREIGN = ("GROOVE_", "XDG_", "LISTEN_", "HF_", "FASTEMBED", "RUST_LOG", "NO_COLOR")


@dataclass(frozen=True)
class Ran:
    """One call: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class User:
    """Somebody whose home, working folder and notes lie below one temporary folder."""

    root: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def cwd(self) -> Path:
        return self.root / "cwd"

    @property
    def notes(self) -> Path:
        return self.root / "kb" / "notes"

    @property
    def index(self) -> Path:
        return self.notes.parent / ".groove.db"

    @property
    def environ(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        return kept | {"HOME": str(self.home), "HF_HUB_OFFLINE": "1", **self.extra}

    def note(self, path: str, text: str) -> Path:
        """A file of the knowledge base."""
        file = self.notes / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def config(self, text: str) -> Path:
        """`groove.toml` in the working folder."""
        file = self.cwd / "groove.toml"
        file.write_text(text, encoding="utf-8")
        return file

    def groove(self, *words: str | Path) -> Ran:
        done = subprocess.run(
            [GROOVE, *words], cwd=self.cwd, env=self.environ, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def on_notes(self, command: str, *words: str | Path) -> Ran:
        """A command that is told where the notes are."""
        return self.groove(command, "--kb-path", self.notes, *words)


def user(folder: Path, **extra: str) -> User:
    made = User(folder, extra)
    for place in (made.home, made.cwd, made.notes):
        place.mkdir(parents=True, exist_ok=True)
    return made


def parsed(*words: str) -> dict[str, Any]:
    """The values that a subcommand's flags get, without running it. Raises what click raises."""
    group = root()
    command = group.get_command(click.Context(group), words[0])
    assert command is not None
    return command.make_context(words[0], list(words[1:])).params

"""Keepers of services that only write down what they were told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grooveseek.service.system import Outcome, System


@dataclass
class Recorder:
    """Stands for every program of the system: remembers each call, and answers as told."""

    answers: dict[str, Outcome] = field(default_factory=dict)
    """By a part of the command line; the first that fits is given."""
    calls: list[list[str]] = field(default_factory=list)
    at_call: Callable[[Sequence[str]], None] | None = None

    def __call__(self, command: Sequence[str]) -> Outcome:
        self.calls.append(list(command))
        if self.at_call:
            self.at_call(command)
        line = " ".join(command)
        return next((outcome for part, outcome in self.answers.items() if part in line), Outcome(0))

    @property
    def lines(self) -> list[str]:
        return [" ".join(call) for call in self.calls]


def system(folder: Path, platform: str, run: Recorder, **extra: str) -> System:
    """A machine whose home is `folder`."""
    names = {"win32": {"USERPROFILE": folder, "APPDATA": folder / "Roaming", "LOCALAPPDATA": folder / "Local"}}
    environ = {name: str(path) for name, path in names.get(platform, {"HOME": folder}).items()}
    return System(environ | extra, platform, run)


def fake_systemctl(folder: Path, *, state: str = "inactive", pid: int = 0, fails_at: str = "nothing") -> Path:
    """A folder with a `systemctl` to put in front of PATH; it appends each call to `calls` beside itself."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "systemctl"
    program.write_text(
        f"""#!{sys.executable}
import sys
words = sys.argv[1:]
with open({str(folder / "calls")!r}, "a") as calls:
    calls.write(" ".join(words) + "\\n")
if {fails_at!r} in words:
    sys.exit("Failed to connect to bus: No medium found")
if "show" in words:
    print("ActiveState={state}\\nMainPID={pid}")
"""
    )
    program.chmod(0o755)
    return folder


def calls_of(folder: Path) -> list[str]:
    file = folder / "calls"
    return file.read_text().splitlines() if file.exists() else []

"""The machine as this room sees it: its environment and platform, and a way to run its programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grooveseek.config.directories import Directories, directories
from grooveseek.config.discovery import running_executable
from grooveseek.config.environment import given_path
from grooveseek.errors import ConfigError, GrooveError

_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program ended."""

    code: int
    out: str = ""
    err: str = ""

    @property
    def reason(self) -> str:
        """The last line it said, for a message."""
        lines = (self.err.strip() or self.out.strip()).splitlines()
        return lines[-1].strip() if lines else f"exit code {self.code}"


Run = Callable[[Sequence[str]], Outcome]
"""Runs a program to its end. One that cannot be started gives exit code 127."""


def run_program(command: Sequence[str]) -> Outcome:
    try:
        done = subprocess.run(  # noqa: S603 - fixed programs of the operating system, no shell
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
        )
    except FileNotFoundError:
        return Outcome(127, err=f"{command[0]} is not installed")
    except (OSError, subprocess.TimeoutExpired) as error:
        return Outcome(127, err=str(error))
    return Outcome(done.returncode, _text(done.stdout), _text(done.stderr))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class System:
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    platform: str = sys.platform
    run: Run = run_program

    @property
    def folders(self) -> Directories:
        return directories(self.environ, self.platform)

    def config_home(self, name: str) -> Path:
        """The folder of an instance's configuration. Raises `ConfigError` where no base for it is known."""
        base = given_path(self.environ, "GROOVE_CONFIG_HOME") or self.folders.config
        if base is None:
            raise ConfigError(
                "there is no folder for the configuration of services: the home folder is not known; set "
                "GROOVE_CONFIG_HOME to an absolute path"
            )
        return base / "groove" / name


def groove_program(platform: str = sys.platform) -> Path:
    """The program to register: the one that runs. Raises `GrooveError` where that is not `groove`."""
    program = running_executable(sys.argv[0]) or Path(sys.executable).parent / "groove"
    if platform == "win32":
        # What starts the script there takes `.exe` off its own name.
        program = program.with_suffix(".exe")
    if not program.is_file():
        raise GrooveError(f"cannot tell which groove program to register: {program} does not exist; run groove by name")
    return program.resolve()

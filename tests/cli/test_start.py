"""Nothing heavy is imported before it is known that the arguments can be meant. `scripts/bench` prints the times."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from support.cli import GROOVE, User, user

MOST_BARE_STARTS = 4
"""In starts of an interpreter that imports click and nothing else; about two are needed. numpy alone takes three."""


def _seconds(command: Sequence[str | Path], somebody: User) -> float:
    started = time.perf_counter()
    subprocess.run(command, cwd=somebody.cwd, env=somebody.environ, capture_output=True, check=False)
    return time.perf_counter() - started


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["search", "--help"],
        ["search"],
        ["search", "q", "--mmr-lambda", "1.5"],
        ["graph", "--depth", "deep"],
        ["index", "--quiet", "--progress"],
        ["serve", "--bind", "localhost:1"],
        ["model", "path", "unknown"],
        ["service", "install", "--service-name", "a.b"],
    ],
)
def test_help_and_usage_errors_come_at_once(words: list[str], tmp_path: Path) -> None:
    somebody = user(tmp_path)
    bare, ours = [], []
    # In turn, so that other work on the machine slows both.
    for _ in range(6):
        bare.append(_seconds([sys.executable, "-c", "import click"], somebody))
        ours.append(_seconds([GROOVE, *words], somebody))
    assert min(ours) < MOST_BARE_STARTS * min(bare)

"""Completion scripts, and what they complete."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from grooveseek.cli.commands import SUBCOMMANDS
from support.cli import GROOVE, User, user


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    return user(tmp_path)


@pytest.mark.parametrize(("shell", "part"), [("bash", "complete"), ("zsh", "compdef"), ("fish", "complete --")])
def test_a_script_for_each_shell(shell: str, part: str, somebody: User) -> None:
    ran = somebody.groove("completion", shell)
    assert ran.code == 0
    assert part in ran.out
    assert "_GROOVE_COMPLETE" in ran.out
    if program := shutil.which(shell):
        assert subprocess.run([program, "-n"], input=ran.out, text=True, check=False).returncode == 0


def test_another_shell_is_refused(somebody: User) -> None:
    ran = somebody.groove("completion", "csh")
    assert (ran.code, ran.out) == (2, "")


def _completed(somebody: User, line: str) -> list[str]:
    """What bash is told for the last word of `line`."""
    words = line.split(" ")
    done = subprocess.run(
        [GROOVE],
        env=somebody.environ
        | {"_GROOVE_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_subcommands(somebody: User) -> None:
    assert {f"plain,{name}" for name in SUBCOMMANDS} <= set(_completed(somebody, "groove "))
    assert _completed(somebody, "groove service un") == ["plain,uninstall"]


def test_flags(somebody: User) -> None:
    assert _completed(somebody, "groove search --mmr-l") == ["plain,--mmr-lambda"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("groove search --format ", ["plain,json", "plain,text"]),
        ("groove index --model bge-s", ["plain,bge-small-en-v1.5"]),
        ("groove search --mmr t", ["plain,true"]),
        ("groove status --kb-path no", ["dir,no"]),
        ("groove --config gr", ["file,gr"]),
    ],
)
def test_values(line: str, expected: list[str], somebody: User) -> None:
    assert _completed(somebody, line) == expected

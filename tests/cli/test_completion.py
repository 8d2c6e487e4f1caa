"""Completion scripts, and what they complete."""

from __future__ import annotations

import os
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


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("groove model ", "list\tShow every model that is known by name, and whether it is on this machine."),
        ("groove search --mmr-l", "--mmr-lambda\tRelevance (1) against novelty (0)."),
        ("groove search --format ", "json"),
        ("groove status --kb-path no", "notes/\t"),
    ],
)
def test_what_fish_offers(line: str, shown: str, somebody: User) -> None:
    place = somebody.home / ".config" / "fish" / "completions"
    place.mkdir(parents=True)
    (place / "groove.fish").write_text(somebody.groove("completion", "fish").out)
    (somebody.cwd / "notes").mkdir()
    offered = _in_shell(somebody, "fish", f"complete -C '{line}'")
    assert any(entry.startswith(shown[:30]) for entry in offered), offered


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_what_zsh_offers(somebody: User) -> None:
    # The completion system wants a line editor; what it calls is looked at instead.
    script = "compdef() {}; _describe() { print -l -- ${(P)3} }\n"
    script += somebody.groove("completion", "zsh").out
    offered = _in_shell(somebody, "zsh", script + "words=(groove service un); CURRENT=3; _groove_completion")
    assert offered == ["uninstall:" + "Stop an instance and remove its registration."], offered


def _in_shell(somebody: User, shell: str, script: str) -> list[str]:
    path = f"{GROOVE.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", script],
        cwd=somebody.cwd,
        env=somebody.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()


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


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["groove", "search", "--format", "="], ["plain,json", "plain,text"]),
        (["groove", "search", "--format", "=", "t"], ["plain,text"]),
        (["groove", "search", "--format", "=", "text", "--mmr-l"], ["plain,--mmr-lambda"]),
    ],
)
def test_values_behind_an_equals_sign(words: list[str], expected: list[str], somebody: User) -> None:
    # Bash hands `--format=t` over as three words.
    assert _completed(somebody, " ".join(words)) == expected


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_what_bash_offers(somebody: User) -> None:
    script = somebody.groove("completion", "bash").out
    script += "COMP_WORDS=(groove service un); COMP_CWORD=2; _groove_completion groove\n"
    script += "printf '%s\\n' \"${COMPREPLY[@]}\""
    assert _in_shell(somebody, "bash", script) == ["uninstall"]

"""Groups, help and what stands before a subcommand."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grooveseek import __version__
from grooveseek.cli.commands import SUBCOMMANDS
from grooveseek.cli.group import first_sentence
from grooveseek.cli.program import run


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_the_version(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(capsys, flag) == (0, f"groove {__version__}\n", "")


def test_the_version_is_for_the_top_level_alone(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = _run(capsys, "status", "-V")
    assert (code, out) == (2, "")
    assert "no such flag '-V'" in err


@pytest.mark.parametrize("words", [[], ["service"], ["model"]])
def test_without_a_subcommand_the_usage_is_told_as_an_error(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = _run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("Usage: groove")
    assert "Commands:" in err


@pytest.mark.parametrize("words", [[], ["search"], ["service"], ["service", "install"], ["model", "list"]])
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_on_every_level(words: list[str], flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = _run(capsys, *words, flag)
    assert (code, err) == (0, "")
    assert out.startswith(" ".join(["Usage: groove", *words]))


@pytest.mark.parametrize("words", [[], ["search"], ["service"], ["service", "install"]])
def test_the_help_command_shows_the_same(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(capsys, "help", *words) == _run(capsys, *words, "--help")


def test_help_for_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = _run(capsys, "help", "nothing")
    assert (code, out) == (2, "")
    assert "No such command 'nothing'" in err


def test_an_unknown_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = _run(capsys, "serach", "q")
    assert (code, out) == (2, "")
    assert "Error: No such command 'serach'. Did you mean 'search'?" in err


@pytest.mark.parametrize("words", [["wibble"], ["help", "wibble"]])
def test_a_subcommand_like_no_other_is_answered_with_all(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = _run(capsys, *words)
    assert code == 2
    assert f"No such command 'wibble'. There are: {', '.join(SUBCOMMANDS)}." in err


def test_a_subcommand_of_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean 'install'?" in _run(capsys, "service", "instal")[2]
    assert "'groove search' has no subcommands" in _run(capsys, "help", "search", "deeper")[2]


def test_help_lists_every_subcommand_with_its_first_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = _run(capsys, "--help")
    for name, text in SUBCOMMANDS.items():
        assert f"  {name} " in out
        assert first_sentence(text).split()[0] in out


def test_help_and_usage_errors_import_no_subcommand_but_the_one_asked_for() -> None:
    script = (
        "import sys; from grooveseek.cli.program import run; run(['--help']); run(['status', '--kb-path']);"
        "print(sorted(name for name in sys.modules if name.startswith('grooveseek.cli.')))"
        ";print(any(name in sys.modules for name in ('numpy', 'apsw', 'yaml', 'onnxruntime', 'mcp', 'regex')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    *_, modules, heavy = done.stdout.splitlines()
    assert "grooveseek.cli.status" in modules
    assert "grooveseek.cli.search" not in modules
    assert heavy == "False"

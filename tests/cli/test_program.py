"""The process: exit codes, one message for what goes wrong, and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click
import pytest

from grooveseek.cli import program
from grooveseek.errors import ConfigError, GrooveError, UsageError
from grooveseek.models.http import EndpointError, EndpointReplyError
from support.cli import GROOVE, user


def _raising(error: BaseException) -> Callable[[], click.Command]:
    def fail() -> NoReturn:
        raise error

    return lambda: click.Command("groove", callback=fail)


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (GrooveError("no notes at x"), 1, "Error: no notes at x\n"),
        (ConfigError("x: not TOML"), 1, "Error: x: not TOML\n"),
        (UsageError("--limit must be >= 0"), 2, "Error: --limit must be >= 0\n"),
        (PermissionError(13, "Permission denied", "/x"), 1, "Error: Permission denied: /x\n"),
        (OSError(28, "No space left on device"), 1, "Error: No space left on device\n"),
        # A line end first: the terminal shows ^C where the cursor stands.
        (KeyboardInterrupt(), 130, "\ngroove: interrupted\n"),
    ],
)
def test_each_kind_of_failure_has_its_message_and_exit_code(
    error: BaseException, code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "root", _raising(error))
    assert program.run([]) == code
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", told)


def test_what_an_endpoint_said_is_told_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = EndpointError("the embedding endpoint answered HTTP 401")
    error.__cause__ = EndpointReplyError(b"no such \x1b[31mkey")
    monkeypatch.setattr(program, "root", _raising(error))
    assert program.run([]) == 1
    assert capsys.readouterr().err == (
        "Error: the embedding endpoint answered HTTP 401; the endpoint replied: no such \\x1b[31mkey\n"
    )


@pytest.mark.parametrize("error", [ValueError("odd"), MemoryError(), RecursionError("deep")])
def test_what_nobody_foresaw_is_one_line_too(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "root", _raising(error))
    assert program.run([]) == 1
    told = capsys.readouterr().err
    assert told.startswith("Error: ")
    assert told.count("\n") == 1
    assert "Traceback" not in told


def test_usage_errors_show_how_the_command_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["status", "--nothing"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("Usage: groove status [OPTIONS]\n")
    assert "Error: No such option '--nothing'" in captured.err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
@pytest.mark.parametrize(
    ("words", "stream", "code"),
    [
        (["help", "search"], "stdout", 0),
        (["--help"], "stdout", 0),
        (["--version"], "stdout", 0),
        (["search", "--help"], "stdout", 0),
        (["completion", "bash"], "stdout", 0),
        (["search", "--nothing"], "stderr", 2),
        (["status"], "stderr", 1),
    ],
)
def test_a_reader_that_went_away_is_no_error(words: list[str], stream: str, code: int, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: write}
    done = subprocess.run([GROOVE, *words], env=user(tmp_path).environ, check=False, **pipes)  # type: ignore[call-overload]
    os.close(write)
    assert (done.stdout or b"") + (done.stderr or b"") == b""
    assert done.returncode == code


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such device")
def test_a_result_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [GROOVE, "help"], env=user(tmp_path).environ, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="shells there cannot close a stream")
@pytest.mark.parametrize("closed", ["2>&-", ">&-", ">&- 2>&-"])
@pytest.mark.parametrize("words", ["status", "index --progress", "ask anchor", "validate", "model list"])
def test_closed_streams_do_not_matter(words: str, closed: str, tmp_path: Path) -> None:
    somebody = user(tmp_path)
    somebody.note("a.md", "# Anchor\n\nThe anchor is dropped in shallow water.\n")
    where = "" if words.startswith("model") else f"--kb-path '{somebody.notes}'"
    command = f"'{GROOVE}' {words} {where} {closed}"
    assert subprocess.run(["sh", "-c", command], env=somebody.environ, check=False).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_an_interrupt_ends_a_command_with_130(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    fifo = somebody.root / "config.toml"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [GROOVE, "--config", fifo, "status"],
        env=somebody.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with fifo.open("w"):
        # It has opened the other end, so it is past the start and waits for the file's text.
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "\ngroove: interrupted\n")


def test_what_is_told_is_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    somebody = user(tmp_path, LC_ALL="C", PYTHONIOENCODING="ascii")
    somebody.note("雨.md", "# 雨の日\n\n傘を持って出かける。")
    ran = somebody.on_notes("index")
    assert ran.code == 0
    assert "  indexed: 雨.md (1 chunks)" in ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="arguments are text elsewhere")
def test_arguments_that_are_no_text(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    command = [os.fsencode(GROOVE), b"search", b"--kb-path", os.fsencode(somebody.notes), b"\xff"]
    done = subprocess.run(command, env=somebody.environ, cwd=somebody.cwd, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"not valid Unicode" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    folder = os.fsencode(somebody.root) + b"/n\xff"
    os.mkdir(folder)  # noqa: PTH102 - a name of bytes
    done = subprocess.run(
        [os.fsencode(GROOVE), b"status", b"--kb-path", folder], env=somebody.environ, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"n\\udcff: the name is not valid Unicode; rename the folder" in done.stderr
    assert done.stderr.decode("utf-8").count("Traceback") == 0


def test_the_log_can_be_silenced(tmp_path: Path) -> None:
    assert "grooveseek::config" in user(tmp_path).on_notes("status").err
    assert "grooveseek::config" not in user(tmp_path, GROOVE_LOG="warn").on_notes("status").err


def test_a_broken_configuration_names_every_fault_without_a_traceback(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    somebody.config('modle = "x"\n[search]\nmin_confidence_ratio = "much"\n')
    ran = somebody.on_notes("search", "q")
    assert (ran.code, ran.out) == (1, "")
    assert "did you mean model?" in ran.err
    assert "min_confidence_ratio" in ran.err
    assert "Traceback" not in ran.err


def test_a_configuration_nested_beyond_reason_is_refused_at_once(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    file = somebody.config(".".join("a" * 100_000) + " = 1\n")
    ran = somebody.on_notes("status")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"Error: {file}: nested too deeply: a key of more than 16 parts on line 1\n"


_ENDING = """
import atexit, threading, time
import click
from grooveseek.cli import program

def answer():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    print("answer", end="")
    return 3

program.root = lambda: click.Command("groove", callback=answer)
atexit.register(print, "taken apart")
program.main()
"""


def test_what_is_still_loading_is_left_alone_at_the_end() -> None:
    done = subprocess.run([sys.executable, "-c", _ENDING], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "answer", "")

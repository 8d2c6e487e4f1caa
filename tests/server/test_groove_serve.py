"""`groove serve` as it is installed: what it refuses before it listens, and its first and last lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx2
import pytest

from support.server import INITIALIZE, call_line

GROOVE = str(Path(sys.executable).with_name("groove"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Holds a knowledge base and is the home."""
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb/readme.md").write_text("# Read me\n\nwords about chunking\n")
    return tmp_path


def started(folder: Path, *words: str, environ: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [GROOVE, "serve", "--kb-path", str(folder / "kb"), *words],
        cwd=folder,
        env={**os.environ, "HOME": str(folder), **(environ or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def refused(folder: Path, *words: str, environ: Mapping[str, str] | None = None) -> str:
    """What a start that is refused says on stderr; stdout has to be empty and the text ASCII."""
    child = started(folder, *words, environ=environ)
    output, errors = child.communicate(timeout=50)
    assert child.returncode not in (0, -9)
    assert output == b""
    assert b"Traceback" not in errors
    return errors.decode("ascii")


def test_an_address_beyond_this_machine_has_to_be_meant(folder: Path) -> None:
    told = refused(folder, "--transport", "http", "--bind", "0.0.0.0:3100")

    for words in ("--i-know", "no authentication", "whole knowledge base", "Host check", "session cap"):
        assert words in told


def test_without_standard_input_no_client_can_speak(folder: Path) -> None:
    closed = subprocess.run(
        ["/bin/sh", "-c", f"exec {GROOVE} serve --kb-path kb <&-"],
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
        capture_output=True,
        check=False,
        timeout=50,
    )

    assert closed.returncode == 1
    assert b"standard input or output is closed" in closed.stderr
    assert b"internal error" not in closed.stderr


def test_a_port_needs_http(folder: Path) -> None:
    assert "--transport http" in refused(folder, "--port", "4000")


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["--bind", "0.0.0.0:0", "--i-know"], "listening on 0.0.0.0:"),
        (["--bind", "127.0.0.2:0"], "listening on 127.0.0.2:"),
        (["--bind", "[::1]:0"], "listening on [::1]:"),
    ],
)
def test_addresses_that_are_let_through(folder: Path, words: list[str], fragment: str) -> None:
    with started(folder, "--transport", "http", *words) as child:
        assert child.stderr
        lines = []
        for line in child.stderr:
            lines.append(line.decode("ascii"))
            if "ready" in lines[-1]:
                break
        child.terminate()

        assert child.wait(30) == 0
    assert fragment in lines[-1]
    assert any("allowed_hosts is not set" in line for line in lines) == ("--i-know" in words)


def test_an_origin_that_cannot_match_stops_http_alone(folder: Path) -> None:
    (folder / "groove.toml").write_text('[transport.http]\nallowed_origins = ["127.0.0.1:3100"]\n')

    told = refused(folder, "--config", "groove.toml", "--transport", "http", "--port", "0")
    child = started(folder, "--config", "groove.toml", "--transport", "stdio")
    child.communicate(b"", timeout=50)

    assert "allowed_origins" in told
    assert "127.0.0.1:3100" in told
    assert child.returncode == 0


@pytest.mark.parametrize(
    ("environ", "fragment"), [({"LISTEN_PID": "999999", "LISTEN_FDS": "1"}, "999999"), ({"LISTEN_FDS": "1"}, "unset")]
)
def test_a_socket_for_somebody_else_is_refused(folder: Path, environ: dict[str, str], fragment: str) -> None:
    told = refused(folder, "--transport", "http", "--systemd-socket", environ=environ)

    assert fragment in told
    assert "LISTEN_PID" in told


def test_more_than_one_socket_is_refused(folder: Path) -> None:
    # Only the shell knows the process id before the program runs under it.
    script = f'LISTEN_PID=$$ LISTEN_FDS=2 exec "{GROOVE}" serve --kb-path kb --transport http --systemd-socket'
    told = subprocess.run(["/bin/sh", "-c", script], cwd=folder, capture_output=True, check=False, timeout=50)

    assert told.returncode == 1
    assert b"LISTEN_FDS is '2'" in told.stderr


def test_a_port_in_use_is_told(folder: Path) -> None:
    with started(folder, "--transport", "http", "--port", "0") as first:
        assert first.stderr
        url = next(line.decode() for line in first.stderr if b"ready" in line).rpartition(" ")[2].strip(")\n")
        told = refused(folder, "--transport", "http", "--bind", url)
        assert httpx2.get(f"http://{url}/healthz", trust_env=False).text == "ok"
        first.terminate()
        assert first.wait(30) == 0

    assert "another groove may be running" in told


def test_a_fresh_folder_is_indexed_and_searched_over_stdio(folder: Path) -> None:
    sent = [
        INITIALIZE,
        call_line("rebuild_index", request_id=2),
        call_line("search", {"query": "chunking", "include_low_quality": True}, request_id=3),
        call_line("search", {"query": "chunking", "mmr_lambda": 2}, request_id=4),
    ]
    with started(folder) as child:
        assert child.stdin
        assert child.stdout
        answers = []
        for message in sent:
            child.stdin.write(message)
            child.stdin.flush()
            answers.append(json.loads(child.stdout.readline()))
        child.stdin.close()
        assert child.wait(30) == 0

    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert answers[1]["result"]["structuredContent"]["total_documents"] == 1
    assert answers[2]["result"]["structuredContent"]["results"][0]["uri"] == "kb://doc/readme.md"
    assert answers[3]["result"]["isError"] is True


def test_without_its_model_words_are_searched_and_that_is_said(folder: Path) -> None:
    (folder / "kb/readme.md").write_text("# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    with started(folder, "--model", "bge-m3", environ={"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder)}) as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write(INITIALIZE)
        for request_id in range(2, 200):
            child.stdin.write(call_line("search", {"query": "anchor"}, request_id=request_id))
            child.stdin.flush()
            while (message := json.loads(child.stdout.readline())).get("id") != request_id:
                pass
            answer = json.loads(message["result"]["content"][0]["text"])
            if answer.get("results"):
                break
            # The watcher has not seen the folder yet.
            time.sleep(0.1)
        child.stdin.close()
        assert child.wait(30) == 0

    assert answer["results"][0]["path"] == "readme.md"
    assert any("words" in notice["message"] for notice in answer["notices"])

"""`groove serve`: which refusals come before anything is loaded, and how it starts and ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import GROOVE, User, user
from support.serving import free_port, serving

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and inherited sockets of POSIX")


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    made = user(tmp_path)
    made.note("a.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    return made


HTTP = ["--transport", "http"]
SOCKET = "[transport.http]\nsystemd_socket = true\n"


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        (["--bind", "127.0.0.1:4000"], "", "--transport http"),
        (["--port", "4000"], '[transport]\nkind = "stdio"\n', "--transport http"),
        (["--systemd-socket"], "", "--transport http"),
        ([*HTTP, "--bind", "0.0.0.0:4000"], "", "no authentication"),
        ([*HTTP, "--bind", "[::]:4000"], "", "whole knowledge base"),
        ([], '[transport.http]\nbind = "localhost:4000"\n', "transport.http.bind"),
        ([], '[transport.http]\nallowed_origins = ["localhost"]\n', "allowed_origins"),
        (["--port", "4000"], SOCKET, "two listeners"),
        ([], SOCKET + 'bind = "127.0.0.1:4000"\n', "bind"),
        ([], SOCKET + '[transport]\nkind = "stdio"\n', "systemd_socket"),
        ([], '[transport]\nkidn = "http"\n', "kidn"),
        ([], '[parsers]\nenabled = ["md", "odt"]\n', "unknown id 'odt'"),
        ([], '[parsers]\nenabled = ["xls"]\n', ".xlsx"),
    ],
)
def test_what_is_refused_before_a_model_loads(words: list[str], text: str, told: str, somebody: User) -> None:
    file = somebody.config(text)
    ran = somebody.on_notes("serve", "--config", file, *words)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert "Loading" not in ran.err
    assert "ready" not in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ["--bind", "localhost:4000"],
        ["--bind", "127.0.0.1"],
        ["--port", "65536"],
        ["--debounce-ms", "-1"],
        ["--rerank-by-default"],
        ["--rerank-by-default", "yes"],
        ["--transport", "HTTP"],
        ["--systemd-socket", "--bind", "127.0.0.1:4000"],
    ],
)
def test_what_cannot_be_meant(words: list[str], somebody: User) -> None:
    ran = somebody.on_notes("serve", *words)
    assert (ran.code, ran.out) == (2, "")


def test_another_model_s_index_is_refused(somebody: User) -> None:
    somebody.on_notes("index")
    ran = somebody.on_notes("serve", "--model", "bge-m3")
    assert (ran.code, ran.out) == (1, "")
    assert f"groove index --kb-path {somebody.notes} --force --model bge-m3" in ran.err


def test_another_knowledge_base_s_index_is_refused(somebody: User) -> None:
    somebody.on_notes("index")
    other = somebody.notes.parent / "other"
    other.mkdir()
    ran = somebody.groove("serve", "--kb-path", other)
    assert ran.code == 1
    assert str(somebody.notes) in ran.err


def test_a_damaged_index_is_refused(somebody: User) -> None:
    somebody.index.write_bytes(b"noise" * 5000)
    ran = somebody.on_notes("serve")
    assert (ran.code, ran.out) == (1, "")
    assert str(somebody.index) in ran.err


def test_a_port_in_use(somebody: User) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = somebody.on_notes("serve", *HTTP, "--port", port)
    assert (ran.code, ran.out) == (1, "")
    assert f"127.0.0.1:{port}" in ran.err
    assert "another groove" in ran.err


def test_stdio_ends_with_its_client(somebody: User) -> None:
    ran = somebody.on_notes("serve", "--no-watch")
    assert (ran.code, ran.out) == (0, "")
    assert "groove server ready (stdio transport)" in ran.err


def test_stdio_answers_on_stdout_and_says_everything_else_elsewhere(somebody: User) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    done = subprocess.run(
        [GROOVE, "serve", "--kb-path", somebody.notes],
        env=somebody.environ,
        cwd=somebody.cwd,
        input=json.dumps(hello) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["result"]["serverInfo"]["name"] == "grooveseek"


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_http_serves_until_it_is_told_to_end(number: signal.Signals, somebody: User) -> None:
    with serving(somebody, "--kb-path", somebody.notes, *HTTP, "--port", "0") as server:
        assert server.address
        assert server.address.startswith("127.0.0.1:")
        assert not server.address.endswith(":0")
        assert server.get("/healthz") == 200
        server.process.send_signal(number)
        _, err = server.process.communicate(timeout=20)
        assert server.process.returncode == 0
        assert "groove: shutdown signal received" in err


@posix
def test_a_socket_of_the_service_manager(somebody: User) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        address = "{}:{}".format(*listening.getsockname())
        # The process id that the variable names is known only in the process itself.
        script = (
            "import os, sys; fd = int(sys.argv[1]); os.dup2(fd, 3) if fd != 3 else os.set_inheritable(3, True);"
            "os.environ['LISTEN_PID'] = str(os.getpid()); os.environ['LISTEN_FDS'] = '1';"
            "os.execv(sys.argv[2], sys.argv[2:])"
        )
        process = subprocess.Popen(
            [
                *(sys.executable, "-c", script, str(listening.fileno()), str(GROOVE), "serve", *HTTP),
                *("--systemd-socket", "--no-watch", "--kb-path", str(somebody.notes)),
            ],
            env=somebody.environ,
            cwd=somebody.cwd,
            pass_fds=[listening.fileno()],
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stderr
            ready = next(line for line in process.stderr if "ready" in line or "Error" in line)
            assert f"listening on {address}" in ready
        finally:
            process.kill()
            process.communicate()


def test_activation_without_a_socket_never_falls_back(somebody: User) -> None:
    ran = somebody.on_notes("serve", *HTTP, "--systemd-socket")
    assert (ran.code, ran.out) == (1, "")
    assert "LISTEN_PID" in ran.err


def test_an_address_beyond_this_machine_from_a_trusted_file_needs_no_acknowledgement(somebody: User) -> None:
    port = free_port()
    file = somebody.config(f'[transport.http]\nbind = "0.0.0.0:{port}"\nallowed_hosts = ["notes.example"]\n')
    with serving(somebody, "--kb-path", somebody.notes, "--config", file) as server:
        assert server.address == f"0.0.0.0:{port}"

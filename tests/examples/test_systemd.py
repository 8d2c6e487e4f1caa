"""The units: checked by systemd's own tools, and what they start really started."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from support.cli import GROOVE, User
from support.recipes import EXAMPLES, needs, paths_found

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs systemd's tools, of Linux")

PROGRAM = "%h/.local/bin/groove"
UNITS = [*sorted((EXAMPLES / "systemd").iterdir()), *sorted((EXAMPLES / "nas").glob("grooveseek*"))]


def command(unit: str, key: str, **specifiers: str | Path) -> list[str]:
    """The words of an `Exec…=` line, its specifiers (`h` for `%h`) replaced."""
    (line,) = re.findall(rf"^{key}=(.*)$", (EXAMPLES / unit).read_text(), re.M)
    text = str(line).replace(PROGRAM, str(GROOVE))
    for letter, value in specifiers.items():
        text = text.replace(f"%{letter}", str(value))
    return shlex.split(text)


@needs("systemd-analyze", package="systemd")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace(PROGRAM, shutil.which("true") or ""))
    run = tmp_path / "run"
    run.mkdir(0o700)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", *(tmp_path / unit.name for unit in UNITS)],
        env=os.environ | {"XDG_RUNTIME_DIR": str(run)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@contextmanager
def activated(somebody: User, socket: Path) -> Iterator[None]:
    """What the service unit starts, with the socket of the socket unit, at the first connection."""
    words = command("systemd/grooveseek.service", "ExecStart", h=somebody.notes.parent)
    environ = [f"--setenv={name}={value}" for name, value in somebody.environ.items()]
    process = subprocess.Popen(
        ["systemd-socket-activate", f"--listen={socket}", *environ, *words],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=somebody.cwd,
    )
    try:
        while not socket.exists():
            assert process.poll() is None
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(20)


@needs("systemd-socket-activate", package="systemd")
def test_the_service_answers_on_the_socket_of_its_unit(somebody: User, tmp_path: Path) -> None:
    socket = tmp_path / "grooveseek.sock"

    async def ask() -> list[str]:
        transport = httpx2.AsyncHTTPTransport(uds=str(socket))
        with anyio.fail_after(50):
            async with (
                httpx2.AsyncClient(transport=transport, timeout=30) as http,
                Client(streamable_http_client("http://localhost/mcp", http_client=http)) as client,
            ):
                healthy = await http.get("http://localhost/healthz")
                assert healthy.text == "ok"
                page = await http.get("http://localhost/ui")
                assert page.status_code == 200
                return await paths_found(client, "anchor")

    with activated(somebody, socket):
        assert anyio.run(ask)[0] == "anchor.md"


def test_the_socket_is_for_its_owner_alone() -> None:
    text = (EXAMPLES / "systemd/grooveseek.socket").read_text()

    assert re.findall(r"^(\w+)=(.*)$", text.partition("[Socket]")[2].partition("[Install]")[0], re.M) == [
        ("ListenStream", "%t/grooveseek.sock"),
        ("SocketMode", "0600"),
        ("Accept", "no"),
    ]


@needs("mountpoint", package="util-linux")
def test_the_timer_passes_over_a_share_that_is_not_there(tmp_path: Path) -> None:
    *words, share = command("nas/grooveseek-index.service", "ExecCondition")

    assert share == "/mnt/notes"
    # Codes from 1 to 254 skip the run without calling it a failure.
    assert 1 <= subprocess.run([*words, tmp_path], check=False).returncode <= 254
    assert subprocess.run([*words, "/proc"], check=False).returncode == 0


def test_the_timer_indexes_what_its_settings_name(somebody: User, tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings = home / ".config/groove/groove.toml"
    settings.parent.mkdir(parents=True)
    text = (EXAMPLES / "nas/groove.toml").read_text()
    assert 'kb_path = "/mnt/notes"' in text
    settings.write_text(text.replace("/mnt/notes", str(somebody.notes)))
    subprocess.run(command("nas/grooveseek-index.service", "ExecStartPre", h=home), check=True)
    done = subprocess.run(
        command("nas/grooveseek-index.service", "ExecStart", h=home),
        env=somebody.environ | {"HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (home / ".local/share/groove/notes.db").is_file()

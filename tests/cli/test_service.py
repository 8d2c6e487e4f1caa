"""`groove service` as a process, with a `systemctl` that only writes down what it is told."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from support.cli import User, user
from support.service import calls_of, fake_systemctl
from support.serving import serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the registration is systemd's")


def _with_systemctl(folder: Path, **answers: str | int) -> User:
    fake = fake_systemctl(folder / "fake", **answers)  # type: ignore[arg-type]
    return user(folder, PATH=f"{fake}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    return _with_systemctl(tmp_path)


def test_config_is_accepted_and_not_looked_at(somebody: User) -> None:
    for words in (["--config", "none", "service", "list"], ["service", "list", "--config", "none"]):
        assert somebody.groove(*words).code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tray-install"], "only supported on Windows"),
        (["tray-uninstall"], "only supported on Windows"),
        (["install", "--with-tray", "--kb-path", "."], "only supported on Windows"),
        (["install", "--kb-path", ".", "--bind", "3105"], "IP:PORT"),
        (["install", "--kb-path", ".", "--bind", "0.0.0.0:3105"], "whole knowledge base"),
        (["install"], "--kb-path is required"),
        (["uninstall", "--purge"], "--yes"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(words: list[str], told: str, somebody: User) -> None:
    ran = somebody.groove("service", *words)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert list(somebody.home.rglob("*")) == []
    assert calls_of(somebody.root / "fake") == []


def test_the_refusal_to_be_exposed_is_the_server_s(somebody: User) -> None:
    install = somebody.groove("service", "install", "--kb-path", somebody.notes, "--bind", "0.0.0.0:3105")
    serve = somebody.on_notes("serve", "--transport", "http", "--bind", "0.0.0.0:3105")
    assert install.err.splitlines()[-1] == serve.err.splitlines()[-1]


def test_an_installation_from_beginning_to_end(somebody: User) -> None:
    ran = somebody.groove("service", "install", "--service-name", "work", "--kb-path", somebody.notes)
    assert (ran.code, ran.out) == (0, "")
    note, done = ran.err.splitlines()
    assert "enable-linger" in note
    assert done == f"Service 'work' installed (config_home: {somebody.home / '.config/groove/work'})."

    ran = somebody.groove("service", "status", "--service-name", "work")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"work: stopped (bind 127.0.0.1:3100, kb_path {somebody.notes})\n"

    header, row = somebody.groove("service", "list").out.splitlines()
    assert header.split() == ["NAME", "STATUS", "BIND", "KB_PATH", "UPTIME"]
    assert row.split() == ["work", "stopped", "127.0.0.1:3100", str(somebody.notes), "-"]
    assert header.index("KB_PATH") == row.index(str(somebody.notes))

    ran = somebody.groove("service", "uninstall", "--service-name", "work")
    assert (ran.code, ran.out) == (0, "")
    assert "Removed service unit for 'work'." in ran.err
    assert str(somebody.home / ".config/groove/work") in ran.err
    assert somebody.groove("service", "status", "--service-name", "work").out == "work: not found\n"
    assert somebody.groove("service", "uninstall", "--service-name", "work", "--purge", "--yes").code == 0
    assert not (somebody.home / ".config/groove/work").exists()


def test_a_folder_of_configuration_of_one_s_own(tmp_path: Path) -> None:
    somebody = _with_systemctl(tmp_path)
    named = user(tmp_path, PATH=somebody.extra["PATH"], GROOVE_CONFIG_HOME=str(tmp_path / "base"))
    assert named.groove("service", "install", "--kb-path", named.notes).code == 0
    assert (tmp_path / "base/groove/groove/groove.toml").exists()


def test_the_registered_command_serves_what_was_installed(somebody: User) -> None:
    somebody.groove("service", "install", "--kb-path", somebody.notes, "--bind", "127.0.0.1:0")
    unit = somebody.home / ".config/systemd/user/groove-groove.service"
    (line,) = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
    program, *words = line.removeprefix("ExecStart=").split()
    assert Path(program).name == "groove"
    assert words[0] == "serve"
    with serving(somebody, *words[1:]) as server:
        assert server.address


@pytest.mark.timeout(120)
def test_a_running_instance_is_asked_how_it_is(tmp_path: Path) -> None:
    somebody = _with_systemctl(tmp_path)
    somebody.note("a.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    assert somebody.on_notes("index").code == 0
    with serving(somebody, "--kb-path", somebody.notes, "--transport", "http", "--port", "0") as server:
        somebody = _with_systemctl(tmp_path, state="active", pid=server.process.pid)
        assert server.address
        somebody.groove("service", "install", "--kb-path", somebody.notes, "--bind", server.address)
        deadline = time.monotonic() + 60
        while "(unknown)" in (out := somebody.groove("service", "status").out) and time.monotonic() < deadline:
            # The index is opened after the server is ready.
            time.sleep(0.2)
        start, end = out.split("uptime ")[0], out.split("s, ", 1)[1]
        assert start == "groove: running ("
        assert end == f"bind {server.address}, kb_path {somebody.notes}, model multilingual-e5-small)\n"


def test_without_a_user_s_service_manager_nothing_is_changed(tmp_path: Path) -> None:
    somebody = _with_systemctl(tmp_path, fails_at="daemon-reload")
    ran = somebody.groove("service", "install", "--kb-path", somebody.notes)
    assert (ran.code, ran.out) == (1, "")
    assert "No medium found" in ran.err
    assert [path for path in somebody.home.rglob("*") if path.is_file()] == []

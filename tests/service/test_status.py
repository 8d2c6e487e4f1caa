from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.service import status
from grooveseek.service.daemon import Daemon
from grooveseek.service.instance import Instance
from grooveseek.service.status import InstanceStatus, all_statuses, status_of, table
from grooveseek.service.system import Outcome
from support.service import Recorder, system

ACTIVE = Outcome(0, "ActiveState=active\nMainPID=42\n")
INACTIVE = Outcome(0, "ActiveState=inactive\nMainPID=0\n")
NO_BUS = Outcome(1, err="Failed to connect to bus")

FILE = 'kb_path = "/kb"\n[transport.http]\nbind = "127.0.0.1:3105"\n'


def _installed(folder: Path, name: str, text: str | None) -> None:
    units = folder / ".config/systemd/user"
    units.mkdir(parents=True, exist_ok=True)
    (units / f"groove-{name}.service").touch()
    if text is not None:
        home = folder / ".config/groove" / name
        home.mkdir(parents=True)
        (home / "groove.toml").write_text(text)


@pytest.mark.parametrize(
    ("shown", "daemon", "told"),
    [
        (ACTIVE, Daemon(42, 9, "bge-m3"), "work: running (uptime 9s, bind 127.0.0.1:3105, kb_path /kb, model bge-m3)"),
        (ACTIVE, None, "work: running (uptime (unknown), bind 127.0.0.1:3105, kb_path /kb, model (unknown))"),
        # Another process answers on the port.
        (
            ACTIVE,
            Daemon(1, 9, "bge-m3"),
            "work: running (uptime (unknown), bind 127.0.0.1:3105, kb_path /kb, model (unknown))",
        ),
        (INACTIVE, Daemon(42, 9, "x"), "work: stopped (bind 127.0.0.1:3105, kb_path /kb)"),
        # The service manager cannot be asked, but the instance can.
        (NO_BUS, Daemon(42, 9, None), "work: running (uptime 9s, bind 127.0.0.1:3105, kb_path /kb, model (unknown))"),
        (NO_BUS, None, "work: stopped (bind 127.0.0.1:3105, kb_path /kb)"),
    ],
)
def test_how_an_instance_is(
    shown: Outcome, daemon: Daemon | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed(tmp_path, "work", FILE)
    monkeypatch.setattr(status, "ask_daemon", lambda _: daemon)
    assert str(status_of(system(tmp_path, "linux", Recorder({"show": shown})), "work")) == told


def test_a_file_that_cannot_be_read_is_unknown(tmp_path: Path) -> None:
    _installed(tmp_path, "work", "not TOML")
    machine = system(tmp_path, "linux", Recorder({"show": INACTIVE}))
    assert str(status_of(machine, "work")) == "work: stopped (bind (unknown), kb_path (unknown))"


def test_a_name_without_a_unit_is_not_found_whatever_systemd_says(tmp_path: Path) -> None:
    assert str(status_of(system(tmp_path, "linux", Recorder({"show": INACTIVE})), "work")) == "work: not found"


def test_every_instance_is_listed_by_its_unit(tmp_path: Path) -> None:
    _installed(tmp_path, "work", FILE)
    _installed(tmp_path, "a", None)
    statuses = all_statuses(system(tmp_path, "linux", Recorder({"show": INACTIVE})))
    assert [(one.name, one.bind) for one in statuses] == [("a", "(unknown)"), ("work", "127.0.0.1:3105")]


def test_the_table_is_aligned() -> None:
    rows = [
        InstanceStatus("a", "stopped", Instance()),
        InstanceStatus("work", "running", Instance(Path("/kb"), "127.0.0.1:3105"), Daemon(1, 5, None)),
    ]
    assert table(rows) == (
        "NAME  STATUS   BIND            KB_PATH    UPTIME\n"
        "a     stopped  (unknown)       (unknown)  -\n"
        "work  running  127.0.0.1:3105  /kb        5s"
    )


def test_the_table_of_nothing_is_its_header() -> None:
    assert table([]) == "NAME  STATUS  BIND  KB_PATH  UPTIME"

"""Units of the user's systemd, held against systemd.service(5), systemd.syntax(7) and systemd's own checker."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.service.launch import Launch
from grooveseek.service.running import Running
from grooveseek.service.system import Outcome
from grooveseek.service.systemd import LINGER_NOTE, Systemd, unit_text
from support.service import Recorder, system


def _launch(
    home: Path = Path("/home/me/.config/groove/work"), program: str = "/bin/groove", auto: bool = True
) -> Launch:
    return Launch("work", Path(program), home, home / "groove.toml", auto)


def _line(launch: Launch, key: str) -> str:
    return next(line for line in unit_text(launch).splitlines() if line.startswith(f"{key}="))


def test_a_unit() -> None:
    assert (
        unit_text(_launch())
        == """\
[Unit]
Description=GrooveSeek (work)

[Service]
Type=simple
WorkingDirectory=/home/me/.config/groove/work
ExecStart=/bin/groove serve --config /home/me/.config/groove/work/groove.toml
Restart=on-failure
RestartSec=5s
Environment=RUST_LOG=info
StandardOutput=journal
StandardError=journal

[Install]
WantedBy=default.target
"""
    )


def test_16_words_that_mean_something_to_systemd() -> None:
    launch = _launch(Path("/srv/$T/50%"), "/home/a b/bin/groove")
    assert _line(launch, "ExecStart") == 'ExecStart="/home/a b/bin/groove" serve --config /srv/$$T/50%%/groove.toml'
    assert _line(launch, "WorkingDirectory") == "WorkingDirectory=/srv/$T/50%%"


@pytest.mark.parametrize(
    ("folder", "written"),
    [
        ("/a b", '"/a b/groove.toml"'),
        ('/a"b', '"/a\\"b/groove.toml"'),
        ("/a\\b", '"/a\\\\b/groove.toml"'),
        ("/a'b", '"/a\'b/groove.toml"'),
        ("/日本", "/日本/groove.toml"),
    ],
)
def test_words_that_need_quotes(folder: str, written: str) -> None:
    assert _line(_launch(Path(folder)), "ExecStart").endswith(f"--config {written}")


@pytest.mark.parametrize("name", ["plain", "a b", "50%", "$HOME", "it's", 'say "hi"', "back\\slash", "日本"])
def test_systemd_itself_finds_the_program_and_takes_the_unit(name: str, tmp_path: Path) -> None:
    checker = shutil.which("systemd-analyze")
    if checker is None:
        pytest.skip("systemd-analyze is not installed")
    home = tmp_path / name
    home.mkdir()
    # It takes no program with a quote or a backslash in its path.
    place = tmp_path if set(name) & set("\"'\\") else home
    program = shutil.copy("/bin/true", place / "groove")
    unit = tmp_path / "groove-work.service"
    unit.write_text(unit_text(_launch(home, str(program))))
    (tmp_path / "run").mkdir()
    environ = os.environ | {"XDG_RUNTIME_DIR": str(tmp_path / "run")}
    checked = subprocess.run(
        [checker, "verify", "--user", "--man=no", unit], env=environ, capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("program", ["/it's/groove", '/say "hi"/groove', "/back\\slash/groove"])
def test_a_program_that_systemd_would_not_run_is_refused(program: str) -> None:
    with pytest.raises(GrooveError, match="cannot be run by systemd"):
        unit_text(_launch(program=program))


def test_registering_enables_and_starts(tmp_path: Path) -> None:
    run = Recorder()
    manager = Systemd(system(tmp_path, "linux", run))
    assert manager.register(_launch()) == [LINGER_NOTE]
    assert (tmp_path / ".config/systemd/user/groove-work.service").read_text() == unit_text(_launch())
    assert run.lines == [
        "systemctl --user daemon-reload",
        "systemctl --user enable groove-work.service",
        "systemctl --user restart groove-work.service",
    ]


def test_without_auto_start_only_a_running_one_is_restarted(tmp_path: Path) -> None:
    run = Recorder()
    Systemd(system(tmp_path, "linux", run)).register(_launch(auto=False))
    assert run.lines == ["systemctl --user daemon-reload", "systemctl --user try-restart groove-work.service"]


def test_units_lie_where_the_variable_says(tmp_path: Path) -> None:
    manager = Systemd(system(tmp_path, "linux", Recorder(), XDG_CONFIG_HOME=str(tmp_path / "xdg")))
    assert manager.artifact("work") == str(tmp_path / "xdg/systemd/user/groove-work.service")


@pytest.mark.parametrize("step", ["daemon-reload", "enable", "restart"])
def test_a_failure_leaves_no_unit_behind(step: str, tmp_path: Path) -> None:
    run = Recorder({f" {step}": Outcome(1, err="Failed to connect to bus: No medium found")})
    manager = Systemd(system(tmp_path, "linux", run))
    with pytest.raises(GrooveError, match=f"{step}.*No medium found.*Nothing was changed"):
        manager.register(_launch())
    assert not manager.exists("work")
    assert run.lines[-2:] == ["systemctl --user disable groove-work.service", "systemctl --user daemon-reload"]


def test_a_failure_puts_the_old_unit_back(tmp_path: Path) -> None:
    manager = Systemd(system(tmp_path, "linux", Recorder()))
    manager.register(_launch(program="/old/groove"))
    failing = Systemd(system(tmp_path, "linux", Recorder({"restart": Outcome(1)})))
    with pytest.raises(GrooveError):
        failing.register(_launch(program="/new/groove"))
    assert "/old/groove" in Path(manager.artifact("work")).read_text()


def test_removing_stops_disables_and_removes(tmp_path: Path) -> None:
    run = Recorder()
    manager = Systemd(system(tmp_path, "linux", run))
    manager.register(_launch())
    run.calls.clear()
    manager.remove("work")
    assert not manager.exists("work")
    assert [line.split()[2] for line in run.lines] == ["stop", "disable", "daemon-reload"]


def test_removing_minds_no_failure_to_stop(tmp_path: Path) -> None:
    manager = Systemd(system(tmp_path, "linux", Recorder({"": Outcome(1)})))
    manager.remove("work")
    manager.remove("work")


@pytest.mark.parametrize(
    ("shown", "running"),
    [
        (Outcome(0, "ActiveState=active\nMainPID=42\n"), Running(True, 42)),
        (Outcome(0, "MainPID=0\nActiveState=inactive\n"), Running(False)),
        (Outcome(0, "ActiveState=failed\nMainPID=0\n"), Running(False)),
        (Outcome(0, "ActiveState=activating\nMainPID=0\n"), Running(False)),
        (Outcome(1, err="no bus"), Running(None)),
    ],
)
def test_what_systemd_says_of_it(shown: Outcome, running: Running, tmp_path: Path) -> None:
    assert Systemd(system(tmp_path, "linux", Recorder({"show": shown}))).running("work") == running


def test_instances_are_found_by_their_units(tmp_path: Path) -> None:
    units = tmp_path / ".config/systemd/user"
    units.mkdir(parents=True)
    for name in ("groove-b.service", "groove-a.service", "groove-.service", "groove-x.timer", "other.service"):
        (units / name).touch()
    assert Systemd(system(tmp_path, "linux", Recorder())).names() == ["a", "b"]

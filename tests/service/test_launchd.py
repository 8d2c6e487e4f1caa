"""Agents of launchd. Facts: launchd.plist(5) and launchctl(1) of macOS."""

from __future__ import annotations

import plistlib
import stat
from pathlib import Path
from typing import Any

import pytest

from grooveseek.errors import GrooveError
from grooveseek.service.launch import Launch
from grooveseek.service.launchd import Launchd, plist
from grooveseek.service.running import Running
from grooveseek.service.system import Outcome
from support.service import Recorder, system


def _launch(home: Path = Path("/h"), *, auto: bool = True) -> Launch:
    return Launch("work", Path("/bin/groove"), home, home / "groove.toml", auto)


def _launchd(folder: Path, run: Recorder) -> Launchd:
    return Launchd(system(folder, "darwin", run), uid=501, sleep=lambda _: None)


@pytest.mark.parametrize("auto", [True, False])
def test_an_agent(auto: bool) -> None:
    read: dict[str, Any] = plistlib.loads(plist(_launch(auto=auto)))
    assert read == {
        "Label": "com.groove.work",
        "ProgramArguments": ["/bin/groove", "serve", "--config", "/h/groove.toml"],
        "WorkingDirectory": "/h",
        "RunAtLoad": auto,
        "KeepAlive": auto,
        "EnvironmentVariables": {"RUST_LOG": "info"},
        # "Umask <integer or string>": an integer is read as decimal, a string as strtoul(3) reads it, here octal.
        "Umask": "0077",
        "StandardOutPath": "/h/groove.out",
        "StandardErrorPath": "/h/groove.err",
    }


def test_values_are_escaped_for_xml() -> None:
    written = plist(_launch(Path("/R&D <x>")))
    assert b"/R&amp;D &lt;x&gt;/groove.toml" in written
    assert plistlib.loads(written)["WorkingDirectory"] == "/R&D <x>"


def test_the_file_is_named_by_its_label(tmp_path: Path) -> None:
    # "it is the expected convention for launchd property list files to be named <Label>.plist"
    manager = _launchd(tmp_path, Recorder())
    assert manager.artifact("work") == str(tmp_path / "Library/LaunchAgents/com.groove.work.plist")


def test_registering_loads_it_anew(tmp_path: Path) -> None:
    # bootout takes a service target, gui/<uid>/<label>; bootstrap a domain target, gui/<uid>, and a path.
    run = Recorder()
    manager = _launchd(tmp_path, run)
    assert manager.register(_launch()) == []
    assert run.calls == [
        ["launchctl", "bootout", "gui/501/com.groove.work"],
        ["launchctl", "bootstrap", "gui/501", manager.artifact("work")],
    ]
    assert Path(manager.artifact("work")).read_bytes() == plist(_launch())


def test_a_failure_to_unload_does_not_matter(tmp_path: Path) -> None:
    manager = _launchd(tmp_path, Recorder({"bootout": Outcome(3, err="No such process")}))
    manager.register(_launch())
    assert manager.exists("work")


def test_loading_waits_for_the_old_one_to_end(tmp_path: Path) -> None:
    busy = {"bootstrap": Outcome(5, err="Bootstrap failed: 5: Input/output error")}
    run = Recorder(busy)
    run.at_call = lambda _: busy.clear() if len(run.calls) == 4 else None
    _launchd(tmp_path, run).register(_launch())
    assert [call[1] for call in run.calls] == ["bootout", "bootstrap", "bootstrap", "bootstrap"]


def test_what_cannot_be_loaded_leaves_nothing_behind(tmp_path: Path) -> None:
    run = Recorder({"bootstrap": Outcome(125, err="Domain does not support specified action")})
    manager = _launchd(tmp_path, run)
    with pytest.raises(GrooveError, match="Domain does not support specified action"):
        manager.register(_launch())
    assert not manager.exists("work")


def test_without_auto_start_nothing_is_loaded(tmp_path: Path) -> None:
    run = Recorder()
    _launchd(tmp_path, run).register(_launch(auto=False))
    assert run.calls == []


def test_logs_that_are_there_become_private(tmp_path: Path) -> None:
    (tmp_path / "groove.out").touch(0o644)
    _launchd(tmp_path, Recorder()).register(_launch(tmp_path))
    assert stat.S_IMODE((tmp_path / "groove.out").stat().st_mode) == 0o600


def test_removing_unloads_and_removes(tmp_path: Path) -> None:
    run = Recorder()
    manager = _launchd(tmp_path, run)
    manager.register(_launch(auto=False))
    manager.remove("work")
    manager.remove("work")
    assert not manager.exists("work")
    assert run.calls == [["launchctl", "bootout", "gui/501/com.groove.work"]] * 2


PRINTED = """\
gui/501/com.groove.work = {
\tactive count = 1
\tpath = /Users/x/Library/LaunchAgents/com.groove.work.plist
\tstate = running

\tprogram = /bin/groove
\tpid = 4711
}
"""


@pytest.mark.parametrize(
    ("printed", "running"),
    [
        (Outcome(0, PRINTED), Running(True, 4711)),
        (Outcome(0, PRINTED.replace("= running", "= not running").replace("pid =", "x =")), Running(False)),
        (Outcome(113, err='Could not find service "com.groove.work" in domain for uid: 501'), Running(False)),
        (Outcome(127, err="launchctl is not installed"), Running(None)),
    ],
)
def test_what_launchd_says_of_it(printed: Outcome, running: Running, tmp_path: Path) -> None:
    assert _launchd(tmp_path, Recorder({"print": printed})).running("work") == running


def test_instances_are_found_by_their_files(tmp_path: Path) -> None:
    agents = tmp_path / "Library/LaunchAgents"
    agents.mkdir(parents=True)
    for name in ("com.groove.b.plist", "com.groove.a.plist", "com.groove.x.y.plist", "com.other.plist"):
        (agents / name).touch()
    assert _launchd(tmp_path, Recorder()).names() == ["a", "b"]

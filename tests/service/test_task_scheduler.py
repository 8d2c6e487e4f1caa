"""Tasks of Windows. Facts: "[MS-TSCH]: Task Scheduler Service Remoting Protocol", the task schema in its section 2.5;
"Task Scheduler Schema" and the enumeration TASK_STATE of taskschd.h; "schtasks create", "schtasks run" (Microsoft)."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.service.launch import Launch
from grooveseek.service.running import Running
from grooveseek.service.system import Outcome
from grooveseek.service.task_scheduler import CONSOLE_NOTE, TaskScheduler, task_xml
from support.service import Recorder, system

SPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
ACCOUNT = {"USERDOMAIN": "PC", "USERNAME": "me"}


def _launch(program: Path = Path("/p/groove.exe"), home: Path = Path("/h"), *, auto: bool = True) -> Launch:
    return Launch("work", program, home, home / "groove.toml", auto)


def _task(launch: Launch, windowless: Path | None = None, user: str = "PC\\me") -> ElementTree.Element:
    text = task_xml(launch, user, windowless)
    assert text.startswith('<?xml version="1.0" encoding="UTF-16"?>')
    return ElementTree.fromstring(text.encode("utf-16"))


def _text(task: ElementTree.Element, path: str) -> str | None:
    found = task.find("/".join(SPACE + part for part in path.split("/")))
    assert found is not None, path
    return found.text


def test_a_task_starts_at_the_logon_of_its_owner_with_few_rights() -> None:
    task = _task(_launch())
    assert task.tag == f"{SPACE}Task"
    assert _text(task, "Triggers/LogonTrigger/Enabled") == "true"
    assert _text(task, "Triggers/LogonTrigger/UserId") == "PC\\me"
    assert _text(task, "Principals/Principal/UserId") == "PC\\me"
    # runLevelType: LeastPrivilege or HighestAvailable. logonType: InteractiveToken needs no password.
    assert _text(task, "Principals/Principal/RunLevel") == "LeastPrivilege"
    assert _text(task, "Principals/Principal/LogonType") == "InteractiveToken"


def test_the_parts_of_a_trigger_come_in_the_order_of_the_schema() -> None:
    # logonTriggerType extends triggerBaseType (Enabled, ...) by a sequence of UserId and Delay.
    trigger = _task(_launch()).find(f"{SPACE}Triggers/{SPACE}LogonTrigger")
    assert trigger is not None
    assert [part.tag.removeprefix(SPACE) for part in trigger] == ["Enabled", "UserId"]


def test_it_is_kept_running() -> None:
    task = _task(_launch())
    assert _text(task, "Settings/RestartOnFailure/Interval") == "PT1M"
    assert _text(task, "Settings/RestartOnFailure/Count") == "3"
    assert _text(task, "Settings/Priority") == "7"
    # Defaults of settingsType: ExecutionTimeLimit PT72H, and both battery settings true.
    assert _text(task, "Settings/ExecutionTimeLimit") == "PT0S"
    assert _text(task, "Settings/DisallowStartIfOnBatteries") == "false"
    assert _text(task, "Settings/StopIfGoingOnBatteries") == "false"


def test_without_auto_start_the_trigger_is_disabled() -> None:
    assert _text(_task(_launch(auto=False)), "Triggers/LogonTrigger/Enabled") == "false"


def test_what_it_runs() -> None:
    task = _task(_launch(Path("/p x/groove.exe"), Path("/R&D <x>")))
    assert _text(task, "Actions/Exec/Command") == "/p x/groove.exe"
    assert _text(task, "Actions/Exec/Arguments") == 'serve --config "/R&D <x>/groove.toml"'
    assert _text(task, "Actions/Exec/WorkingDirectory") == "/R&D <x>"


def test_the_windowless_launcher_adds_the_subcommand_itself() -> None:
    task = _task(_launch(), Path("/p/groove-svc.exe"))
    assert _text(task, "Actions/Exec/Command") == "/p/groove-svc.exe"
    assert _text(task, "Actions/Exec/Arguments") == "--config /h/groove.toml"


def _scheduler(folder: Path, run: Recorder, **extra: str) -> TaskScheduler:
    return TaskScheduler(system(folder, "win32", run, **(extra or ACCOUNT)))


def test_registering_creates_and_runs_the_task(tmp_path: Path) -> None:
    written: list[str] = []

    def read(command: object) -> None:
        words = list(command) if isinstance(command, list) else []
        if "/Create" in words:
            written.append(Path(words[words.index("/XML") + 1]).read_text(encoding="utf-16"))

    run = Recorder({"/Query": Outcome(1)}, at_call=read)
    (tmp_path / "groove-svc.exe").touch()
    launch = _launch(tmp_path / "groove.exe")
    assert _scheduler(tmp_path, run).register(launch) == []
    assert written == [task_xml(launch, "PC\\me", tmp_path / "groove-svc.exe")]
    create, start = run.calls[1:]
    assert create[:5] == ["schtasks.exe", "/Create", "/TN", "\\groove-work", "/XML"]
    assert create[-1] == "/F"
    assert start == ["schtasks.exe", "/Run", "/TN", "\\groove-work"]


def test_without_the_launcher_a_console_window_is_warned_of(tmp_path: Path) -> None:
    assert _scheduler(tmp_path, Recorder()).register(_launch(tmp_path / "groove.exe")) == [CONSOLE_NOTE]


def test_without_auto_start_the_task_is_not_run(tmp_path: Path) -> None:
    run = Recorder()
    _scheduler(tmp_path, run).register(_launch(auto=False))
    assert not any("/Run" in call for call in run.calls)


def test_a_task_that_cannot_be_created(tmp_path: Path) -> None:
    run = Recorder({"/Create": Outcome(1, err="ERROR: Access is denied.")})
    with pytest.raises(GrooveError, match="cannot be created: ERROR: Access is denied"):
        _scheduler(tmp_path, run).register(_launch())


@pytest.mark.parametrize(("before", "undone"), [(Outcome(1), "/Delete"), (Outcome(0, "<Task/>"), "/Create")])
def test_a_task_that_cannot_be_started_is_taken_back(before: Outcome, undone: str, tmp_path: Path) -> None:
    run = Recorder({"/Query": before, "/Run": Outcome(1, err="ERROR: no")})
    with pytest.raises(GrooveError, match="cannot be started"):
        _scheduler(tmp_path, run).register(_launch())
    assert undone in run.calls[-1]


def test_whose_task_it_is_must_be_known(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="USERNAME is not set"):
        _scheduler(tmp_path, Recorder(), USERDOMAIN="PC").register(_launch())


def test_a_machine_without_a_domain(tmp_path: Path) -> None:
    assert _scheduler(tmp_path, Recorder(), USERNAME="me")._user() == "me"


def test_removing_ends_and_deletes(tmp_path: Path) -> None:
    run = Recorder()
    _scheduler(tmp_path, run).remove("work")
    assert run.lines == ["schtasks.exe /End /TN \\groove-work", "schtasks.exe /Delete /TN \\groove-work /F"]


def test_removing_what_is_gone_is_no_failure(tmp_path: Path) -> None:
    _scheduler(tmp_path, Recorder({"": Outcome(1)})).remove("work")


def test_a_task_that_stays_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="cannot be deleted"):
        _scheduler(tmp_path, Recorder({"/Delete": Outcome(1, err="ERROR: Access is denied.")})).remove("work")


@pytest.mark.parametrize(
    ("state", "running"),
    [
        # TASK_STATE: unknown 0, disabled 1, queued 2, ready 3, running 4.
        ("4", Running(True)),
        ("3", Running(False)),
        ("1", Running(False)),
    ],
)
def test_states_are_numbers_whatever_the_language(state: str, running: Running, tmp_path: Path) -> None:
    run = Recorder({"powershell": Outcome(0, f"groove-work {state}\r\ngroove-b 3\r\n")})
    scheduler = _scheduler(tmp_path, run)
    assert scheduler.running("work") == running
    assert scheduler.names() == ["b", "work"]


def test_a_task_that_was_not_told_of_is_not_known(tmp_path: Path) -> None:
    assert _scheduler(tmp_path, Recorder()).running("work") == Running(None)

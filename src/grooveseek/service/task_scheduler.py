"""Windows: a task of the user's in the Task Scheduler."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.service.launch import Launch
from grooveseek.service.names import artifact_name, name_of
from grooveseek.service.running import Running
from grooveseek.service.system import Outcome, System

WINDOWLESS = "groove-svc.exe"
"""Starts `groove serve` without a console window; adds `serve` by itself."""

CONSOLE_NOTE = (
    f"warning: {WINDOWLESS} does not lie beside the program, so the service opens a console window when it starts"
)

_STATE_RUNNING = "4"
"""TASK_STATE_RUNNING of taskschd.h; the names of the states that schtasks prints are translated."""


class TaskScheduler:
    """See `grooveseek.service.manager.Manager`."""

    def __init__(self, system: System) -> None:
        self._run = system.run
        self._environ = system.environ

    def artifact(self, name: str) -> str:
        return f"scheduled task {_path(name)}"

    def exists(self, name: str) -> bool:
        return not self._task("/Query", name).code

    def register(self, launch: Launch) -> Sequence[str]:
        windowless = launch.program.with_name(WINDOWLESS)
        found = windowless.is_file()
        definition = task_xml(launch, self._user(), windowless if found else None)
        before = self._task("/Query", launch.name, "/XML", "ONE")
        self._define(launch.name, definition)
        if launch.auto_start:
            outcome = self._task("/Run", launch.name)
            if outcome.code:
                self._put_back(launch.name, before)
                raise GrooveError(f"the task {_path(launch.name)} cannot be started: {outcome.reason}")
        return [] if found else [CONSOLE_NOTE]

    def remove(self, name: str) -> None:
        self._task("/End", name)
        outcome = self._task("/Delete", name, "/F")
        if outcome.code and self.exists(name):
            raise GrooveError(f"the task {_path(name)} cannot be deleted: {outcome.reason}")

    def running(self, name: str) -> Running:
        state = self._states().get(name)
        return Running(None if state is None else state == _STATE_RUNNING)

    def names(self) -> Sequence[str]:
        return sorted(self._states())

    def _user(self) -> str:
        domain, name = self._environ.get("USERDOMAIN", ""), self._environ.get("USERNAME", "")
        if not name:
            raise ConfigError("cannot tell whose task it is to be: USERNAME is not set")
        return f"{domain}\\{name}" if domain else name

    def _define(self, name: str, definition: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "task.xml"
            file.write_text(definition, encoding="utf-16", newline="")
            outcome = self._task("/Create", name, "/XML", str(file), "/F")
        if outcome.code:
            raise GrooveError(f"the task {_path(name)} cannot be created: {outcome.reason}")

    def _put_back(self, name: str, before: Outcome) -> None:
        if before.code:
            self._task("/Delete", name, "/F")
        else:
            self._define(name, before.out)

    def _task(self, verb: str, name: str, *more: str) -> Outcome:
        return self._run(["schtasks.exe", verb, "/TN", _path(name), *more])

    def _states(self) -> dict[str, str]:
        """State number by instance."""
        script = (
            "Get-ScheduledTask -TaskPath '\\' -TaskName 'groove-*' -ErrorAction SilentlyContinue | "
            "ForEach-Object { $_.TaskName + ' ' + [int]$_.State }"
        )
        shown = self._run(["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", script])
        pairs = (line.split() for line in shown.out.splitlines())
        return {name: pair[1] for pair in pairs if len(pair) == 2 and (name := name_of(pair[0]))}


def _path(name: str) -> str:
    return f"\\{artifact_name(name)}"


def task_xml(launch: Launch, user: str, windowless: Path | None) -> str:
    """The task's definition. Raises `GrooveError` for a value that cannot stand in one."""
    launch.check()
    arguments = launch.arguments[1:] if windowless else launch.arguments
    enabled = "true" if launch.auto_start else "false"
    # Without a limit the scheduler ends a task after three days, and on batteries it starts none.
    return f"""\
<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>GrooveSeek ({launch.name})</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>{enabled}</Enabled>
      <UserId>{escape(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>{escape(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>7</Priority>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>3</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>{escape(str(windowless or launch.program))}</Command>
      <Arguments>{escape(subprocess.list2cmdline(arguments))}</Arguments>
      <WorkingDirectory>{escape(str(launch.home))}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
"""

"""macOS: an agent of the user's launchd."""

from __future__ import annotations

import os
import plistlib
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.service.files import PRIVATE_FILE, written
from grooveseek.service.launch import LOG_LEVEL, LOG_VARIABLE, Launch
from grooveseek.service.names import is_name
from grooveseek.service.running import Running
from grooveseek.service.system import System

LOGS = ("groove.out", "groove.err")

_PREFIX, _SUFFIX = "com.groove.", ".plist"
_ATTEMPTS = 10
_PID = re.compile(r"^\s*pid = (\d+)$", re.MULTILINE)
_RUNNING = re.compile(r"^\s*state = running$", re.MULTILINE)


class Launchd:
    """See `grooveseek.service.manager.Manager`."""

    def __init__(self, system: System, uid: int | None = None, sleep: Callable[[float], None] = time.sleep) -> None:
        home = system.folders.home
        if home is None:
            raise ConfigError("there is no folder for agents: the home folder is not known; set HOME")
        self._agents = home / "Library" / "LaunchAgents"
        self._run = system.run
        self._sleep = sleep
        self._domain = f"gui/{os.getuid() if uid is None else uid}"

    def artifact(self, name: str) -> str:
        return str(self._path(name))

    def exists(self, name: str) -> bool:
        return self._path(name).exists()

    def register(self, launch: Launch) -> Sequence[str]:
        data = plist(launch)
        for log in LOGS:
            if (launch.home / log).exists():
                (launch.home / log).chmod(PRIVATE_FILE)
        self._agents.mkdir(parents=True, exist_ok=True)
        with written(self._path(launch.name), data, 0o644):
            if launch.auto_start:
                self._boot_out(launch.name)
                self._bootstrap(launch.name)
        return []

    def remove(self, name: str) -> None:
        self._boot_out(name)
        self._path(name).unlink(missing_ok=True)

    def running(self, name: str) -> Running:
        printed = self._run(["launchctl", "print", self._target(name)])
        if printed.code == 127:
            return Running(None)
        pid = _PID.search(printed.out)
        return Running(not printed.code and bool(_RUNNING.search(printed.out)), int(pid[1]) if pid else None)

    def names(self) -> Sequence[str]:
        found = (
            path.name.removeprefix(_PREFIX).removesuffix(_SUFFIX) for path in self._agents.glob(f"{_PREFIX}*{_SUFFIX}")
        )
        return sorted(name for name in found if is_name(name))

    def _path(self, name: str) -> Path:
        return self._agents / f"{label(name)}{_SUFFIX}"

    def _target(self, name: str) -> str:
        return f"{self._domain}/{label(name)}"

    def _boot_out(self, name: str) -> None:
        self._run(["launchctl", "bootout", self._target(name)])

    def _bootstrap(self, name: str) -> None:
        """Load the agent. One that was just unloaded may still be ending, and is refused until it has."""
        command = ["launchctl", "bootstrap", self._domain, str(self._path(name))]
        for attempt in range(_ATTEMPTS):
            outcome = self._run(command)
            if not outcome.code:
                return
            if attempt < _ATTEMPTS - 1:
                self._sleep(0.5)
        raise GrooveError(
            f"{' '.join(command)} failed: {outcome.reason}; agents are loaded from a session at the Mac's own screen. "
            "Nothing was changed"
        )


def label(name: str) -> str:
    return f"{_PREFIX}{name}"


def plist(launch: Launch) -> bytes:
    """The agent's property list. Raises `GrooveError` for a value that cannot stand in one."""
    launch.check()
    out, err = (str(launch.home / log) for log in LOGS)
    return plistlib.dumps(
        {
            "Label": label(launch.name),
            "ProgramArguments": [str(launch.program), *launch.arguments],
            "WorkingDirectory": str(launch.home),
            "RunAtLoad": launch.auto_start,
            "KeepAlive": launch.auto_start,
            "EnvironmentVariables": {LOG_VARIABLE: LOG_LEVEL},
            # A string is read as octal, a number as decimal.
            "Umask": "0077",
            "StandardOutPath": out,
            "StandardErrorPath": err,
        },
        sort_keys=False,
    )

"""Linux: a unit of the user's own systemd."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.service.files import written
from grooveseek.service.launch import LOG_LEVEL, LOG_VARIABLE, Launch
from grooveseek.service.names import artifact_name, name_of
from grooveseek.service.running import Running
from grooveseek.service.system import Outcome, System

LINGER_NOTE = "To keep it running after you log out: sudo loginctl enable-linger $USER"

_SUFFIX = ".service"
_NEEDS_QUOTES = re.compile(r"[\s\"'\\]")
_NO_PROGRAM = re.compile(r"[\"'\\]")
"""systemd refuses a program whose path holds one of these, quoted or not; arguments may hold them."""

_ACTIVE = ("active", "reloading")


class Systemd:
    """See `grooveseek.service.manager.Manager`."""

    def __init__(self, system: System) -> None:
        self._run = system.run
        config = system.folders.config
        if config is None:
            raise ConfigError("there is no folder for units: the home folder is not known; set XDG_CONFIG_HOME")
        self._units = config / "systemd" / "user"

    def artifact(self, name: str) -> str:
        return str(self._path(name))

    def exists(self, name: str) -> bool:
        return self._path(name).exists()

    def register(self, launch: Launch) -> Sequence[str]:
        unit = self._path(launch.name)
        self._units.mkdir(parents=True, exist_ok=True)
        fresh = not unit.exists()
        try:
            with written(unit, unit_text(launch).encode(), 0o644):
                self._required("daemon-reload")
                if launch.auto_start:
                    self._required("enable", unit.name)
                    self._required("restart", unit.name)
                else:
                    self._required("try-restart", unit.name)
        except BaseException:
            if fresh:
                self._ask("disable", unit.name)
            self._ask("daemon-reload")
            raise
        return [LINGER_NOTE]

    def remove(self, name: str) -> None:
        unit = self._path(name)
        self._ask("stop", unit.name)
        self._ask("disable", unit.name)
        unit.unlink(missing_ok=True)
        self._ask("daemon-reload")

    def running(self, name: str) -> Running:
        shown = self._ask("show", self._path(name).name, "--property=ActiveState,MainPID")
        if shown.code:
            return Running(None)
        values = dict(line.split("=", 1) for line in shown.out.splitlines() if "=" in line)
        pid = int(values.get("MainPID") or 0)
        return Running(values.get("ActiveState") in _ACTIVE, pid or None)

    def names(self) -> Sequence[str]:
        units = self._units.glob(f"{artifact_name('')}*{_SUFFIX}")
        return sorted(name for unit in units if (name := name_of(unit.name.removesuffix(_SUFFIX))))

    def _path(self, name: str) -> Path:
        return self._units / f"{artifact_name(name)}{_SUFFIX}"

    def _ask(self, *words: str) -> Outcome:
        return self._run(["systemctl", "--user", *words])

    def _required(self, *words: str) -> None:
        outcome = self._ask(*words)
        if outcome.code:
            raise GrooveError(
                f"systemctl --user {' '.join(words)} failed: {outcome.reason}; the service manager of your user must "
                "run (it does in a login session). Nothing was changed"
            )


def unit_text(launch: Launch) -> str:
    """The unit file. Raises `GrooveError` for a value that cannot stand in one."""
    launch.check()
    if _NO_PROGRAM.search(str(launch.program)):
        raise GrooveError(
            f"{launch.program} cannot be run by systemd: its path holds a quote or a backslash; install it elsewhere"
        )
    home = _specifiers(str(launch.home))
    # systemd replaces variables in the arguments but not in the program's own path.
    words = [_specifiers(str(launch.program)), *(_specifiers(word).replace("$", "$$") for word in launch.arguments)]
    return f"""\
[Unit]
Description=GrooveSeek ({launch.name})

[Service]
Type=simple
WorkingDirectory={home}
ExecStart={" ".join(map(_quoted, words))}
Restart=on-failure
RestartSec=5s
Environment={LOG_VARIABLE}={LOG_LEVEL}
StandardOutput=journal
StandardError=journal

[Install]
WantedBy=default.target
"""


def _specifiers(value: str) -> str:
    return value.replace("%", "%%")


def _quoted(word: str) -> str:
    if not _NEEDS_QUOTES.search(word):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'

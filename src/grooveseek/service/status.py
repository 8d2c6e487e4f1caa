"""How instances are doing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grooveseek.service.daemon import Daemon, ask_daemon
from grooveseek.service.instance import Instance, read_instance
from grooveseek.service.manager import Manager, manager_of
from grooveseek.service.system import System

UNKNOWN = "(unknown)"

State = Literal["running", "stopped", "not found"]


@dataclass(frozen=True, slots=True)
class InstanceStatus:
    name: str
    state: State
    instance: Instance
    daemon: Daemon | None = None
    """What the running process said, where it is known to be this instance's."""

    @property
    def bind(self) -> str:
        return self.instance.bind or UNKNOWN

    @property
    def kb_path(self) -> str:
        return UNKNOWN if self.instance.kb_path is None else str(self.instance.kb_path)

    @property
    def uptime(self) -> str:
        seconds = self.daemon.uptime_seconds if self.daemon else None
        return UNKNOWN if seconds is None else f"{seconds}s"

    def __str__(self) -> str:
        if self.state == "not found":
            return f"{self.name}: not found"
        parts = [f"bind {self.bind}", f"kb_path {self.kb_path}"]
        if self.state == "running":
            model = (self.daemon.model if self.daemon else None) or UNKNOWN
            parts = [f"uptime {self.uptime}", *parts, f"model {model}"]
        return f"{self.name}: {self.state} ({', '.join(parts)})"


def status_of(system: System, name: str) -> InstanceStatus:
    manager = manager_of(system)
    if not manager.exists(name):
        return InstanceStatus(name, "not found", Instance())
    return _status(system, manager, name)


def all_statuses(system: System) -> list[InstanceStatus]:
    """One for each registered instance, by name."""
    manager = manager_of(system)
    return [_status(system, manager, name) for name in manager.names()]


def _status(system: System, manager: Manager, name: str) -> InstanceStatus:
    instance, running = read_instance(system, name), manager.running(name)
    daemon = None if running.active is False else ask_daemon(instance.bind)
    if daemon and running.pid and daemon.pid != running.pid:
        # Another process has taken the port.
        daemon = None
    active = daemon is not None if running.active is None else running.active
    return InstanceStatus(name, "running" if active else "stopped", instance, daemon)


def table(statuses: list[InstanceStatus]) -> str:
    """Aligned columns under a header."""
    rows = [("NAME", "STATUS", "BIND", "KB_PATH", "UPTIME")]
    rows += [
        (one.name, one.state, one.bind, one.kb_path, one.uptime if one.state == "running" else "-") for one in statuses
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )

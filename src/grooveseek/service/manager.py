"""The seam to the operating system's own keeper of services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from grooveseek.errors import GrooveError
from grooveseek.service.launch import Launch
from grooveseek.service.running import Running
from grooveseek.service.system import System


class Manager(Protocol):
    def artifact(self, name: str) -> str:
        """How the registration of `name` is called in messages."""
        ...

    def exists(self, name: str) -> bool: ...

    def register(self, launch: Launch) -> Sequence[str]:
        """Write the registration and start it as told; gives notes for the user.

        Raises `GrooveError`; what was registered before is then in place again.
        """
        ...

    def remove(self, name: str) -> None:
        """Stop, disable and remove; never mind what is already gone. Raises `GrooveError` when it cannot be removed."""
        ...

    def running(self, name: str) -> Running: ...

    def names(self) -> Sequence[str]:
        """Every instance that is registered, sorted."""
        ...


def manager_of(system: System) -> Manager:
    """Raises `GrooveError` on a platform without one."""
    if system.platform == "linux":
        from grooveseek.service.systemd import Systemd

        return Systemd(system)
    if system.platform == "darwin":
        from grooveseek.service.launchd import Launchd

        return Launchd(system)
    if system.platform == "win32":
        from grooveseek.service.task_scheduler import TaskScheduler

        return TaskScheduler(system)
    raise GrooveError(f"services are not supported on {system.platform}; start `groove serve` in a way of your own")

"""The tray companion, which is not built: every way to it is refused plainly."""

from __future__ import annotations

from pathlib import Path

from grooveseek.errors import GrooveError
from grooveseek.service.system import System


def refuse(system: System) -> None:
    """Always raises `GrooveError`."""
    if system.platform != "win32":
        raise GrooveError("the tray companion is only supported on Windows")
    raise GrooveError("the tray companion is not part of this release; `groove service` works without it")


def remove_shortcut(system: System, name: str) -> None:
    """Take away what an installation with a companion may have left in the Startup folder (Windows)."""
    config = system.folders.config
    if system.platform == "win32" and config is not None:
        startup = config.joinpath("Microsoft", "Windows", "Start Menu", "Programs", "Startup")
        Path(startup / f"groove-tray-{name}.lnk").unlink(missing_ok=True)

"""Whether a configuration file is trusted: a matter of where it lies, never of what it says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grooveseek.config.directories import Directories
from grooveseek.config.discovery import Found
from grooveseek.config.environment import given
from grooveseek.config.paths import real

_FOUND_ANYWHERE = ("Cwd", "GitRoot")


def is_trusted(found: Found, user: Directories, environ: Mapping[str, str]) -> bool:
    """False for a file that was merely found, unless its folder belongs to GrooveSeek's own configuration."""
    if found.path is None or found.source not in _FOUND_ANYWHERE:
        return True
    folder = real(found.path.parent)
    return any(folder.is_relative_to(root) for root in _roots(user, environ))


def _roots(user: Directories, environ: Mapping[str, str]) -> list[Path]:
    named = given(environ, "GROOVE_CONFIG_HOME")
    # A relative value would make the trusted place depend on where one stands.
    bases = [Path(named)] if named and Path(named).is_absolute() else []
    if user.config:
        bases.append(user.config)
    return [real(base / "groove") for base in bases]

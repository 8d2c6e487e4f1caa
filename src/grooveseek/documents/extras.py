"""How the packages are had that only some formats need."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """For whoever installed a release, and for whoever works in a clone."""
    return f"pip install 'grooveseek[{extra}]' (in a clone: scripts/bootstrap {extra})"

"""What the operating system's keeper of services says of an instance."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Running:
    active: bool | None
    """None: the keeper could not be asked."""
    pid: int | None = None

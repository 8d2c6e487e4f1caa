"""How long the tests go on that could go on forever: a little in every run, much under `scripts/soak`."""

from __future__ import annotations

import os


def rounds(always: int, soaking: int) -> int:
    return soaking if os.environ.get("GROOVE_SOAK") else always


def seed() -> int:
    """Fixed, unless `scripts/soak` gives another one."""
    return int(os.environ.get("GROOVE_SOAK") or "20260731")

"""Lets these tests import the conversions that make models."""

from __future__ import annotations

import sys

from support.paths import REPOSITORY

sys.path[:0] = [
    str(REPOSITORY / "packages" / name) for name in ("grooveseek-model-e5-small", "grooveseek-model-e5-small-use")
]

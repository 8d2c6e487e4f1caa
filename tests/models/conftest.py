"""Lets these tests import the conversion that makes the default model's package."""

from __future__ import annotations

import sys

from support.paths import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "packages" / "grooveseek-model-e5-small"))

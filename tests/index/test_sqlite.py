"""The SQLite engine keeps every promise of the index seam."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from index.conformance import *  # noqa: F403
from index.conftest import Engine


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return partial(open_index, tmp_path / ".groove.db", create=True)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.indexing import Base


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Base]:
    made = Base(tmp_path / "kb")
    yield made
    assert list(made.index.check()) == []
    made.close()

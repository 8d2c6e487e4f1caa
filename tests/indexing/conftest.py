from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.indexing import vectors
from support.indexing import Base


@pytest.fixture(autouse=True)
def same_cores_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few chunks are one step on every machine."""
    monkeypatch.setattr(vectors, "usable_cores", lambda: 16)


@pytest.fixture
def base(tmp_path: Path) -> Iterator[Base]:
    made = Base(tmp_path / "kb")
    yield made
    assert list(made.index.check()) == []
    made.close()

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from grooveseek.index.protocol import Index

pytest.register_assert_rewrite("index.conformance")

Engine = Callable[[], Index]
"""Opens one and the same index, empty at first."""


@pytest.fixture
def index(engine: Engine) -> Iterator[Index]:
    opened = engine()
    yield opened
    opened.close()

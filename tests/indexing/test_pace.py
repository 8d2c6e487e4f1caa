from __future__ import annotations

import pytest

from grooveseek.indexing.pace import Pace


def after(*seconds: float) -> int:
    pace = Pace(2)
    for each in seconds:
        pace.took(each)
    return pace.chunks


@pytest.mark.parametrize(
    ("seconds", "chunks"),
    [
        ((), 2),
        ((0.04,), 4),
        ((0.04, 0.08, 0.16, 0.32, 0.32), 16),
        ((0.04, 0.08, 0.16, 1.2), 8),
        ((0.04, 0.9), 4),
        ((2.0, 2.0), 2),
    ],
)
def test_steps_grow_while_they_are_short_and_shrink_when_they_are_long(seconds: tuple[float, ...], chunks: int) -> None:
    assert after(*seconds) == chunks

from __future__ import annotations

import apsw
import pytest

from grooveseek.index.sqlite.generations import Generation
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.statecache import StateCache

SCOPE = Scope(apsw.Connection(":memory:"), 1)


class Loads:
    """Counts loads; a value tells its number and the value it was made from."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, scope: Scope, known: str | None) -> str:
        self.count += 1
        return f"{self.count} after {known}" if known else str(self.count)


def test_one_state_is_loaded_once() -> None:
    cache = StateCache(Loads())
    assert [cache.at(SCOPE, Generation(1, 5, 0)) for _ in range(3)] == ["1", "1", "1"]


@pytest.mark.parametrize("later", [Generation(1, 6, 0), Generation(1, 5, 1)])
def test_a_later_state_is_made_from_the_one_before(later: Generation) -> None:
    cache = StateCache(Loads())
    cache.at(SCOPE, Generation(1, 5, 0))
    assert cache.at(SCOPE, later) == "2 after 1"
    assert cache.at(SCOPE, later) == "2 after 1"


def test_another_generation_is_made_from_nothing() -> None:
    cache = StateCache(Loads())
    cache.at(SCOPE, Generation(1, 5, 0))
    assert cache.at(SCOPE, Generation(2, 0, 0)) == "2"


def test_an_earlier_state_does_not_replace_a_later_one() -> None:
    loads = Loads()
    cache = StateCache(loads)
    cache.at(SCOPE, Generation(1, 5, 0))
    assert cache.at(SCOPE, Generation(1, 4, 0)) == "2 after 1"
    assert cache.at(SCOPE, Generation(1, 5, 0)) == "1"
    assert loads.count == 2


def test_a_load_that_fails_is_tried_again() -> None:
    attempts = iter([ZeroDivisionError(), None])

    def load(scope: Scope, known: str | None) -> str:
        if (error := next(attempts)) is not None:
            raise error
        return "loaded"

    cache = StateCache(load)
    with pytest.raises(ZeroDivisionError):
        cache.at(SCOPE, Generation(1, 5, 0))
    assert cache.at(SCOPE, Generation(1, 5, 0)) == "loaded"

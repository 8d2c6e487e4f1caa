from __future__ import annotations

import threading

import pytest

from grooveseek.search.beside import beside


def test_a_job_goes_on_beside_and_its_result_is_waited_for() -> None:
    go = threading.Event()
    result = beside(lambda: (go.wait(30), threading.current_thread().daemon))
    go.set()
    assert result() == (True, True)


def test_what_a_job_raises_is_raised_where_its_result_is_asked_for() -> None:
    def fail() -> None:
        raise KeyError("why")

    result = beside(fail)
    with pytest.raises(KeyError, match="why"):
        result()

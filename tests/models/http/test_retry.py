"""Which failures are tried again, and after how long."""

from __future__ import annotations

import pytest

from grooveseek.models.http.errors import EndpointError, EndpointReplyError, PassingError, RefusedInputError
from grooveseek.models.http.retry import seconds_asked, wait_before, with_retries
from support.endpoint import Waits


class Sender:
    """Raises what it is given, then answers."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.sent = 0

    def __call__(self) -> str:
        self.sent += 1
        if self.failures:
            raise self.failures.pop(0)
        return "answer"


def test_a_passing_failure_is_tried_again() -> None:
    send, waits = Sender(PassingError("busy"), PassingError("busy")), Waits()
    assert with_retries(send, 3, waits.clock) == "answer"
    assert send.sent == 3
    assert waits.waited == [1.125, 2.25]


@pytest.mark.parametrize("error", [EndpointError("no"), RefusedInputError(413), ValueError("bug")])
def test_other_failures_are_not(error: Exception) -> None:
    send, waits = Sender(error), Waits()
    with pytest.raises(type(error)):
        with_retries(send, 3, waits.clock)
    assert (send.sent, waits.waited) == (1, [])


def test_the_last_failure_names_the_attempts_and_keeps_what_was_said() -> None:
    failures = [PassingError("the endpoint is busy") for _ in range(3)]
    failures[-1].__cause__ = EndpointReplyError(b"later")
    with pytest.raises(EndpointError, match="the endpoint is busy; gave up after 3 attempts") as caught:
        with_retries(Sender(*failures), 2, Waits().clock)
    assert isinstance(caught.value.__cause__, EndpointReplyError)


def test_no_retries_give_the_first_failure_unchanged() -> None:
    failure = PassingError("busy", "5")
    waits = Waits()
    with pytest.raises(PassingError) as caught:
        with_retries(Sender(failure), 0, waits.clock)
    assert caught.value is failure
    assert waits.waited == []


def test_too_long_a_wait_fails_at_once() -> None:
    send, waits = Sender(PassingError("busy", "61")), Waits()
    with pytest.raises(EndpointError, match="busy; it asks to wait longer than 60 seconds"):
        with_retries(send, 3, waits.clock)
    assert (send.sent, waits.waited) == (1, [])


@pytest.mark.parametrize(
    ("attempt", "wait"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 60), (7, 60), (9, 60)]
)
def test_waits_double_up_to_a_minute_plus_jitter(attempt: int, wait: float) -> None:
    assert wait_before(attempt, None, Waits().clock) == wait * 1.125
    assert wait_before(attempt, "not a time", Waits().clock) == wait * 1.125


@pytest.mark.parametrize(
    ("retry_after", "wait"),
    [
        ("0", 0),
        ("7", 7),
        (" 60 ", 60),
        ("61", None),
        ("Fri, 15 Jan 2027 08:00:30 GMT", 30),
        ("Fri, 15 Jan 2027 08:01:01 GMT", None),
        ("Fri, 15 Jan 2027 07:00:00 GMT", 0),
        ("Friday, 15-Jan-27 08:00:05 GMT", 5),
    ],
)
def test_what_the_endpoint_asks_for_is_kept_exactly(retry_after: str, wait: float | None) -> None:
    assert wait_before(2, retry_after, Waits().clock) == wait


@pytest.mark.parametrize("value", ["", "-1", "1.5", "soon", "٣", "Fri, 99 Jan 2027 08:00:30 GMT"])
def test_what_is_no_time_is_ignored(value: str) -> None:
    assert seconds_asked(value, 0) is None

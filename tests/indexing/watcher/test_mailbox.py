"""What waits is gathered, and bounded."""

from __future__ import annotations

import threading
import time

import pytest

from grooveseek.indexing.watcher.mailbox import Mailbox, Scan, Work


def test_all_that_waits_is_taken_at_once() -> None:
    mailbox = Mailbox()
    assert mailbox.put({"a.md": False, "b": True})
    assert mailbox.put({"a.md": True, "b": False})
    mailbox.put_scan(Scan.CAUTIOUS)
    assert mailbox.holds_work()
    assert mailbox.take(0) == Work({"a.md": True, "b": True}, Scan.CAUTIOUS)
    assert mailbox.take(0) == Work()
    assert not Work()


def test_too_many_places_become_one_look_at_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mailbox, "max_places", 2)
    mailbox = Mailbox()
    mailbox.put_scan(Scan.CAUTIOUS)
    assert mailbox.put({"a": False, "b": False})
    assert not mailbox.put({"c": False})
    assert mailbox.take(0) == Work({}, Scan.TRUSTING)


def test_what_waits_and_what_was_too_much_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mailbox, "max_places", 2)
    mailbox = Mailbox()
    assert (mailbox.waiting(), mailbox.overflows) == (0, 0)
    mailbox.put({"a": False, "b": False})
    mailbox.put_scan(Scan.CAUTIOUS)
    assert (mailbox.waiting(), mailbox.overflows) == (3, 0)
    mailbox.put({"c": False})
    assert (mailbox.waiting(), mailbox.overflows) == (1, 1)
    mailbox.take(0)
    assert (mailbox.waiting(), mailbox.overflows) == (0, 1)


def test_the_greater_look_includes_the_lesser() -> None:
    mailbox = Mailbox()
    mailbox.put_scan(Scan.TRUSTING)
    mailbox.put_scan(Scan.CAUTIOUS)
    mailbox.put_scan(Scan.NONE)
    assert mailbox.take(0).scan is Scan.TRUSTING


def test_taking_waits_for_work_and_no_longer_than_told() -> None:
    mailbox = Mailbox()
    started = time.monotonic()
    assert not mailbox.take(0.2)
    assert time.monotonic() - started >= 0.2
    threading.Timer(0.05, mailbox.put, [{"a": False}]).start()
    assert mailbox.take(20).places == {"a": False}


def test_closing_wakes_whoever_waits() -> None:
    mailbox = Mailbox()
    threading.Timer(0.05, mailbox.close).start()
    started = time.monotonic()
    assert not mailbox.take(20)
    assert time.monotonic() - started < 10

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from grooveseek.server.backend import Background
from support.server import backend_of, example_base


def test_closing_while_background_work_is_about_to_begin_waits_for_nothing_that_has_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def follow(stop: threading.Event) -> None:
        stop.wait()
        ended.set()

    background: tuple[Background, ...] = (follow,)
    backend = backend_of(example_base(tmp_path), background=background)
    failures: list[Exception] = []

    def close() -> None:
        try:
            backend.close(0)
        except Exception as error:
            failures.append(error)

    closing = threading.Thread(target=close)
    start = threading.Thread.start

    def close_first(thread: threading.Thread) -> None:
        monkeypatch.undo()
        start(closing)
        # It fails at once, or goes on when all is open.
        closing.join(0.5)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", close_first)
    opened = backend.opened()
    closing.join(30)
    assert not failures
    assert ended.wait(30)
    opened.index.close()

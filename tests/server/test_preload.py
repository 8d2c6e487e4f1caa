from __future__ import annotations

import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from grooveseek.errors import GrooveError
from grooveseek.server.backend import Backend, Opened
from support.server import backend_of, example_base, http_server


def test_everything_is_opened_soon_although_nobody_asks(tmp_path: Path) -> None:
    opened = example_base(tmp_path)
    with http_server(backend_of(opened)) as server:
        began = time.monotonic()
        while server.service.backend.opened_already is None:
            assert time.monotonic() - began < 30
            time.sleep(0.01)
    opened.index.close()


def test_what_cannot_be_opened_is_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    def nothing() -> Opened:
        raise GrooveError("nothing is indexed here")

    with http_server(Backend(nothing)):
        began = time.monotonic()
        while not caplog.records:
            assert time.monotonic() - began < 30
            time.sleep(0.01)

    assert [record.getMessage() for record in caplog.records] == ["nothing is indexed here"]


def test_what_fails_because_the_process_ends_is_not_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = threading.Event()

    def refused() -> Opened:
        tried.set()
        raise RuntimeError("can't register atexit after shutdown")

    ended = threading.Thread(target=lambda: None)
    monkeypatch.setattr("grooveseek.server.preload.threading", SimpleNamespace(main_thread=lambda: ended))
    with http_server(Backend(refused)):
        assert tried.wait(30)
        time.sleep(0.1)
    assert caplog.records == []

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from grooveseek.server.tracing import add_traces_to_log_lines
from support.server import backend_of, example_base, http_server

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture(autouse=True)
def traced() -> Iterator[None]:
    before = logging.getLogRecordFactory()
    add_traces_to_log_lines()
    yield
    logging.setLogRecordFactory(before)


@pytest.mark.parametrize(("given", "told"), [(TRACE, True), ("nonsense", False)])
def test_a_line_names_the_trace_that_caused_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, given: str, told: bool
) -> None:
    opened = example_base(tmp_path)

    def crash(*_: object) -> NoReturn:
        raise ZeroDivisionError("100 %d percent")

    with http_server(backend_of(replace(opened, rebuild=crash))) as server:
        server.ask("tools/call", {"name": "rebuild_index", "_meta": {"traceparent": given}})
    opened.index.close()

    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert "ZeroDivisionError: 100 %d percent" in line
    assert line.endswith(f"(traceparent {TRACE})") is told

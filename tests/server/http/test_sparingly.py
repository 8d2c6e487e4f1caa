from __future__ import annotations

import logging

import pytest

from grooveseek.server.http.sparingly import Sparingly


def test_one_line_a_minute_and_group_with_the_number_it_stands_for(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    log = Sparingly(logging.getLogger("test"), clock=lambda: now)

    log.warn("mcp", "refused")
    now = 59.9
    log.warn("mcp", "refused")
    log.warn("mcp", "refused")
    log.warn("admin", "refused")
    now = 60.0
    log.warn("mcp", "refused")

    assert [record.getMessage() for record in caplog.records] == [
        "refused",
        "refused",
        "refused (2 more like this since the last line)",
    ]

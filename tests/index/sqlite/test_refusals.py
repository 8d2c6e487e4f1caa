from __future__ import annotations

from collections.abc import Iterator

import apsw
import pytest

from grooveseek.index.records import Refusal
from grooveseek.index.sqlite import refusals

SCAN = Refusal(9, 1_700_000_000_123_456_789, 2**64 - 1, "rule", "no page has text")


@pytest.fixture
def connection() -> Iterator[apsw.Connection]:
    opened = apsw.Connection(":memory:")
    yield opened
    opened.close()


def test_nothing_is_remembered_before_the_first_is_written(connection: apsw.Connection) -> None:
    assert refusals.every(connection) == {}


@pytest.mark.parametrize("inode", ["", "x", "-1", "1.5", "9" * 5000])
def test_a_row_that_was_changed_on_disk_costs_no_more_than_itself(connection: apsw.Connection, inode: str) -> None:
    refusals.replace(connection, {"a.pdf": SCAN, "b.pdf": SCAN})
    connection.execute("UPDATE refusals SET inode = ? WHERE path = 'a.pdf'", (inode,))
    assert refusals.every(connection) == {"b.pdf": SCAN}

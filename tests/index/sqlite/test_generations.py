from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import apsw
import pytest

from grooveseek.index.records import Background, Facts, Unrelated
from grooveseek.index.sqlite import generations
from grooveseek.index.sqlite.damage import DamagedError
from grooveseek.index.sqlite.generations import Generation


@pytest.fixture
def connection() -> Iterator[apsw.Connection]:
    opened = apsw.Connection(":memory:")
    opened.execute(generations.SCHEMA)
    generations.create(opened, "current", Facts(root="/old"))
    yield opened
    opened.close()


def test_a_switch_goes_on_counting_revisions(connection: apsw.Connection) -> None:
    for _ in range(5):
        generations.bump(connection, 1)
    number = generations.create(connection, "building", Facts(root="/new"))
    generations.bump(connection, number)
    assert generations.current(connection) == Generation(1, 5, 0)
    generations.switch(connection, number)
    assert generations.current(connection) == Generation(2, 7, 0)
    assert generations.condemned(connection) == [1]
    assert generations.facts(connection, 2).root == "/new"


def test_a_layout_change_is_no_revision(connection: apsw.Connection) -> None:
    generations.rearranged(connection, 1)
    assert generations.current(connection) == Generation(1, 0, 1)


def test_the_current_generation_cannot_be_condemned(connection: apsw.Connection) -> None:
    generations.condemn(connection, 1)
    generations.condemn_unfinished(connection)
    generations.condemn_orphans(connection)
    assert generations.condemned(connection) == []


@pytest.mark.parametrize(
    ("owner", "gone"),
    [
        (f"{socket.gethostname()}:{os.getpid()}", False),
        (f"{socket.gethostname()}:1", False),
        (f"{socket.gethostname()}:{2**22 + 1}", True),
        (f"another-machine:{2**22 + 1}", False),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="a process cannot be asked after there")
def test_only_a_builder_known_to_be_dead_is_condemned(connection: apsw.Connection, owner: str, gone: bool) -> None:
    number = generations.create(connection, "building", Facts())
    connection.execute("UPDATE generations SET owner = ? WHERE generation = ?", (owner, number))
    generations.condemn_orphans(connection)
    assert generations.condemned(connection) == ([number] if gone else [])


def test_facts_survive_as_they_are(connection: apsw.Connection) -> None:
    background = Background(None, 0.8, 0.02, 5, {"Latin": Unrelated(0.81, 0.01, 0.4)})
    facts = Facts("/kb", "m", "b", 384, "static", ("a", "環境"), {"passage": "1"}, "text", background)
    generations.record(connection, 1, facts)
    assert generations.facts(connection, 1) == facts


def test_a_background_that_an_older_program_measured_is_read(connection: apsw.Connection) -> None:
    old = '{"background": {"spread": 0.03, "unrelated": 0.8, "deviation": 0.02, "vectors": 5}}'
    connection.execute("UPDATE generations SET facts = ?", (old,))
    assert generations.facts(connection, 1).background == Background(0.03, 0.8, 0.02, 5, {})


def test_what_a_newer_program_measured_besides_is_passed_over(connection: apsw.Connection) -> None:
    new = '{"background": {"spread": 0.03, "unrelated": 0.8, "deviation": 0.02, "vectors": 5, "more": 1}}'
    connection.execute("UPDATE generations SET facts = ?", (new,))
    assert generations.facts(connection, 1).background == Background(0.03, 0.8, 0.02, 5, {})


@pytest.mark.parametrize(
    "facts",
    [
        "",
        "[]",
        '{"root": 7}',
        '{"declared_fields": "status"}',
        '{"declared_fields": ["status", 7]}',
        '{"generations": {"passage": 1}}',
        '{"background": []}',
        '{"background": {"spread": "x", "unrelated": 0.8, "deviation": 0.02, "vectors": 5}}',
        '{"background": {"spread": 0.1, "unrelated": null, "deviation": 0.02, "vectors": 5}}',
    ],
)
def test_facts_that_nobody_recorded_so_are_damaged(connection: apsw.Connection, facts: str) -> None:
    connection.execute("UPDATE generations SET facts = ?", (facts,))
    with pytest.raises(DamagedError, match="what it records of itself cannot be read"):
        generations.facts(connection, 1)


@pytest.mark.parametrize("statement", ["DELETE FROM generations", "UPDATE generations SET state = 'building'"])
def test_without_a_current_generation_the_file_is_damaged(connection: apsw.Connection, statement: str) -> None:
    connection.execute(statement)
    with pytest.raises(DamagedError):
        generations.current(connection)

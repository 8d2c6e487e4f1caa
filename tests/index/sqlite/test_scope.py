from __future__ import annotations

from collections.abc import Iterator

import apsw
import numpy as np
import pytest

from grooveseek.index.sqlite.scope import Scope, bound


@pytest.fixture
def scope() -> Iterator[Scope]:
    connection = apsw.Connection(":memory:")
    made = Scope(connection, 7)
    made.run("CREATE TABLE numbers_# (id INTEGER PRIMARY KEY, word TEXT)")
    made.each("INSERT INTO numbers_# VALUES (?, ?)", [(3, "c"), (1, "a"), (2, "b #1")])
    yield made
    connection.close()


def test_names_end_in_the_number_of_the_generation(scope: Scope) -> None:
    assert scope.value("SELECT count(*) FROM numbers_7") == 3


def test_a_number_sign_elsewhere_is_left_alone(scope: Scope) -> None:
    assert scope.row("SELECT id FROM numbers_# WHERE word = 'b #1'") == (2,)


def test_no_row_is_none(scope: Scope) -> None:
    assert scope.row("SELECT 1 FROM numbers_# WHERE id = 9") is None


def test_ids_are_sorted(scope: Scope) -> None:
    assert scope.ids("SELECT id FROM numbers_# ORDER BY word DESC").tolist() == [1, 2, 3]


def test_text_that_is_not_utf_8_is_damage(scope: Scope) -> None:
    scope.run("UPDATE numbers_# SET word = CAST(x'ff41' AS TEXT)")
    with pytest.raises(apsw.CorruptError, match="not UTF-8"):
        scope.rows("SELECT word FROM numbers_#")


def test_changes_are_counted(scope: Scope) -> None:
    assert scope.run("UPDATE numbers_# SET word = 'x' WHERE id > 1") == 2
    assert scope.insert("INSERT INTO numbers_# (word) VALUES (?)", ("d",)) == 4


@pytest.mark.parametrize(("ids", "found"), [([3, 1, 9], 2), ([], 0), (np.array([2, 3, 3], np.int64), 2)])
def test_a_list_of_ids_is_one_value(scope: Scope, ids: list[int], found: int) -> None:
    sql = "SELECT count(*) FROM numbers_# WHERE id IN (SELECT value FROM carray(?))"
    assert scope.value(sql, (bound(ids),)) == found

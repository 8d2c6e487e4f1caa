from __future__ import annotations

import apsw

from grooveseek.index.sqlite.idlist import IdList
from grooveseek.index.sqlite.scope import Scope


def test_ids_are_listed_once_and_taken_off_again() -> None:
    scope = Scope(apsw.Connection(":memory:"), 1)
    listed = IdList("listed_#")
    for statement in listed.schema:
        scope.run(statement)
    listed.add(scope, [5, 3, 5, 9])
    listed.remove(scope, [9, 100])
    assert listed.ids(scope).tolist() == [3, 5]
    assert listed.count(scope) == 2
    assert listed.among(scope, [1, 3, 9]) == {3}
    listed.clear(scope)
    assert listed.count(scope) == 0

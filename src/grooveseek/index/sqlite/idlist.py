"""Tables that are nothing but a list of row ids of another table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grooveseek.index.sqlite.scope import Ids, Scope, bound


@dataclass(frozen=True)
class IdList:
    """The table `name`, which ends in `_#`."""

    name: str

    @property
    def schema(self) -> tuple[str, ...]:
        return (self._sql("CREATE TABLE @ (id INTEGER PRIMARY KEY) STRICT"),)

    @property
    def empty_slice(self) -> str:
        return self._sql("DELETE FROM @ WHERE id IN (SELECT id FROM @ LIMIT 20000)")

    def add(self, scope: Scope, ids: Iterable[int]) -> None:
        scope.each(self._sql("INSERT OR IGNORE INTO @ (id) VALUES (?)"), ((key,) for key in ids))

    def remove(self, scope: Scope, ids: Iterable[int]) -> None:
        scope.each(self._sql("DELETE FROM @ WHERE id = ?"), ((key,) for key in ids))

    def clear(self, scope: Scope) -> None:
        scope.run(self._sql("DELETE FROM @"))

    def count(self, scope: Scope) -> int:
        return int(scope.value(self._sql("SELECT count(*) FROM @")))

    def ids(self, scope: Scope) -> Ids:
        return scope.ids(self._sql("SELECT id FROM @"))

    def among(self, scope: Scope, ids: Iterable[int]) -> set[int]:
        """Those of `ids` that are listed."""
        sql = self._sql("SELECT id FROM @ WHERE id IN (SELECT value FROM carray(?))")
        return {row[0] for row in scope.rows(sql, (bound(ids),))}

    def _sql(self, sql: str) -> str:
        return sql.replace("@", self.name)

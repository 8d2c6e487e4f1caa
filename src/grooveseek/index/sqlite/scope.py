"""Statements on the tables of one generation: `_#` at the end of a name stands for the generation's number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import apsw
import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite.damage import DamagedError

Number = TypeVar("Number", bound=np.generic)

Ids = NDArray[np.int64]
"""Shape (n,): row ids."""


@lru_cache(maxsize=1024)
def _named(sql: str, generation: int) -> str:
    return sql.replace("_#", f"_{generation}")


@dataclass(frozen=True, slots=True)
class Scope:
    """A connection inside a transaction, and the generation it works on."""

    connection: apsw.Connection
    generation: int

    def rows(self, sql: str, args: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Every row, so that no statement stays open behind the caller's back."""
        try:
            return self.connection.execute(_named(sql, self.generation), args).fetchall()
        except UnicodeDecodeError as error:
            # We store UTF-8 and nothing else.
            raise apsw.CorruptError(f"text in it is not UTF-8 ({error.reason})") from error

    def row(self, sql: str, args: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        found = self.rows(sql, args)
        return found[0] if found else None

    def value(self, sql: str, args: Sequence[Any] = ()) -> Any:
        """The first column of the only row."""
        return self.rows(sql, args)[0][0]

    def ids(self, sql: str, args: Sequence[Any] = ()) -> Ids:
        """The only column, sorted ascending."""
        found = np.fromiter((row[0] for row in self.rows(sql, args)), np.int64)
        found.sort()
        return found

    def run(self, sql: str, args: Sequence[Any] = ()) -> int:
        """Execute a statement that gives no rows; the number of rows it changed."""
        self.rows(sql, args)
        return self.connection.changes()

    def insert(self, sql: str, args: Sequence[Any]) -> int:
        """Execute an INSERT of one row; its row id."""
        self.rows(sql, args)
        return self.connection.last_insert_rowid()

    def each(self, sql: str, args: Iterable[Sequence[Any]]) -> None:
        """Execute once for every item of `args`."""
        self.connection.executemany(_named(sql, self.generation), args).fetchall()


def array_of(blob: bytes, kind: type[Number]) -> NDArray[Number]:
    """The numbers in a stored blob. Raises `DamagedError` where it does not hold whole ones."""
    try:
        return np.frombuffer(blob, kind)
    except ValueError:
        raise DamagedError(f"a blob of {len(blob)} bytes holds no whole numbers of its kind") from None


def bound(ids: Iterable[int] | Ids) -> apsw.CArrayBinding:
    """`ids` as one value for `carray(?)`; never none at all."""
    array = ids if isinstance(ids, np.ndarray) else np.fromiter(ids, np.int64)
    return apsw.carray(np.ascontiguousarray(array, np.int64) if len(array) else np.array([-1], np.int64))

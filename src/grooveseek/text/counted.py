"""Numbers with their nouns, as a person reads them."""

from __future__ import annotations


def counted(number: int, one: str, more: str | None = None) -> str:
    """`1 chunk`, `2 chunks`; `more` where an `s` at the end of `one` is not enough, as in `1 chunk waits`."""
    return f"{number} {one if number == 1 else more or one + 's'}"

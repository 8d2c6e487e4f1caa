"""Regular expressions that a schema may name: searched in time linear in the text, whatever the pattern."""

from __future__ import annotations

from typing import Protocol


class Pattern(Protocol):
    """A compiled pattern."""

    def search(self, text: str) -> object | None: ...


def compile_pattern(source: str) -> Pattern:
    """An unanchored pattern without look-around and back-references; `$` matches only at the very end.

    Raises `ValueError` with one line of reason for any other, and for a malformed one.
    """
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        pattern: Pattern = re2.compile(source, options)
    except re2.error as error:
        said = error.args[0]
        raise ValueError(said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)) from None
    return pattern

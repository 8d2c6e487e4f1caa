"""Helpers for the tests of searching."""

from __future__ import annotations

from grooveseek.search.query import CompiledQuery


def fts_expression(compiled: CompiledQuery) -> str | None:
    """The full-text expression a compiled query stands for; None where the words have nothing to look for."""
    if not compiled.phrases:
        return None
    positive = _any_of(compiled.phrases)
    return f"({positive}) NOT ({_any_of(compiled.excluded)})" if compiled.excluded else positive


def _any_of(phrases: tuple[str, ...]) -> str:
    return " OR ".join('"' + phrase.replace('"', '""') + '"' for phrase in phrases)

"""Documents that quote the golden set: notes about the questions, which the questions then find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grooveseek.index.records import StoredChunk
from grooveseek.quality.evaluation.record import Finding, QueryResult, Quoted
from grooveseek.quality.golden.set import GoldenQuery

CHECK = "golden-queries-quoted"

_SHORTEST = 12
"""Code points; anything shorter is quoted by chance."""
_LEAST_QUOTES = 2


@dataclass(frozen=True, slots=True)
class _Needle:
    text: str
    first: int
    """Place of the first query of this wording."""
    expected: frozenset[str]
    """Paths that any query of this wording expects: they may well say what is asked."""


def normalised(text: str) -> str:
    """Lower case, and each run of white space one blank."""
    return " ".join(text.split()).lower()


class QuoteScan:
    """Looks at the chunks of a snapshot one by one, ordered by path."""

    def __init__(self, queries: Sequence[GoldenQuery]) -> None:
        self._needles = _needles(queries)
        self._quoted: dict[str, set[int]] = {}

    def add(self, chunk: StoredChunk) -> None:
        """Each field on its own, so that no quotation runs from one into the next."""
        for field in (chunk.heading, chunk.breadcrumb, chunk.content):
            if field and len(field) >= _SHORTEST:
                text = normalised(field)
                found = [place for place, needle in enumerate(self._needles) if needle.text in text]
                if found:
                    self._quoted.setdefault(chunk.path, set()).update(found)

    def findings(self, results: Sequence[QueryResult]) -> tuple[Finding, ...]:
        """Documents, in path order, that quote two queries or more; `results` are in golden order."""
        found = []
        for path in sorted(self._quoted):
            asked = [results[needle.first] for needle in self._suspicious(path)]
            if len(asked) >= _LEAST_QUOTES:
                found.append(Finding(CHECK, path, tuple(Quoted(each.id, _rank(path, each)) for each in asked)))
        return tuple(found)

    def _suspicious(self, path: str) -> list[_Needle]:
        """In golden order, without those inside another one and those that expect the document."""
        quoted = [self._needles[place] for place in sorted(self._quoted[path])]
        whole = [needle for needle in quoted if not any(needle is not o and needle.text in o.text for o in quoted)]
        return [needle for needle in whole if path not in needle.expected]


def _needles(queries: Sequence[GoldenQuery]) -> tuple[_Needle, ...]:
    first: dict[str, int] = {}
    expected: dict[str, set[str]] = {}
    for place, query in enumerate(queries):
        text = normalised(query.query)
        if len(text) >= _SHORTEST:
            first.setdefault(text, place)
            expected.setdefault(text, set()).update(entry.path for entry in query.expected)
    return tuple(_Needle(text, place, frozenset(expected[text])) for text, place in first.items())


def _rank(path: str, result: QueryResult) -> int | None:
    return next((hit.rank for hit in result.top_k if hit.path == path), None)

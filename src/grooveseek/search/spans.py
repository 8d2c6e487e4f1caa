"""Where the words of a question stand in what a hit shows, as UTF-8 byte offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import AnyStr

from grooveseek.search.answer import Span

MAX_SPANS = 100
MAX_CONTENT_BYTES = 262_144


def match_spans(content: str, terms: Sequence[str]) -> tuple[Span, ...] | None:
    """Occurrences of `terms`, ASCII case ignored. None: a term is not ASCII, there is none, or `content` is too long.

    Sorted, disjoint, at most 100; the order of the terms does not matter and every term that occurs has a place.
    """
    if not terms or not all(term.isascii() for term in terms):
        return None
    text = content.encode("utf-8", "surrogatepass")
    if len(text) > MAX_CONTENT_BYTES:
        return None
    chosen = sorted({term.encode().lower() for term in terms})[:MAX_SPANS]
    return merged(occurrences(text.lower(), chosen))


def occurrences(text: AnyStr, terms: Sequence[AnyStr]) -> Iterator[tuple[int, int]]:
    """(start, end) of the first occurrences of each term, none overlapping another of its own; 100 in all at most."""
    budget = max(1, MAX_SPANS // max(1, len(terms)))
    for term in terms:
        start = text.find(term)
        for _ in range(budget):
            if start < 0:
                break
            end = start + len(term)
            yield start, end
            start = text.find(term, end)


def merged(spans: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    """`spans` in order, those that overlap made one; spans that only touch stay apart."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if kept and start < kept[-1][1]:
            kept[-1] = kept[-1][0], max(end, kept[-1][1])
        else:
            kept.append((start, end))
    return tuple(Span(start, end) for start, end in kept)

"""Where the words of a question stand in what a hit shows, as UTF-8 byte offsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import AnyStr

from grooveseek.search.answer import Span

MAX_SPANS = 100
MAX_CONTENT_BYTES = 262_144

Places = Iterator[tuple[int, int]]
"""(start, end), left to right, none overlapping another."""


def match_spans(content: str, terms: Sequence[str]) -> tuple[Span, ...] | None:
    """Occurrences of `terms`, ASCII case ignored. None: a term is not ASCII, there is none, or `content` is too long.

    Sorted, disjoint, at most 100; the order of the terms does not matter and every term that occurs has a place.
    """
    if not terms or not all(term.isascii() for term in terms):
        return None
    text = content.encode("utf-8", "surrogatepass")
    if len(text) > MAX_CONTENT_BYTES:
        return None
    lower = text.lower()
    return merged(shared_out({term.lower() for term in terms}, lambda term: places(lower, term.encode())))


def shared_out(terms: Iterable[str], places_of: Callable[[str], Places]) -> Places:
    """The first places of each of the first 100 terms, at most 100 places in all, an equal share for each term."""
    chosen = sorted(terms)[:MAX_SPANS]
    share = max(1, MAX_SPANS // max(1, len(chosen)))
    for term in chosen:
        yield from islice(places_of(term), share)


def places(text: AnyStr, term: AnyStr) -> Places:
    start = text.find(term)
    while start >= 0:
        yield start, start + len(term)
        start = text.find(term, start + len(term))


def merged(found: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    """What was `found`, in order, overlapping places made one; those that only touch stay apart."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if kept and start < kept[-1][1]:
            kept[-1] = kept[-1][0], max(end, kept[-1][1])
        else:
            kept.append((start, end))
    return tuple(Span(start, end) for start, end in kept)

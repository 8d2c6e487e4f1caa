"""Answers of a size that clients accept: what is too much is cut, from the last hit up, marked, and said to be.

What says the same twice goes first: `highlights` that are `match_spans` again.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

from grooveseek.search.answer import Answer, Cut, Hit, Lines, Notice, Span
from grooveseek.search.hits import is_verbatim
from grooveseek.search.wire import UriFor, hit_to_wire
from grooveseek.text.borders import grapheme_borders
from grooveseek.text.counted import counted

BEGINNING_BYTES = 200
"""So much of every excerpt is kept as long as there is anything else to cut; of hundreds nothing may be left."""

_LONGEST_CHARACTER = 64
_INDENT = 4
"""Spaces before every line of a hit, behind those of its own."""
_BETWEEN = 2
"""A comma and a line end."""
_ATTEMPTS = 3
"""A cut adds what it says of itself, which the next one takes away."""


def within_budget(answer: Answer, budget: int, uri_for: UriFor | None = None) -> Answer:
    """`answer` with the excerpts of its lower hits cut so that all hits together take at most `budget` bytes of JSON.

    0 is no budget. `uri_for` is what the reply will be made with.
    """
    if not budget or sum(_size(hit, uri_for) for hit in answer.hits) <= budget:
        return answer
    answer = replace(answer, hits=tuple(map(_said_once, answer.hits)))
    hits = list(answer.hits)
    sizes = [_size(hit, uri_for) for hit in hits]
    over = sum(sizes) - budget
    if over <= 0:
        return answer
    for least, place in product((BEGINNING_BYTES, 0), reversed(range(len(hits)))):
        for _ in range(_ATTEMPTS):
            length = len(hits[place].content.encode())
            if over <= 0 or length <= least:
                break
            shorter = _cut(answer.hits[place], max(least, length - over))
            size = _size(shorter, uri_for)
            if size >= sizes[place]:
                break
            over -= sizes[place] - size
            hits[place], sizes[place] = shorter, size
    cut = sum(hit.cut is not None for hit in hits)
    notices = (_notice(cut, len(hits)),) if cut else ()
    return replace(answer, hits=tuple(hits), notices=(*answer.notices, *notices))


def _said_once(hit: Hit) -> Hit:
    return replace(hit, highlights=None) if hit.highlights == hit.match_spans else hit


def _notice(cut: int, hits: int) -> Notice:
    return Notice(
        "content-cut",
        f"{cut} of {counted(hits, 'excerpt')} cut to keep the reply small (`truncated`; `shown` says how much is "
        "there): call `get_document` as their `rest` says, or ask for fewer results.",
    )


def _size(hit: Hit, uri_for: UriFor | None) -> int:
    """Bytes in the text of a reply."""
    text = json.dumps(hit_to_wire(hit, uri_for), ensure_ascii=False, indent=2)
    return len(text.encode("utf-8", "surrogatepass")) + _INDENT * (text.count("\n") + 1) + _BETWEEN


def _cut(hit: Hit, size: int) -> Hit:
    fitting = len(hit.content.encode()[:size].decode(errors="ignore"))
    # A little beyond the cut, so that a character made of several code points is seen whole.
    borders = grapheme_borders(hit.content[: fitting + _LONGEST_CHARACTER])
    content = hit.content[: max((border for border in borders if border <= fitting), default=0)]
    length = len(content.encode())
    lines = rest = None
    if hit.lines is not None:
        lines = rest = hit.lines
        if is_verbatim(hit.path):
            last = min(hit.lines.end, hit.lines.start + content.count("\n"))
            lines, rest = Lines(hit.lines.start, last), Lines(last, hit.lines.end)
    return replace(
        hit,
        content=content,
        match_spans=_kept(hit.match_spans, length),
        highlights=_kept(hit.highlights, length),
        lines=lines,
        end_line=lines.end if lines and hit.end_line is not None else hit.end_line,
        cut=Cut(length, len(hit.content.encode()), rest),
    )


def _kept(spans: tuple[Span, ...] | None, length: int) -> tuple[Span, ...] | None:
    return None if spans is None else tuple(span for span in spans if span.end <= length)

"""Answers of a size that clients accept: long excerpts are cut, marked, and said to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grooveseek.search.answer import Answer, Hit, Lines, Notice, Span
from grooveseek.text.borders import grapheme_borders

MAX_CONTENT_BYTES = 64 * 1024
"""Of all excerpts together, in UTF-8: about 16,000 tokens of English and 22,000 of Japanese."""
MIN_SHARE_BYTES = 200
_LONGEST_CHARACTER = 64


def within_budget(answer: Answer, budget: int = MAX_CONTENT_BYTES) -> Answer:
    """`answer` with its longest excerpts cut to one length, so that all together fit in `budget` bytes."""
    sizes = [len(hit.content.encode()) for hit in answer.hits]
    if sum(sizes) <= budget:
        return answer
    share = max(_share(sizes, budget), MIN_SHARE_BYTES)
    hits = tuple(_cut(hit, share) if size > share else hit for hit, size in zip(answer.hits, sizes, strict=True))
    number = sum(size > share for size in sizes)
    notice = Notice(
        "content-cut",
        f"{number} excerpts were cut to keep the reply small (marked `truncated`); read on with `get_document`, for "
        "instance from the line given in `lines`, or ask for fewer results.",
    )
    return replace(answer, hits=hits, notices=(*answer.notices, notice))


def _share(sizes: Sequence[int], budget: int) -> int:
    """The length to which the longest are cut: what the short ones leave is shared by the others."""
    left = budget
    for position, size in enumerate(sorted(sizes)):
        share = left // (len(sizes) - position)
        if size > share:
            return share
        left -= size
    return budget


def _cut(hit: Hit, size: int) -> Hit:
    fitting = len(hit.content.encode()[:size].decode(errors="ignore"))
    # A little beyond the cut, so that a character made of several code points is seen whole.
    borders = grapheme_borders(hit.content[: fitting + _LONGEST_CHARACTER])
    content = hit.content[: max((border for border in borders if border <= fitting), default=0)]
    length = len(content.encode())
    lines = hit.lines
    if lines is not None:
        lines = Lines(lines.start, min(lines.end, lines.start + content.count("\n")))
    return replace(
        hit,
        content=content,
        match_spans=_kept(hit.match_spans, length),
        highlights=_kept(hit.highlights, length),
        lines=lines,
        truncated=True,
    )


def _kept(spans: tuple[Span, ...] | None, length: int) -> tuple[Span, ...] | None:
    return None if spans is None else tuple(span for span in spans if span.end <= length)

"""Whether the text of a PDF is text: many files carry fonts without a way back to characters, or pictures of pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grooveseek.text.counted import counted

_C1 = re.compile("[\u0080-\u009f]")
_RUN = re.compile(r"\S+")

_MOST_C1 = 0.01
_MOST_SUSPECT = 0.30
_LEAST_DENSITY = 50

_LONG_RUN = 8
_SHORT_RUN = 2
_LEAST_PAIRS = 12
_FIRSTS_SHARE = 0.90
_LEAST_SECONDS = 6


def mojibake(pages: Sequence[str]) -> str | None:
    """Why the characters cannot be those of a text, with the measured value; None where they can.

    Two-byte codes read as single bytes show as control characters, or as runs of one or two first bytes that keep
    turning up before ever different second ones.
    """
    characters = sum(map(len, pages))
    controls = sum(len(_C1.findall(page)) for page in pages)
    if characters and controls >= _MOST_C1 * characters:
        return f"{100 * controls / characters:.1f} % of its characters are control codes; no text was recognised"
    visible = sum(len("".join(page.split())) for page in pages)
    suspect = _suspect_characters(pages)
    if visible and suspect >= _MOST_SUSPECT * visible:
        return f"{100 * suspect / visible:.0f} % of its characters form no words; no text was recognised"
    return None


def too_thin(pages: Sequence[str]) -> str | None:
    """Why there is too little text, with the measured value; None where there is enough."""
    lengths = [len(page.strip()) for page in pages if page.strip()]
    if not lengths:
        return "no page has text"
    average = sum(lengths) // len(lengths)
    return (
        f"{counted(average, 'character')} a page on average, under {_LEAST_DENSITY}"
        if average < _LEAST_DENSITY
        else None
    )


def _suspect_characters(pages: Sequence[str]) -> int:
    long, short = 0, []
    for run in _single_byte_runs(pages):
        if len(run) >= _LONG_RUN:
            long += len(run) if len(set(run[::2])) <= 2 and len(set(run[1::2])) >= 4 else 0
        elif len(run) >= _SHORT_RUN:
            short.append(run)
    return long + (sum(map(len, short)) if _are_two_byte_codes(short) else 0)


def _single_byte_runs(pages: Sequence[str]) -> Iterator[str]:
    for page in pages:
        for match in _RUN.finditer(page):
            if max(match[0]) < "\u0100":
                yield match[0]


def _are_two_byte_codes(runs: Sequence[str]) -> bool:
    """Whether runs of 2 to 7 characters, taken together, look like pairs of bytes."""
    firsts: Counter[str] = Counter()
    seconds: set[str] = set()
    for run in runs:
        # An odd last character has no partner.
        firsts.update(run[: len(run) // 2 * 2 : 2])
        seconds.update(run[1::2])
    pairs = firsts.total()
    if pairs < _LEAST_PAIRS or len(seconds) < _LEAST_SECONDS:
        return False
    return sum(count for _, count in firsts.most_common(2)) >= _FIRSTS_SHARE * pairs

"""The text of a page as it is searched: words whole again that the layout has broken."""

from __future__ import annotations

import re

_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"})
_HYPHENATED = re.compile(r"(?<=[a-z])-\n(?=[a-z])")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f]")

# Scripts without spaces between words; punctuation that ends a sentence or opens one is left out.
_UNSPACED = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_BROKEN = re.compile(rf"(?<=[{_UNSPACED}、，])\n(?=[{_UNSPACED}])")
_WIDE = re.compile("[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]")
_NARROWEST_FULL_LINE = 30
_FULL = 0.85


def tidy(text: str) -> str:
    """Join what a line end has parted, spell out ligatures, drop control characters."""
    text = _CONTROLS.sub("", text.translate(_LIGATURES))
    return _join_unspaced(_HYPHENATED.sub("", text))


def _join_unspaced(text: str) -> str:
    """Join lines of a script without spaces where the upper one reaches the right margin.

    Such a line is nearly as wide as the widest of the page; a heading or an entry of a list is not.
    """
    if not _BROKEN.search(text):
        return text
    full = _FULL * max(map(_width, text.split("\n")))
    if full < _FULL * _NARROWEST_FULL_LINE:
        return text

    def joined(match: re.Match[str]) -> str:
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        return "" if _width(line) >= full else "\n"

    return _BROKEN.sub(joined, text)


def _width(line: str) -> int:
    """In columns of a terminal: an ideograph takes two."""
    return len(line) + len(_WIDE.findall(line))

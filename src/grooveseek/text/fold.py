"""Folding: what two spellings of the same words have in common, applied to question and text before they are compared.

A folded text is in NFC, without case, without the marks on Latin letters, with full-width and half-width forms made
ordinary. Other compatibility forms stay what they are: `㍻`, `①`, `x²` and `½` are read as signs of their own, and
spelling them out would find `2` in `x²`. Four kinds of look-alike are joined all the same, because nobody can tell or
type the difference: radicals that PDF files hold in place of ideographs (`⽇` for `日`), typographic quotation marks
and hyphens, the two wave dashes, and invisible characters inside words (soft hyphen, zero-width space, variation
selector).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import regex

_LOOK_ALIKES = {
    **dict.fromkeys("‘’‛ʼ", "'"),
    **dict.fromkeys("“”‟", '"'),
    **dict.fromkeys("‐‑−", "-"),
    **dict.fromkeys("\u00a0\u2007\u202f", " "),
    "〜": "~",
    **dict.fromkeys("\u00ad\u200b\u2060\ufeff", ""),
}
_UNMARKED = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"}
"""Latin letters whose stroke or joining Unicode does not count as a mark."""

_MARKED_LATIN = regex.compile(r"\p{Latin}\p{M}++")
_LATIN_MARKS = regex.compile(r"[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF]+")


def _without_latin_marks(text: str) -> str:
    return _MARKED_LATIN.sub(lambda marked: _LATIN_MARKS.sub("", marked[0]), text)


class _Table(dict[int, str]):
    """A translation table that works its rows out when they are first asked for."""

    def __init__(self, rule: Callable[[str], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str:
        result = self._rule(chr(code))
        self[code] = result
        return result


def _plain_form(character: str) -> str:
    """The ordinary form of a look-alike: one character, or none."""
    known = _LOOK_ALIKES.get(character)
    if known is not None:
        return known
    code = ord(character)
    if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return ""
    kind, *parts = unicodedata.decomposition(character).split() or [""]
    if kind in {"<wide>", "<narrow>"} or (kind == "<compat>" and 0x2E80 <= code <= 0x2FDF):
        return _plain_form(chr(int(parts[0], 16)))
    return character


def _without_case(character: str) -> str:
    before, after = "", character
    while after != before:
        before = after
        bare = _without_latin_marks(unicodedata.normalize("NFD", before.casefold()))
        after = unicodedata.normalize("NFC", "".join(_UNMARKED.get(letter, letter) for letter in bare))
        after = after.translate(PLAIN_FORMS)
    return after


PLAIN_FORMS = _Table(_plain_form)
"""For `str.translate`: every character in its ordinary form, invisible ones dropped; none grows."""
_CASELESS = _Table(_without_case)


def fold(text: str) -> str:
    """The folded form of `text`, which may be shorter or longer. Folding twice is folding once."""
    if text.isascii():
        return text.lower()
    return fold_plain(text.translate(PLAIN_FORMS))


def fold_plain(text: str) -> str:
    """`fold` for a text that `PLAIN_FORMS` has been applied to."""
    caseless = unicodedata.normalize("NFC", text).translate(_CASELESS)
    return unicodedata.normalize("NFC", _without_latin_marks(caseless))

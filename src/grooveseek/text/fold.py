"""Folding: what two spellings of the same words have in common, applied to question and text before they are compared.

A folded text is in NFC, without case, without the marks on Latin letters, with full-width and half-width forms made
ordinary. Other compatibility forms stay what they are: `㍻`, `①`, `x²` and `½` are read as signs of their own, and
spelling them out would find `2` in `x²`. Four kinds of look-alike are joined all the same, because nobody can tell or
type the difference: radicals that PDF files hold in place of ideographs (`⽇` for `日`), typographic quotation marks
and hyphens, the two wave dashes, and invisible characters inside words (soft hyphen, zero-width space, variation
selector).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LOOK_ALIKES = {
    **dict.fromkeys("‘’‛", "'"),
    **dict.fromkeys("“”‟", '"'),
    **dict.fromkeys("‐‑−", "-"),
    **dict.fromkeys("\u00a0\u2007\u202f", " "),
    "〜": "~",
    **dict.fromkeys("\u00ad\u200b\u2060\ufeff", ""),
}
_UNMARKED = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ʼ": "'"}
"""Latin letters whose stroke or joining is no mark to Unicode, and the apostrophe that is a letter to it."""

# Every character that may have another ordinary form, and every small Latin letter that may be marked, lies in these.
_UNUSUAL = re.compile(
    "[\u00a0\u00ad\u2000-\u206f\u2212\u2e80-\u2fdf\u3000\u301c\ufe00-\ufe0f\ufeff-\uffef\U000e0100-\U000e01ef]"
)
_LETTERS = re.compile("[\u00c0-\u024f\u02bc\u1e00-\u1eff]")
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]")


def fold(text: str) -> str:
    """The folded form of `text`, which may be shorter or longer. Folding twice is folding once."""
    return text.lower() if text.isascii() else fold_plain(_UNUSUAL.sub(_plain_match, text))


def fold_plain(text: str) -> str:
    """`fold` for a text of characters in their `plain_form`."""
    caseless = _LETTERS.sub(_bare_match, unicodedata.normalize("NFC", text).casefold())
    if _MARKS.search(caseless):
        caseless = _without_latin_marks(caseless)
    return unicodedata.normalize("NFC", caseless)


@lru_cache(maxsize=16_384)
def plain_form(character: str) -> str:
    """The ordinary form of a look-alike or of a full-width or half-width character: one character, or none."""
    known = _LOOK_ALIKES.get(character)
    if known is not None:
        return known
    code = ord(character)
    if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return ""
    kind, *parts = unicodedata.decomposition(character).split() or [""]
    if kind in {"<wide>", "<narrow>"} or (kind == "<compat>" and 0x2E80 <= code <= 0x2FDF):
        return plain_form(chr(int(parts[0], 16)))
    return character


def _plain_match(unusual: re.Match[str]) -> str:
    return plain_form(unusual[0])


def _bare_match(letter: re.Match[str]) -> str:
    return _bare(letter[0])


@lru_cache(maxsize=2048)
def _bare(letter: str) -> str:
    return "".join(_UNMARKED.get(part, part) for part in _MARKS.sub("", unicodedata.normalize("NFD", letter)))


def _without_latin_marks(text: str) -> str:
    """Drops marks that no composed letter holds. Imported here because few texts need it."""
    import regex

    return regex.sub(r"\p{Latin}\p{M}++", lambda marked: _MARKS.sub("", marked[0]), text)

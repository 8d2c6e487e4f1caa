"""UTF-16 and UTF-32 without a byte order mark, where nothing else can be meant."""

from __future__ import annotations

import regex

_WIDE = (
    ("utf-32-le", 4, 0, 0.6),
    ("utf-32-be", 4, 3, 0.6),
    ("utf-16-le", 2, 0, 0.25),
    ("utf-16-be", 2, 1, 0.25),
)
"""Encodings by their bytes a letter, which of these bytes Latin letters differ in, and the least share of NULs."""
_LEAST_NULS = 4
"""With fewer, somebody may have put them between letters."""

_SAMPLE = 1 << 16
"""Bytes by which other scripts are told."""
_LEAST_LETTERS = 8
_MOST_CONTROLS = 0.2
"""A larger share of control characters is no text in UTF-8. Cyrillic in UTF-16 is valid UTF-8, one such a letter."""

_CONTROL = regex.compile(r"[\p{Cc}--[\t\n\v\f\r\0]]", regex.V1)
_LETTER = regex.compile(r"[^\p{Latin}\p{Common}\p{Inherited}]")
_WRITINGS = tuple(
    (regex.compile(letters), regex.compile(frequent), share)
    for letters, frequent, share in (
        (r"[\p{Hiragana}\p{Katakana}\p{Han}]", r"[\p{Hiragana}\p{Katakana}]", 1 / 4),
        (r"\p{Han}", "[的一是不了在有]", 1 / 40),
        (r"\p{Hangul}", "", 0.0),
        *((rf"\p{{{name}}}", "", 0.0) for name in ("Cyrillic", "Greek", "Hebrew", "Arabic", "Thai")),
    )
)
"""What letters a text consists of, but for Latin ones, and which of them make up a share of it at the least.

Bytes that are no UTF-16 stand for characters of many scripts, and of none.
"""


def encoding_without_mark(data: bytes) -> str | None:
    """None where it is UTF-8, or nothing that can be told."""
    if 0 not in data:  # not a single line end, blank or Latin letter
        return None
    return _of_latin_letters(data) or _of_other_letters(data)


def _of_latin_letters(data: bytes) -> str | None:
    """The encoding that most NULs speak for and none against; such a file is valid UTF-8, but nothing to read."""
    nuls = data.count(0)
    for encoding, width, place, share in _WIDE if nuls >= _LEAST_NULS else ():
        if nuls >= share * len(data) and not data[place::width].count(0):
            return encoding
    return None


def _of_other_letters(data: bytes) -> str | None:
    """The one of both orders of bytes in which the file reads as one script."""
    if len(data) % 2 or _is_utf_8(data):
        return None
    found = [name for name in ("utf-16-le", "utf-16-be") if _reads(_beginning(data, name))]
    return found[0] if len(found) == 1 else None


def _beginning(data: bytes, encoding: str) -> str:
    text = data[:_SAMPLE].decode(encoding, "surrogatepass")
    # The last one may be half a character.
    return text if len(data) <= _SAMPLE else text[:-1]


def _is_utf_8(data: bytes) -> bool:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    sample = text[:_SAMPLE]
    return len(_CONTROL.findall(sample)) <= _MOST_CONTROLS * len(sample)


def _reads(text: str) -> bool:
    if "\0" in text or _CONTROL.search(text):
        return False
    letters = "".join(_LETTER.findall(text))
    if len(letters) < _LEAST_LETTERS:
        return False
    return any(
        not script.sub("", letters) and (not share or len(frequent.findall(letters)) >= share * len(letters))
        for script, frequent, share in _WRITINGS
    )

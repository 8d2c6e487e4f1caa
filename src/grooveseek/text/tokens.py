"""How many tokens an embedding model will make of a text, estimated without its tokenizer.

Chunking needs a size that is quick to take and hardly ever too small, since text past a model's window is not embedded.
The estimate is a weighted count of characters, words and changes of class, fitted to the vocabulary of XLM-RoBERTa
(250,000 pieces; the E5 and BGE-M3 models use it) so that about one passage in a thousand is estimated too small.
`docs/performance.md` holds the figures.
"""

from __future__ import annotations

import math

_CONTINUATION = bytes(range(0x80, 0xC0))


def _class_table() -> bytes:
    """Maps the first byte of a character to one letter for its class."""
    table = bytearray(b" " * 256)
    for name, ranges in {
        "p": ((0x21, 0x7E),),  # ASCII punctuation, where no later row takes the byte
        "0": ((0x30, 0x39),),
        "A": ((0x41, 0x5A),),
        "a": ((0x61, 0x7A),),
        "y": ((0xC2, 0xC2), (0xE2, 0xE2)),  # symbols and general punctuation
        "l": ((0xC3, 0xCA),),  # Latin letters with marks
        "g": ((0xCB, 0xD4),),  # Greek, Cyrillic, Armenian
        "m": ((0xD5, 0xDF),),  # Hebrew, Arabic and their neighbours
        "i": ((0xE0, 0xE0),),  # the scripts of India, Thai, Lao, Tibetan
        "t": ((0xE1, 0xE1),),  # Georgian, Ethiopic, Khmer, Vietnamese vowels
        "k": ((0xE3, 0xE3),),  # kana and ideographic punctuation
        "K": ((0xE4, 0xE9),),  # kanji
        "h": ((0xEA, 0xED),),  # Hangul
        "f": ((0xEE, 0xEF),),  # full-width and half-width forms
        "x": ((0xF0, 0xF4),),  # emoji, rare ideographs
    }.items():
        for first, last in ranges:
            table[first : last + 1] = name.encode() * (last - first + 1)
    return bytes(table)


_CLASSES = _class_table()
_LETTERS = bytes(ord("w") if chr(byte) in "aAl" else ord(" ") for byte in range(256))

# Hundredths of a token for each occurrence; a pair of letters is a change of class.
_PER_CLASS = {
    b"p": 93, b"0": 36, b"A": 43, b"y": 70, b"l": 100, b"g": 54, b"m": 65, b"i": 45, b"t": 56, b"k": 68, b"K": 79,
    b"h": 80, b"f": 100, b"x": 50, b" 0": 188, b"0a": 54, b"aA": 140, b"kK": 44,
}  # fmt: skip
_PER_WORD = {b" w": 119, b"wwwww": 79}
_IDEOGRAPHIC_PUNCTUATION = 50
_MARGIN = 600


def estimate_tokens(text: str) -> int:
    """A count of tokens that is seldom below the true one; special tokens and prefixes are not included.

    Cutting a text never lowers the sum: the estimates of the parts add up to at least the estimate of the whole.
    """
    if not text:
        return 0
    encoded = text.encode("utf-8", "surrogatepass")
    classes = b" " + encoded.translate(_CLASSES, _CONTINUATION)
    letters = classes.translate(_LETTERS)
    hundredths = _MARGIN + encoded.count(b"\xe3\x80") * _IDEOGRAPHIC_PUNCTUATION
    hundredths += sum(classes.count(pattern) * weight for pattern, weight in _PER_CLASS.items())
    hundredths += sum(letters.count(pattern) * weight for pattern, weight in _PER_WORD.items())
    return math.ceil(hundredths / 100)

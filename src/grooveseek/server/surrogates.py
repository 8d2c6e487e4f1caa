"""Lone surrogates: strings that JSON can write but Unicode cannot, so that no answer could repeat them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")

COMPLAINT = "Invalid params: a string of the message holds a lone surrogate, which is no Unicode text"


def has_lone_surrogate(text: str, decoded: object) -> bool:
    """Whether `decoded`, which `text` is the JSON of, holds one; pairs of escapes are characters."""
    return bool(_ESCAPE.search(text)) and any(map(_is_no_text, _strings(decoded)))


def _is_no_text(string: str) -> bool:
    try:
        string.encode()
    except UnicodeEncodeError:
        return True
    return False


def _strings(decoded: object) -> Iterator[str]:
    # What is nested as deeply as it can be read is too deep for a function that calls itself.
    left = [decoded]
    while left:
        match left.pop():
            case str() as string:
                yield string
            case list() as items:
                left += items
            case dict() as members:
                left += (*members.keys(), *members.values())

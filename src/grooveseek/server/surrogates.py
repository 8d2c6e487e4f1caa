"""Lone surrogates: strings that JSON can write but Unicode cannot, so that no answer could repeat them."""

from __future__ import annotations

import json
import re

_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")

COMPLAINT = "Invalid params: a string of the message holds a lone surrogate, which is no Unicode text"


def has_lone_surrogate(text: str, decoded: object) -> bool:
    """Whether `decoded`, which `text` is the JSON of, holds one; pairs of escapes are characters."""
    if not _ESCAPE.search(text):
        return False
    try:
        json.dumps(decoded, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False

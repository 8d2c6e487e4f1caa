"""TOML from files that may come from anywhere: read in bounded time, refused in plain words."""

from __future__ import annotations

import re
from typing import Any

DEEPEST = 16
"""Parts of a dotted key. No key of ours has more than three."""

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\[^\n]?)*+"?+|'[^'\n]*+'?+)"""
_DOT = r"[ \t]*+\.[ \t]*+"
_NO_KEY = r"""#[^\n]*+|\"""(?:[^"\\]++|\\[\s\S]?|"(?!""))*+(?:\"""|\Z)|'''(?:[^']++|'(?!''))*+(?:'''|\Z)"""
# What is not closed ends with its line or the text: a second try from the middle of it would take quadratic time.
_WORDS = re.compile(rf"{_NO_KEY}|(?P<deep>{_PART}(?:{_DOT}{_PART}){{{DEEPEST}}})|{_PART}(?:{_DOT}{_PART})*+")


def parse_toml(data: bytes) -> dict[str, Any]:
    """Raises `ValueError`, worded to stand behind the name of the file.

    The parser's time grows with the square of a key's parts, and a table in a table in a table exhausts its stack, so
    that a small file could occupy it for minutes: what is nested beyond reason is not given to it.
    """
    import tomllib

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 (byte {error.start})") from error
    if deep := next((words for words in _WORDS.finditer(text) if words["deep"]), None):
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"nested too deeply: a key of more than {DEEPEST} parts on line {line}")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    except ValueError as error:
        raise ValueError(f"not valid TOML: {error}") from error

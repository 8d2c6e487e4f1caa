"""Values and paths as messages show them: on one line, without control characters, without credentials."""

from __future__ import annotations

import json
import re

_LONGEST = 200
_HARMLESS = "\u00a0\u3000\u200c\u200d"
"""The blanks of Japanese and French names, and what joins the parts of an emoji or of Persian and Indic words."""
_USER_INFO = re.compile(r"://[^\s\"]*@")


def printable(value: object) -> str:
    """A text in which nothing can move the cursor, recolour a terminal or start a new line."""
    return "".join(
        char if char.isprintable() or char in _HARMLESS else char.encode("unicode_escape").decode()
        for char in str(value)
    )


def shown(value: object) -> str:
    """A value as TOML would write it, shortened when long; user and password in a URL are hidden."""
    text = _USER_INFO.sub("://(hidden)@", printable(toml_value(value)))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def toml_value(value: object) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml_value(entry)}" for name, entry in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False, default=str)

"""A violation in one line for a reader; it begins with the name of the field."""

from __future__ import annotations

import json
import re

from grooveseek.config.shown import printable
from grooveseek.documents.shorten import shorten
from grooveseek.quality.validation.violation import (
    FrontmatterUnparsed,
    LengthOutOfRange,
    MissingRequired,
    NotInEnum,
    PatternMismatch,
    TypeMismatch,
    UndeclaredField,
    Violation,
)

_LINE_ENDS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LONGEST_VALUE = 200


def message(violation: Violation) -> str:
    """Line ends inside it are blanks, and nothing in it can recolour a terminal."""
    return printable(_LINE_ENDS.sub(" ", _message(violation)))


def _message(violation: Violation) -> str:
    match violation:
        case FrontmatterUnparsed(reason=reason):
            return f"frontmatter could not be parsed as YAML: {reason}"
        case MissingRequired(field=field):
            return f"{field} is required and has no value"
        case TypeMismatch(field=field, expected=expected, actual=actual):
            return f"{field} must be {expected}, not {actual}"
        case PatternMismatch(field=field, pattern=pattern, actual=actual):
            return f"{field} does not match {pattern}: {_quoted(actual)}"
        case NotInEnum(field=field, actual=actual, allowed=allowed):
            return f"{field} is none of {', '.join(allowed)}: {_quoted(actual)}"
        case LengthOutOfRange(field=field, actual=length):
            return f"{field} has length {length}, {_bounds(violation)}"
        case UndeclaredField(field=field):
            return f"{field} is not declared in the schema"
    raise TypeError(f"a violation of an unknown kind: {violation.kind}")


def _quoted(value: str) -> str:
    shown = shorten(value, _LONGEST_VALUE)
    return json.dumps(shown, ensure_ascii=False) + ("..." if len(shown) < len(value) else "")


def _bounds(violation: LengthOutOfRange) -> str:
    bounds = (("at least", violation.min), ("at most", violation.max))
    return " and ".join(f"{word} {bound}" for word, bound in bounds if bound is not None)

"""Types of values that TOML itself does not have: how each is read, and how it is described."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from grooveseek.config import sizes

INT64 = 2**63
LARGEST_FLOAT = sys.float_info.max


class Kind(Struct, frozen=True):
    """`read` takes the TOML value and raises `ValueError` for one that is not allowed."""

    read: Callable[[object], object]
    allowed: str
    write: Callable[[Any], object] = lambda value: value
    """Gives the TOML value of a typed one."""
    secret: bool = False
    """True for values that no message may show."""


class Secret(str):
    """A text that never shows in a `repr`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'(hidden)'"


def _read_path(value: object) -> Path:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ValueError(value)
    return Path(value)


def _read_secret(value: object) -> Secret:
    if not isinstance(value, str):
        raise ValueError(value)  # noqa: TRY004 - one error for every value that is not allowed
    return Secret(value)


def _read_number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or math.isnan(value):
        raise ValueError(value)
    return float(value)


PATH = Kind(_read_path, "a path, absolute or relative to the folder of this file", str)

PathKey = Annotated[Path | None, Meta(extra={"kind": PATH})]
SizeKey = Annotated[int | None, Meta(extra={"kind": Kind(sizes.parse_size, sizes.ALLOWED, sizes.format_size)})]
SecretKey = Annotated[Secret | None, Meta(extra={"kind": Kind(_read_secret, "a string", secret=True)})]

NumberKey = Annotated[float, Meta(extra={"kind": Kind(_read_number, "a number")})]
Fraction = Annotated[float, Meta(ge=0.0, le=1.0)]
Weight = Annotated[float, Meta(ge=0.0, le=1e6)]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Texts = tuple[str, ...]


def about(text: str, *, default: str | None = None, example: object = None) -> Meta:
    """The help of a key. `default` words what happens where no value can be written; `example` is a TOML value."""
    return Meta(description=text, extra={"default": default, "example": example})

"""Sizes in bytes as people write them: `"300 MiB"`, `1048576`, `"unlimited"`."""

from __future__ import annotations

import re
from collections.abc import Mapping

MIB = 1024 * 1024
DEFAULT_CAP = 50 * MIB
"""Bytes: the default of every size key, and the fixed cap on reading one document back."""

ALLOWED = 'a whole number of bytes, 1 or more; a string such as "300 MiB" or "10 MB"; or "unlimited"'

_BINARY = {"TiB": 1024**4, "GiB": 1024**3, "MiB": MIB, "KiB": 1024}
_DECIMAL = {"TB": 1000**4, "GB": 1000**3, "MB": 1000**2, "KB": 1000, "B": 1}
_UNITS = {name.lower(): factor for name, factor in (_BINARY | _DECIMAL).items()}
_WRITTEN = re.compile(r"([0-9]{1,20}) ?([A-Za-z]+)")
_LARGEST = 2**64 - 1


def parse_size(value: object) -> int | None:
    """Bytes, or None for no limit. Raises `ValueError` for everything that is no size."""
    if isinstance(value, str):
        if value.lower() == "unlimited":
            return None
        written = _WRITTEN.fullmatch(value)
        factor = _UNITS.get(written[2].lower()) if written else None
        if written is None or factor is None:
            raise ValueError(ALLOWED)
        value = int(written[1]) * factor
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _LARGEST:
        raise ValueError(ALLOWED)
    return value


def memory_warnings(caps: Mapping[str, int | None]) -> list[str]:
    """One sentence for each size key that is above its default."""
    return [
        f"[index].{key} is {format_size(size)}, above the default of {format_size(DEFAULT_CAP)}: a file is held in "
        "memory whole, and running out of memory can end the process"
        + ("; nothing but the files bounds it" if size is None else "")
        for key, size in caps.items()
        if size is None or size > DEFAULT_CAP
    ]


def format_size(size: int | None) -> str:
    """The shortest exact spelling; `parse_size` reads it back."""
    if size is None:
        return "unlimited"
    for unit, factor in _BINARY.items():
        if size >= factor and size % factor == 0:
            return f"{size // factor} {unit}"
    return f"{size} B"

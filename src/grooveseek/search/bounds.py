"""Refusals of what is too large, too many or not text: one check per kind of value, each naming what it refuses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from grooveseek.errors import InvalidRequestError
from grooveseek.search.door import Door

DEFAULT_LIMIT = 5
MAX_LIMIT = 1000
"""Hits of one answer."""

MAX_ENTRIES = 64
MAX_ENTRY_BYTES = 1024
MAX_FIELD_BYTES = 64 * 1024
"""Over all keys and values of one map."""


def size_of(text: str, name: str) -> int:
    """UTF-8 bytes. Refuses text that has none (a lone surrogate)."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise InvalidRequestError(f"{name} is not valid Unicode text: {text!r}") from None


def check_query_size(query: str, most: int | None) -> None:
    size = size_of(query, "query")
    if most is not None and size > most:
        raise InvalidRequestError(f"query is {size} bytes of UTF-8; the maximum is {most}")


def check_unit_interval(value: float | None, parameter: str, door: Door) -> None:
    if value is not None and not 0.0 <= value <= 1.0:
        raise door.malformed(f"{door.name(parameter)} must be in [0.0, 1.0], got {value}")


def check_list(entries: Sequence[str] | None, parameter: str, door: Door) -> None:
    """At most 64 entries of at most 1,024 bytes, counted as given."""
    if entries:
        _check_entries(entries, door.name(parameter))


def check_fields(fields: Mapping[str, Sequence[str]] | None, parameter: str, door: Door) -> None:
    """At most 64 keys with 64 values each, none empty, and 64 KiB in all."""
    if not fields:
        return
    name = door.name(parameter)
    total = 0
    if len(fields) > MAX_ENTRIES:
        raise InvalidRequestError(f"{name} has {len(fields)} keys; the maximum is {MAX_ENTRIES}")
    for key, values in fields.items():
        entry = f"{name}.{key}" if name == parameter else f"{name} {key}"
        if not key:
            raise door.malformed(f"{entry}: the key is empty")
        if "" in values:
            raise door.malformed(f"{entry}: a value is empty")
        total += _check_entry(key, f"key of {entry}") + _check_entries(values, entry)
    if total > MAX_FIELD_BYTES:
        raise InvalidRequestError(f"{name} holds {total} bytes of keys and values; the maximum is {MAX_FIELD_BYTES}")


def finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _check_entries(entries: Sequence[str], name: str) -> int:
    if len(entries) > MAX_ENTRIES:
        raise InvalidRequestError(f"{name} has {len(entries)} entries; the maximum is {MAX_ENTRIES}")
    return sum(_check_entry(entry, f"an entry of {name}") for entry in entries)


def _check_entry(entry: str, name: str) -> int:
    size = size_of(entry, name)
    if size > MAX_ENTRY_BYTES:
        raise InvalidRequestError(f"{name} is {size} bytes; the maximum is {MAX_ENTRY_BYTES}")
    return size

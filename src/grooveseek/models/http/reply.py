"""What comes back: checked number by number before any of it is believed."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from grooveseek.models.http.errors import EndpointError
from grooveseek.models.protocol import Matrix
from grooveseek.text.counted import counted

_NUMBER_BYTES = 32
"""More than any JSON writer spends on one number."""
_ITEM_BYTES = 4096
_FRAME_BYTES = 65536


class _Item(msgspec.Struct):
    embedding: list[float]
    index: int


class _Reply(msgspec.Struct):
    data: list[_Item]


def largest_body(inputs: int, dimension: int) -> int:
    """Bytes beyond which a reply is not read."""
    return _FRAME_BYTES + inputs * (_ITEM_BYTES + dimension * _NUMBER_BYTES)


def vectors_in(body: bytes, inputs: int, dimension: int) -> Matrix:
    """Unit-length rows in the order of the inputs. Raises `EndpointError` for an answer that does not hold together."""
    try:
        reply = msgspec.json.decode(body, type=_Reply)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise EndpointError(
            'the embedding endpoint did not answer {"data": [{"embedding": [...], "index": n}]}'
        ) from None
    if len(reply.data) != inputs:
        raise EndpointError(
            f"the embedding endpoint gave {counted(len(reply.data), 'vector')} for {counted(inputs, 'input')}"
        )
    rows = np.empty((inputs, dimension), np.float64)
    seen: set[int] = set()
    for item in reply.data:
        if not 0 <= item.index < inputs or item.index in seen:
            raise EndpointError(f"the embedding endpoint gave the index {item.index} twice or out of range")
        seen.add(item.index)
        if len(item.embedding) != dimension:
            raise EndpointError(
                f"the embedding endpoint gave a vector of {counted(len(item.embedding), 'number')}, "
                f"but dimension is {dimension}"
            )
        rows[item.index] = item.embedding
    return _unit_rows(rows)


def _unit_rows(rows: NDArray[np.float64]) -> Matrix:
    largest = np.abs(rows).max(axis=1, keepdims=True)
    if not np.isfinite(largest).all() or not largest.all():
        raise EndpointError("the embedding endpoint gave a vector that is all zero or not finite")
    rows = rows / largest  # so that squares neither overflow nor vanish
    unit: Matrix = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit

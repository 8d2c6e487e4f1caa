"""What one read hands over at most, whatever the sizes that indexing admits."""

from __future__ import annotations

from grooveseek.documents.parser import MIB, Kind

TEXT_CAP = MIB
BINARY_CAP = 50 * MIB
DECOMPRESSED_CAP = 50 * MIB
REPLY_CAP = MIB
"""Of extracted text, in UTF-8 bytes."""


def read_cap(kind: Kind) -> int:
    """Largest file of this kind, in bytes; exactly that size is read."""
    return BINARY_CAP if kind == "binary" else TEXT_CAP


def cut_to(text: str, size: int) -> str:
    """The longest beginning of `text` that is at most `size` bytes of UTF-8."""
    data = text.encode()
    return text if len(data) <= size else data[:size].decode(errors="ignore")

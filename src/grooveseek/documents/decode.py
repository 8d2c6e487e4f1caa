"""Bytes to text, the same way for indexing and for reading."""

from __future__ import annotations

import codecs
import re

from grooveseek.documents.wide import encoding_without_mark
from grooveseek.errors import RefusedFileError

# UTF-32's little-endian mark begins with UTF-16's, so it is asked for first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NULS = re.compile("\0+")


def decode(path: str, data: bytes) -> str:
    """The text of a file as it stands, without its byte order mark.

    Without a mark it is UTF-8, unless nothing but a wider encoding can be meant.
    Raises `RefusedFileError` where the bytes are not valid in that encoding: nothing is ever replaced.
    """
    mark, encoding = next(
        ((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", encoding_without_mark(data) or "utf-8")
    )
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        place = len(mark) + error.start
        raise RefusedFileError(path, f"not valid {encoding.upper()} text (byte {place}); save it as UTF-8") from error


def searchable(text: str) -> str:
    """Decoded text as it is cut into chunks: LF line ends, so that line n of it is line n of the file.

    NULs have no width to a reader and end strings in some programs: a run of them separates words, and a tail of them,
    as a broken write leaves it, is nothing.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = _NULS.sub(" ", text.rstrip("\0"))
    return text

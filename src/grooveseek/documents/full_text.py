"""The text of a whole document as it is handed to a reader."""

from __future__ import annotations

from grooveseek.documents.decode import decode
from grooveseek.documents.parser import Format, ParseOptions


def full_text(entry: Format, path: str, data: bytes) -> str:
    """The file's own text, or for a binary format the contents of its chunks joined by blank lines.

    Caps are the built-in ones whatever the index was told. Raises `RefusedFileError` where the file cannot be read as
    its format.
    """
    if entry.kind != "binary":
        return decode(path, data)
    options = ParseOptions()
    return "\n\n".join(chunk.content for chunk in entry.load(options)(path, data, options).chunks)

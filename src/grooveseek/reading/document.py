"""`get_document`: one document with what it says about itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from grooveseek.documents.decode import decode
from grooveseek.documents.document import Document
from grooveseek.documents.parser import Kind
from grooveseek.documents.registry import ParserSet
from grooveseek.errors import RefusedFileError
from grooveseek.reading.errors import UnreadableError
from grooveseek.reading.file import CheckedFile, read_checked
from grooveseek.reading.limits import BINARY_CAP, DECOMPRESSED_CAP, REPLY_CAP, TEXT_CAP, cut_to, read_cap
from grooveseek.reading.lines import LineRange, LinesRead, take_lines


@dataclass(frozen=True, slots=True)
class DocumentText:
    path: str
    title: str | None
    date: str | None
    topic: str | None
    tags: tuple[str, ...]
    content: str
    truncated: bool
    """Whether the text went on beyond `limits.REPLY_CAP`."""
    lines: LinesRead | None = None
    """Where a range of lines was asked for."""


def read_document(root: Path, path: str, parsers: ParserSet, wanted: LineRange | None = None) -> DocumentText:
    """The text of a document: of a text format the file as it stands, of a binary one what was extracted.

    With a range of lines a text file may be as large as a binary one. The index is not consulted.
    Raises a `ReadRefusedError`, or `InvalidRequestError` for a range beyond the end.
    """
    reading = replace(
        parsers,
        options=replace(parsers.options, exclude_headings=(), max_decompressed_size=DECOMPRESSED_CAP),
    )
    file = read_checked(root, path, reading, read_cap if wanted is None else _range_cap)
    try:
        text, document = (
            _extracted(file, path, reading) if file.format.kind == "binary" else _as_written(file, path, reading)
        )
    except RefusedFileError as refusal:
        raise UnreadableError(f"the text could not be extracted: {refusal.reason}") from refusal
    lines = None
    if wanted is not None:
        text, lines = take_lines(text, wanted)
    content = cut_to(text, REPLY_CAP)
    return DocumentText(
        path=path,
        title=document.title,
        date=document.date,
        topic=document.topic,
        tags=document.tags,
        content=content,
        truncated=len(content) < len(text),
        lines=lines,
    )


def _range_cap(_kind: Kind) -> int:
    return BINARY_CAP


def _as_written(file: CheckedFile, path: str, parsers: ParserSet) -> tuple[str, Document]:
    text = decode(path, file.data)
    try:
        # What a document says about itself stands at its top.
        return text, parsers.parse(path, cut_to(text, TEXT_CAP).encode())
    except RefusedFileError:
        return text, Document(path, ())


def _extracted(file: CheckedFile, path: str, parsers: ParserSet) -> tuple[str, Document]:
    document = parsers.parse(path, file.data)
    parts = (f"{chunk.heading}\n\n{chunk.content}" if chunk.heading else chunk.content for chunk in document.chunks)
    return "\n\n".join(parts), document

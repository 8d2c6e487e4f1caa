"""One plain text file to a document: a chunk of all of it, or as many bounded ones as it needs."""

from __future__ import annotations

from grooveseek.documents.bounds import content_budget
from grooveseek.documents.breadcrumb import breadcrumb
from grooveseek.documents.decode import decode, searchable
from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.embedded_data import without_payloads
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.quality import quality_score
from grooveseek.documents.spans import LineNumbers, Span, trimmed
from grooveseek.documents.split import split
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of


def parse_plain_text(path: str, data: bytes, options: ParseOptions) -> Document:  # noqa: ARG001 - every format's signature
    """The document of one text file. Raises `RefusedFileError` where its bytes are not text."""
    text, warnings = without_payloads(searchable(decode(path, data)))
    title = title_from_file_name(path)
    return Document(
        path=path,
        chunks=tuple(_chunks(text, breadcrumb(title))),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
        warnings=warnings,
    )


def _chunks(text: str, context: str) -> list[Chunk]:
    numbers = LineNumbers(text)
    chunks = []
    for index, (start, end) in enumerate(_spans(text, content_budget(context))):
        content = text[start:end]
        first, last = numbers.range((start, end))
        chunks.append(
            Chunk(
                index=index,
                content=content,
                breadcrumb=context,
                quality=quality_score(content),
                start_line=first,
                end_line=last,
            )
        )
    return chunks


def _spans(text: str, budget: int) -> list[Span]:
    spans = split(text, (0, len(text)), budget)
    if len(spans) > 1:
        spans = [trimmed(text, span) for span in spans]
    return [span for span in spans if text[slice(*span)].strip()]

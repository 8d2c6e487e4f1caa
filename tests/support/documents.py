"""Parser cases kept as data: title, input and expected output between lines that hold a single dot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grooveseek.documents.document import Chunk, Document

CASES = Path(__file__).resolve().parents[1] / "cases"


@dataclass(frozen=True)
class Case:
    """One entry of a case file."""

    source: str
    """`file: title`, the test's id."""
    text: str
    expected: str


def read_cases(folder: str) -> list[Case]:
    """All cases of the files in a folder below `tests/cases`."""
    return [case for path in sorted((CASES / folder).glob("*.txt")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    parts = path.read_text(encoding="utf-8").split("\n.\n")
    *entries, rest = parts
    assert not rest.strip(), f"{path}: text behind the last case"
    assert len(entries) % 3 == 0, f"{path}: a case is a title, an input and an expected output"
    for title, text, expected in zip(entries[::3], entries[1::3], entries[2::3], strict=True):
        yield Case(f"{path.stem}: {title.strip()}", text, expected)


def outline(document: Document) -> str:
    """The chunks of a document as case files write them: level, lines and headings, then the content behind bars."""
    return "\n".join(_outline(chunk) for chunk in document.chunks) or "no chunk"


def _outline(chunk: Chunk) -> str:
    lines = f"{chunk.start_line}-{chunk.end_line}"
    way = " > ".join(f"[{part}]" for part in (*chunk.ancestry, chunk.heading) if part is not None)
    head = f"{chunk.level or '-'} {lines} {way}".rstrip()
    return "\n".join([head, *(f"| {line}".rstrip() for line in chunk.content.split("\n") if chunk.content)])

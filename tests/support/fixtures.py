"""Office and PDF files made by independent writers; `tests/fixtures/make.py` tells how."""

from __future__ import annotations

from pathlib import Path

from grooveseek.documents.document import Document
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.registry import parser_set

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


def parse_fixture(name: str, options: ParseOptions | None = None) -> Document:
    """Parse a file of the fixtures by its extension, as if it lay in `reports/2026/`."""
    return parser_set([name.rpartition(".")[2]], options).parse(f"reports/2026/{name}", fixture(name))


def contents(document: Document) -> list[tuple[str | None, str]]:
    """Heading and content of every chunk."""
    return [(chunk.heading, chunk.content) for chunk in document.chunks]

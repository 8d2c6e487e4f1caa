"""Helpers for the tests of the quality tools."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grooveseek.documents.frontmatter import read_frontmatter
from grooveseek.documents.schema import read_schema
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.quality.validation.rules import violations
from grooveseek.quality.validation.run import Options, Report, validate
from grooveseek.quality.validation.violation import Violation
from support.kb import knowledge_base


def notes(folder: Path, files: Mapping[str, str | bytes]) -> KnowledgeBase:
    """A knowledge base `kb` below `folder` that holds `files`."""
    root = folder / "kb"
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return knowledge_base(root)


def broken_rules(block: str, schema: str, *, strict: bool = False) -> tuple[Violation, ...]:
    """What a document with this frontmatter breaks of a schema."""
    text = f"---\n{block}\n---\nbody" if block else "body"
    return violations(read_frontmatter(text).frontmatter, read_schema(schema.encode()), strict=strict)


def validated(kb: KnowledgeBase, schema: str, **options: bool) -> Report:
    """The report; warnings are not expected."""
    warned: list[str] = []
    report = validate(kb, read_schema(schema.encode()), Options(**options), warned.append)
    assert warned == []
    return report

"""`get_best_practice`: the guide a knowledge base keeps for a target, whole or one section of it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grooveseek.documents.decode import decode
from grooveseek.documents.registry import ParserSet
from grooveseek.errors import GrooveError, RefusedFileError
from grooveseek.reading.errors import LinkRefusedError, ReadRefusedError
from grooveseek.reading.file import read_checked
from grooveseek.reading.limits import TEXT_CAP
from grooveseek.reading.sections import GuideSection, guide_sections

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Guides:
    """Where the guides of one knowledge base lie."""

    root: Path
    parsers: ParserSet
    templates: Sequence[str]
    """Paths relative to `root`; `{target}` stands for what is asked."""


def best_practice(guides: Guides, target: str, category: str | None = None) -> str:
    """The content for `target`. Raises `GrooveError` saying what is missing, never a path that was tried."""
    text = _guide(guides, target)
    sections = guide_sections(text)
    if category is not None:
        return _section(sections, target, category)
    listed = "".join(f"- {section.heading}\n" for section in sections)
    return f"## Sections\n{listed}\n---\n\n{text}"


def _guide(guides: Guides, target: str) -> str:
    if not guides.templates:
        raise GrooveError(
            "get_best_practice is not configured here: the operator sets [best_practice].path_templates in groove.toml"
        )
    for template in guides.templates:
        path = template.replace("{target}", target)
        try:
            data = read_checked(guides.root, path, guides.parsers, lambda _: TEXT_CAP).data
        except LinkRefusedError:
            raise
        except ReadRefusedError as refusal:
            logger.debug("best practice: %s: %s", path, refusal)
            continue
        try:
            return decode("the guide", data)
        except RefusedFileError as refusal:
            raise GrooveError(f"the guide for {target!r} cannot be read: {refusal.reason}") from None
    count = len(guides.templates)
    raise GrooveError(
        f"no guide for {target!r}: {count} path {'template was' if count == 1 else 'templates were'} tried"
    )


def _section(sections: Sequence[GuideSection], target: str, category: str) -> str:
    wanted = category.casefold()
    for section in sections:
        if wanted in section.heading.casefold():
            return section.text
    names = ", ".join(section.heading for section in sections) or "none"
    raise GrooveError(f"the guide for {target!r} has no section {category!r}; it has: {names}")

"""Where a frontmatter block begins and ends."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^---[ \t]*$", re.MULTILINE)
_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*")
_KEY = re.compile(r"""(?:[^\s#:'"][^:\n]{0,80}|"[^"\n]{1,80}"|'[^'\n]{1,80}')[ \t]*:(?:\s|$)""")
_PART_OF_A_VALUE = re.compile(r"\s|- |-$|[]}#]")


@dataclass(frozen=True, slots=True)
class FrontmatterBlock:
    """The text between the two `---` lines, and where the body starts."""

    yaml: str
    body_start: int
    """Code-point offset of the body's first line that is not blank."""


def find_block(text: str) -> FrontmatterBlock | None:
    """The block at the very top of `text` (LF line ends), if its first line is `---` and a later one closes it."""
    opening = _FENCE.match(text)
    if opening is None:
        return None
    closing = _FENCE.search(text, opening.end() + 1)
    if closing is None:
        return None
    after = _BLANK_LINES.match(text, min(closing.end() + 1, len(text)))
    assert after is not None
    return FrontmatterBlock(text[opening.end() + 1 : closing.start()], after.end())


def reads_as_prose(yaml: str) -> bool:
    """Whether a block that is no YAML mapping was never meant as one: text between two thematic breaks.

    True when fewer than half of its unindented lines could begin a `key: value`.
    """
    lines = [line for line in yaml.splitlines() if line.strip() and not _PART_OF_A_VALUE.match(line)]
    if yaml.lstrip().startswith("{"):
        return False
    return 2 * sum(_KEY.match(line) is not None for line in lines) < max(len(lines), 1)

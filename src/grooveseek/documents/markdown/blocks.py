"""A Markdown body as CommonMark's block rules see it: its headings, and where its other blocks begin."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# Past this depth the parser takes the rest of the enclosing block as text.
_MAX_NESTING = 50

# Tags, and the `:::` containers of documentation tools: a line that opens one, a block that closes one.
_OPENS = re.compile(r"\s*<[A-Za-z][^>]*>\s*\Z|:{3,}[ \t]*\w[^\n]*\Z")
_CLOSES = re.compile(r"\s*</|:{3,}\s*\Z")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document itself, not of a quotation or list item within it."""

    level: int
    markup: str
    """Its text as written, without the marks that make it a heading."""
    start: int
    """Code-point offset of its first line."""
    end: int
    """Offset just behind its last line."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The structure of one body, in code-point offsets."""

    headings: tuple[Heading, ...]
    borders: tuple[tuple[int, ...], ...]
    """Where blocks begin, by how well a text is cut there: the outermost first, and at each depth the borders that part
    a block from what introduces it after those that do not."""


def read_blocks(body: str) -> Blocks:
    """The blocks of `body` (LF line ends), in time linear in its length."""
    parser = _parser()
    tokens: list[Token] = []
    parser.block.parse(body, parser, {}, tokens)
    ends = accumulate(len(line) + 1 for line in body.split("\n"))
    offsets = [0, *(min(end, len(body)) for end in ends)]
    return Blocks(tuple(_headings(tokens, offsets)), _borders(tokens, offsets))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING})


def _headings(tokens: Sequence[Token], offsets: Sequence[int]) -> list[Heading]:
    found = []
    for position, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            first, last = token.map
            found.append(Heading(int(token.tag[1]), tokens[position + 1].content, offsets[first], offsets[last]))
    return found


def _borders(tokens: Sequence[Token], offsets: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    ranks: defaultdict[int, list[int]] = defaultdict(list)
    before: Token | None = None
    for position, token in enumerate(tokens):
        if token.nesting < 0 or token.type == "inline" or not token.map:
            continue
        introduced = before is not None and before.level == token.level and _introduces(before, tokens, position)
        belongs = introduced or _CLOSES.match(_text(tokens, position)) is not None
        ranks[2 * token.level + belongs].append(offsets[token.map[0]])
        before = token
    return tuple(tuple(ranks[rank]) for rank in sorted(ranks))


def _introduces(before: Token, tokens: Sequence[Token], position: int) -> bool:
    """Whether a reader of the block at `position` wants the one before it too."""
    if before.type == "heading_open":
        return True
    if before.type not in {"html_block", "paragraph_open"}:
        return False
    # A paragraph is three tokens: its opening, its text, its closing.
    text = before.content or tokens[position - 2].content
    if _CLOSES.match(text):
        return False
    return _OPENS.match(text) is not None or text.rstrip().endswith((":", "："))


def _text(tokens: Sequence[Token], position: int) -> str:
    token = tokens[position]
    return tokens[position + 1].content if token.type == "paragraph_open" else token.content

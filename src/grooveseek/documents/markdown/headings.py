"""The text of a heading as a reader sees it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from grooveseek.documents.shorten import shorten

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_CHARACTERS = 200
# Inline rules cost more than linear time on text made to that end; nobody reads a heading with that many marks.
_LONGEST_MARKUP = 400
_MOST_MARKS = 40

_ATTRIBUTES = re.compile(r"\{:?\s*([#.][^{}\n]*)\}\s*\Z")
_INLINE_MARK = re.compile(r"[`*_\[\]<>&\\!\n]")
_LINE_BREAK = re.compile(r"<br\s*/?>")


@dataclass(frozen=True, slots=True)
class HeadingText:
    """What is shown, and whether that is all there was."""

    text: str
    """One line of at most 200 characters, without inline markup and without a trailing `{#anchor}`."""
    is_whole: bool
    """False where words of the line are not in `text`: the target of a link, a tag, what was cut."""
    attributes: str = ""
    """`#anchor` of a trailing `{#anchor}`, with whatever else stands in the braces."""


def heading_text(markup: str) -> HeadingText:
    """The text of a heading from its inline markup."""
    listed = _ATTRIBUTES.search(markup)
    bare = markup[: listed.start() if listed else None].strip()
    plain, is_whole = bare, True
    if len(bare) <= _LONGEST_MARKUP and 0 < len(_INLINE_MARK.findall(bare)) <= _MOST_MARKS:
        tokens = _parser().parseInline(bare)[0].children or []
        plain = _plain(tokens)
        is_whole = not any(_says_more(token) for token in tokens)
    plain = " ".join(plain.split())
    shown = shorten(plain, MAX_CHARACTERS)
    return HeadingText(shown.strip(), is_whole and shown == plain, listed[1].strip() if listed else "")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")


def _plain(tokens: Iterable[Token]) -> str:
    return "".join(_words(token) for token in tokens)


def _words(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"} or _is_line_break(token):
        return " "
    if token.type == "image":
        return _plain(token.children or ())
    return token.content if token.type in {"text", "code_inline", "text_special"} else ""


def _says_more(token: Token) -> bool:
    if token.type == "html_inline":
        return not _is_line_break(token)
    return token.type == "image" or (token.type == "link_open" and token.info != "auto")


def _is_line_break(token: Token) -> bool:
    return token.type == "html_inline" and _LINE_BREAK.fullmatch(token.content) is not None

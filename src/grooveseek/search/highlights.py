"""Where the words of a question stand, in any script and any spelling that the index takes for the same."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from grooveseek.search.answer import Span
from grooveseek.search.query.phrases import FLOOR
from grooveseek.search.spans import MAX_CONTENT_BYTES, Places, merged, places, shared_out
from grooveseek.text.fold import fold
from grooveseek.text.folded import FoldedText

_SPACED = r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Nd}_]"
_SPACED_WORD = regex.compile(f"{_SPACED}+")


def highlights(content: str, terms: Iterable[str]) -> tuple[Span, ...] | None:
    """Occurrences of `terms` after folding. None where there is no term or `content` is too long to be searched.

    A word of one or two letters counts only as a whole word where its script is written with spaces.
    """
    folded = {fold(term) for term in terms} - {""}
    if (
        not folded
        or len(content) > MAX_CONTENT_BYTES
        or len(content.encode("utf-8", "surrogatepass")) > MAX_CONTENT_BYTES
    ):
        return None
    text = FoldedText(content)

    def places_of(term: str) -> Places:
        whole = len(term) < FLOOR and _SPACED_WORD.fullmatch(term)
        return _whole_words(text.text, term) if whole else places(text.text, term)

    return merged(text.byte_span(start, end) for start, end in shared_out(folded, places_of))


def _whole_words(text: str, term: str) -> Places:
    return (match.span() for match in regex.finditer(f"(?<!{_SPACED}){regex.escape(term)}(?!{_SPACED})", text))

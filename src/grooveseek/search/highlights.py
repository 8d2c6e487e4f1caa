"""Where the words of a question stand, in any script and any spelling that the index takes for the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from grooveseek.search.answer import Span
from grooveseek.search.spans import MAX_CONTENT_BYTES, merged, shared_out
from grooveseek.search.words import places_of_word
from grooveseek.text.fold import fold
from grooveseek.text.folded import FoldedText


def highlights(content: str, terms: Iterable[str]) -> tuple[Span, ...] | None:
    """Occurrences of `terms` after folding. None where there is no term or `content` is too long to be searched."""
    folded = {fold(term) for term in terms} - {""}
    if not folded or len(content.encode("utf-8", "surrogatepass")) > MAX_CONTENT_BYTES:
        return None
    text = FoldedText(content)
    found = shared_out(folded, partial(places_of_word, text.text))
    return merged(text.byte_span(start, end) for start, end in found)

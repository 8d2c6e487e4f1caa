"""How long a chunk may be, so that all of its passage reaches the embedding model."""

from __future__ import annotations

from grooveseek.documents.noise import without_noise
from grooveseek.text.tokens import estimate_tokens

CONTENT_TOKENS = 400
"""The greatest size of a chunk's content."""
PASSAGE_TOKENS = 500
"""The greatest size of context and content together: the smallest usual model window less its own marks."""
SMALLEST_CONTENT_TOKENS = 100
"""What even the longest context leaves to the content."""
TINY_BYTES = 50
"""Content under this many UTF-8 bytes is no chunk of its own while another one takes it in."""
TINY_TOKENS = 24
"""What the pieces of a split text leave free, so that a tiny piece behind one of them can still join it."""
CHARACTERS_PER_TOKEN = 16
"""Blanks and noise cost the model nothing, but a chunk made of them must end too."""


# No text is estimated at more than two tokens a character, so that a context this short needs no estimate.
_FREE_CHARACTERS = (PASSAGE_TOKENS - CONTENT_TOKENS) // 2
_MARGIN = estimate_tokens(" ")


def size(text: str) -> int:
    """What `text` adds to the estimated tokens of a passage, and at least one for every 16 characters.

    The estimate's margin of safety is counted once for a whole passage, so sizes of parts may be added up.
    """
    return max(estimate_tokens(without_noise(text)) - _MARGIN, len(text) // CHARACTERS_PER_TOKEN, 0)


def content_budget(*contexts: str | None) -> int:
    """The size that the content may have beneath the longest of the given contexts."""
    long = [text for text in contexts if text and len(text) > _FREE_CHARACTERS]
    context = max(map(size, long), default=0)
    return max(min(CONTENT_TOKENS, PASSAGE_TOKENS - context), SMALLEST_CONTENT_TOKENS)

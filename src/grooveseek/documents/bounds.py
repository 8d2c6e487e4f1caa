"""How long a chunk may be, so that all of its passage reaches the embedding model."""

from __future__ import annotations

from grooveseek.text.tokens import estimate_tokens

CONTENT_TOKENS = 400
"""The most estimated tokens of content in one chunk."""
PASSAGE_TOKENS = 500
"""The most estimated tokens of context and content together: the smallest usual model window less its own marks."""
SMALLEST_CONTENT_TOKENS = 100
"""What even the longest context leaves to the content."""
TINY_BYTES = 50
"""Content under this many UTF-8 bytes is no chunk of its own while another one takes it in."""
TINY_TOKENS = 24
"""What the pieces of a split text leave free, so that a tiny piece behind one of them can still join it."""


def content_budget(*contexts: str | None) -> int:
    """Estimated tokens that the content may have beneath the longest of the given contexts."""
    context = max((estimate_tokens(text) for text in contexts if text), default=0)
    return max(min(CONTENT_TOKENS, PASSAGE_TOKENS - context), SMALLEST_CONTENT_TOKENS)

"""Cutting a line to a length without splitting what a reader sees as one character."""

from __future__ import annotations

from grooveseek.text.borders import grapheme_borders


def shorten(text: str, limit: int) -> str:
    """`text`, or its longest beginning of at most `limit` code points that ends between two grapheme clusters."""
    if len(text) <= limit:
        return text
    # One character more shows whether the cluster before it goes on.
    fitting = [border for border in grapheme_borders(text[: limit + 1]) if border <= limit]
    return text[: fitting[-1] if fitting else limit]

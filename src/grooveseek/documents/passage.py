"""The text that stands for a chunk where meaning is judged: what is embedded and what is reranked."""

from __future__ import annotations

import hashlib
from typing import Literal, Protocol

from grooveseek.documents.breadcrumb import breadcrumb
from grooveseek.documents.noise import without_noise

ContextMode = Literal["off", "static"]

PASSAGE_GENERATION = "1"
"""Changes whenever `passage` would give other text for the same chunk, so that stored vectors are known to be stale."""


class Passaged(Protocol):
    """What a passage is made of beside the document's title: a parsed, a stored or a pending chunk."""

    @property
    def heading(self) -> str | None: ...

    @property
    def breadcrumb(self) -> str: ...

    @property
    def content(self) -> str: ...


def passage(title: str | None, chunk: Passaged, mode: ContextMode) -> str:
    """The passage of one chunk.

    `off`: title and own heading, then the content. `static`: the whole breadcrumb, then the content. What stands before
    the content is never longer than a breadcrumb, so that no title pushes the content out of a model's window; of keys
    and packed data in the content only the beginning stands.
    """
    context = chunk.breadcrumb if mode == "static" else breadcrumb(title, (), chunk.heading)
    content = without_noise(chunk.content)
    return f"{context}\n\n{content}" if context else content


def passage_key(text: str) -> bytes:
    """16 bytes that are equal for equal passages: an unchanged chunk keeps its vector by this key."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()

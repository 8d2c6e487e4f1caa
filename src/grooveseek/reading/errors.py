"""Why a document is not handed over. Each message is for the caller and names nothing it did not ask for."""

from __future__ import annotations

from grooveseek.errors import GrooveError


class ReadRefusedError(GrooveError):
    """The document is not handed over."""


class NotFoundError(ReadRefusedError):
    """One answer, word for word, for every path that is not a document's, whether or not something lies there.

    `hint` follows from what was asked and from the index alone, so that it tells nothing of the disk either.
    """

    def __init__(self, hint: str = "") -> None:
        super().__init__(
            f"not found: pass `path` exactly as `search` returned it (relative, `/` between folders){hint}"
        )


class LinkRefusedError(ReadRefusedError):
    """The file is a symbolic link, or has more than one name."""


class ExtensionRefusedError(ReadRefusedError):
    """The file is of no enabled format."""


class TooLargeError(ReadRefusedError):
    """The file is over what one read hands over."""


class UnreadableError(ReadRefusedError):
    """The file cannot be examined, or no text can be taken from it."""

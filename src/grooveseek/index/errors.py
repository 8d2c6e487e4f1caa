"""Why an index file cannot be used: which file, where it sits, and the ways out."""

from __future__ import annotations

from pathlib import Path

from grooveseek.errors import IndexFileError

_PLACE = "(the index of a knowledge base sits in the parent of its folder)"


class NoIndexError(IndexFileError):
    """Nothing has been indexed yet: the file is missing or still empty. `command` builds it."""

    def __init__(self, path: Path, command: str = "groove index") -> None:
        super().__init__(f"No index found at {path} {_PLACE}. Run `{command}` to build it.")
        self.path = path


class NotADatabaseError(IndexFileError):
    """The file is damaged or was never an index. `reason` says what was seen."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"{path} is not a usable index: {reason} {_PLACE}. If it is a damaged one, nothing is lost by building it "
            "again: delete it and run `groove index`, or run `groove index --force`."
        )
        self.path = path
        self.reason = reason


class NewerFormatError(IndexFileError):
    """A later version of the program wrote the file."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            f"{path} has index format {found}, and this version of groove reads formats up to {known}. "
            "Update groove, or delete the file and run `groove index`."
        )
        self.path = path


class OlderFormatError(IndexFileError):
    """An earlier version wrote the file; the next index run rebuilds it."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            f"{path} has index format {found}, and this version of groove reads format {known}. "
            "Run `groove index` to rebuild it."
        )
        self.path = path


class UnwritableIndexError(IndexFileError):
    """The file or its folder cannot be written by this user."""

    def __init__(self, path: Path, reason: str, remedy: str = "Make its folder writable") -> None:
        super().__init__(
            f"{path} cannot be written: {reason}. {remedy}, or put the index elsewhere: "
            "set [index].path in a trusted groove.toml, or pass --index PATH."
        )
        self.path = path


class UnreadableIndexError(IndexFileError):
    """The file belongs to somebody else, who does not share it."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} cannot be read: permission denied. Make it readable and writable for this user (chmod, chown), or "
            "use another file: set [index].path in a trusted groove.toml, or pass --index PATH."
        )
        self.path = path


class IndexBusyError(IndexFileError):
    """Another process kept the file locked longer than we wait."""

    def __init__(self, path: Path, seconds: int) -> None:
        super().__init__(f"{path} was locked by another process for {seconds} s. Try again when it has finished.")
        self.path = path

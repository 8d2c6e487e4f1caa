"""The errors a user may see: each message says what went wrong, where, and what to do about it."""

from __future__ import annotations


class GrooveError(Exception):
    """A refusal or failure worded for the person or agent who asked; never shown with a traceback."""


class UsageError(GrooveError):
    """The request itself is malformed (command line: exit code 2)."""


class ConfigError(GrooveError):
    """`groove.toml`, an environment variable or a schema file cannot be used as it stands."""


class InvalidRequestError(GrooveError):
    """A value of a search or read request is out of range; the message names the parameter, the value and the range."""


class IndexFileError(GrooveError):
    """The index file is missing, damaged, of another format, or belongs to another knowledge base."""


class ModelError(GrooveError):
    """A model cannot be found, loaded or run."""


class RefusedFileError(GrooveError):
    """One file is left out; the run goes on.

    `reason` is the text after the path: short, without a trailing full stop. `lasting`: False where the same bytes may
    be let in at another time, because time or memory was short; after two such times they are left alone, too.
    """

    def __init__(self, path: str, reason: str, *, lasting: bool = True) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.lasting = lasting

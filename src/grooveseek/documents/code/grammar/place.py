"""The folder that may hold grammars beside those of groove's own environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class GrammarPlace:
    """Where to look first, what decided so, and the folder whose contents must never be run."""

    directory: Path
    """Absolute; need not exist."""
    source: str
    """What a user would change to name another folder."""
    knowledge_base: Path
    """Absolute."""


GrammarPlaceFinder = Callable[[], GrammarPlace]
"""Asked only where a language needs it. Raises `errors.ConfigError` where no folder is known."""

"""The folder that may hold grammars beside those of groove's own environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grooveseek.errors import ConfigError

VARIABLE = "GROOVE_GRAMMAR_DIR"


@dataclass(frozen=True, slots=True)
class GrammarPlace:
    """Where to look first, who says so, and the folder whose contents must never be run."""

    directory: Path | None = None
    """Absolute; None when no such folder is known, so that only the environment is asked."""
    source: str = ""
    """What a user would change to name another folder: an environment variable, a configuration key, or the default."""
    knowledge_base: Path | None = None
    """Absolute; a grammar inside it is refused, since importing one runs what a note's author wrote."""


def grammar_place(
    environment: Mapping[str, str], *, configured: Path | None, data_directory: Path | None, knowledge_base: Path
) -> GrammarPlace:
    """The variable, else the trusted configuration's `grammar_dir` (absolute by now), else a folder of the user's data.

    `data_directory` is the operating system's folder for local data of all programs. Raises `ConfigError` for a
    relative path in the variable.
    """
    root = knowledge_base.absolute()
    if value := environment.get(VARIABLE):
        if not Path(value).is_absolute():
            raise ConfigError(f"{VARIABLE} is {value!r}; it must be an absolute path")
        return GrammarPlace(Path(value), VARIABLE, root)
    if configured is not None:
        return GrammarPlace(configured, "`grammar_dir` in groove.toml", root)
    if data_directory is not None:
        return GrammarPlace(data_directory / "groove" / "grammars", f"the default; set {VARIABLE} to change it", root)
    return GrammarPlace(None, f"set {VARIABLE}", root)

"""The folder that source-code grammars come from. Looking there loads nothing, but what lies there is native code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grooveseek.config.directories import directories
from grooveseek.config.environment import given_path
from grooveseek.config.keys import Config
from grooveseek.config.paths import real
from grooveseek.config.shown import printable
from grooveseek.errors import ConfigError


@dataclass(frozen=True, slots=True)
class GrammarFolder:
    """`source` is what decided: an environment variable, a key of `groove.toml`, or `the default`."""

    path: Path
    source: str


def grammar_folder(config: Config, environ: Mapping[str, str], platform: str) -> GrammarFolder:
    """Environment, then file, then operating system; it need not exist. Raises `ConfigError` where none is known."""
    for path, source in (
        (given_path(environ, "GROOVE_GRAMMAR_DIR"), "GROOVE_GRAMMAR_DIR"),
        (config.grammar_dir, "grammar_dir"),
        (directories(environ, platform).grammars, "the default"),
    ):
        if path:
            return GrammarFolder(path, source)
    raise ConfigError("no folder for grammars is known: set GROOVE_GRAMMAR_DIR to an absolute path")


def refuse_inside(path: Path, source: str, kb_path: Path) -> None:
    """Raises `ConfigError` where `path` is the knowledge base or in it, or is reached through an entry of it.

    Native code must never come with the notes; `source` is what decided on the path.
    """
    if any(entry.is_relative_to(real(kb_path)) for entry in _entries(path)):
        raise ConfigError(
            f"{printable(path)} (set by {source}) leads into the knowledge base {printable(kb_path)}: groove loads no "
            "native code from there; keep grammars in a folder outside it"
        )


def _entries(path: Path) -> Iterator[Path]:
    """Every place that following `path` touches, links of links included."""
    ahead, seen = [path], set()
    while ahead:
        current = ahead.pop()
        for step in (current, *current.parents):
            entry = real(step) if step.name in ("", "..") else real(step.parent) / step.name
            if entry in seen:
                continue
            seen.add(entry)
            yield entry
            if entry.is_symlink():
                ahead.append(entry.parent / entry.readlink())

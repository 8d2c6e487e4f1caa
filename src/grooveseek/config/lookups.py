"""Folders that a run needs only when it loads a model or a grammar: environment, then file, then operating system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grooveseek.config.directories import directories
from grooveseek.config.environment import given
from grooveseek.config.keys import Config
from grooveseek.config.paths import real
from grooveseek.config.shown import printable
from grooveseek.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder and what decided on it: an environment variable, a key of `groove.toml`, or `the default`."""

    path: Path
    source: str


def model_folder(config: Config, environ: Mapping[str, str]) -> Folder | None:
    """Where the user keeps local models; None where no place was named. Raises `ConfigError`."""
    return _from_environment("GROOVE_MODEL_DIR", environ) or _from_file("model_dir", config.model_dir)


def model_cache(config: Config, environ: Mapping[str, str], platform: str) -> Folder:
    """Where models fetched from a hub are kept. Raises `ConfigError` where no place is known."""
    return _settled(
        _from_environment("FASTEMBED_CACHE_DIR", environ)
        or _from_file("fastembed_cache_dir", config.fastembed_cache_dir)
        or _default(directories(environ, platform).model_cache),
        "FASTEMBED_CACHE_DIR",
    )


def grammar_folder(config: Config, environ: Mapping[str, str], platform: str) -> Folder:
    """Where source-code grammars are kept. Raises `ConfigError` where no place is known."""
    return _settled(
        _from_environment("GROOVE_GRAMMAR_DIR", environ)
        or _from_file("grammar_dir", config.grammar_dir)
        or _default(directories(environ, platform).grammars),
        "GROOVE_GRAMMAR_DIR",
    )


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


def _from_environment(name: str, environ: Mapping[str, str]) -> Folder | None:
    value = given(environ, name)
    if value is None:
        return None
    if not Path(value).is_absolute():
        raise ConfigError(f"{name} = {printable(value)} is not absolute: write the whole path, or unset it")
    return Folder(Path(value), name)


def _from_file(key: str, path: Path | None) -> Folder | None:
    return Folder(path, key) if path else None


def _default(path: Path | None) -> Folder | None:
    return Folder(path, "the default") if path else None


def _settled(folder: Folder | None, variable: str) -> Folder:
    if folder is None:
        raise ConfigError(f"no folder is known for this: set {variable} to an absolute path")
    return folder

"""The folder of notes that is searched, and where its index lies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grooveseek.errors import GrooveError

INDEX_NAME = ".groove.db"
DEFAULT_EXCLUDE_DIRS = (".obsidian", ".git", "node_modules", "target", ".vscode", ".idea")


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    root: Path
    """Absolute, spelled as the user spelled it: a link on the way is not resolved."""
    index_path: Path
    exclude_dirs: tuple[str, ...] = DEFAULT_EXCLUDE_DIRS


def open_knowledge_base(
    path: str | os.PathLike[str],
    *,
    exclude_dirs: Sequence[str] = DEFAULT_EXCLUDE_DIRS,
    index_path: str | os.PathLike[str] | None = None,
) -> KnowledgeBase:
    """The knowledge base at `path`, its index beside it (`.groove.db` in the parent folder) unless placed elsewhere.

    Creates and reads nothing. Raises `GrooveError` where `path` is no folder that can be looked into.
    """
    try:
        root = _as_spelled(path)
        is_directory = root.is_dir()
    except (OSError, ValueError) as error:
        raise GrooveError(f"{os.fspath(path)}: cannot be used as the knowledge base: {error}") from error
    if not is_directory:
        fault = "not a folder" if root.exists() else "no such folder"
        raise GrooveError(f"{root}: {fault}; the knowledge base must be an existing folder of notes")
    place = _index_place(root, index_path)
    for each in (root, place):
        _refuse_undecodable(each)
    return KnowledgeBase(root, place, tuple(exclude_dirs))


def _index_place(root: Path, given: str | os.PathLike[str] | None) -> Path:
    if given is not None:
        return Path(os.path.abspath(given))  # noqa: PTH100 - lexical
    if root.parent == root:
        raise GrooveError(f"{root}: has no parent folder to hold the index; say where it shall lie (--index PATH)")
    return root.parent / INDEX_NAME


def _refuse_undecodable(path: Path) -> None:
    """The index records its knowledge base, and SQLite opens files, by names that are Unicode."""
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        shown = str(path).encode(errors="backslashreplace").decode()
        raise GrooveError(f"{shown}: the name is not valid Unicode; rename the folder or file to use it") from error


def _as_spelled(path: str | os.PathLike[str]) -> Path:
    """Absolute and free of `.` and `..`, links kept: but `link/..` is where the system finds it."""
    lexical = Path(os.path.abspath(path))  # noqa: PTH100 - `Path.absolute` keeps `..`
    if ".." in Path(path).parts and not _same(lexical, path):
        return Path(path).resolve()
    return lexical


def _same(one: Path, other: str | os.PathLike[str]) -> bool:
    try:
        return one.samefile(other)
    except FileNotFoundError:
        return not Path(other).exists()

"""Every file of a knowledge base that may be indexed, in order, at the cost of one `stat` a file."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from grooveseek.errors import GrooveError
from grooveseek.kb.exclusion import Exclusions
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.kb.names import WINDOWS, is_lock_file, name_fault
from grooveseek.kb.read import HardLinkError

UNKNOWN = -1
"""Stands for size, time and inode of a file that is there but could not be examined; reading it will say why."""


@dataclass(frozen=True, slots=True)
class Found:
    path: str
    """Relative to the knowledge base, `/`-separated, spelled as on disk."""
    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Walk:
    files: tuple[Found, ...]
    """Sorted by path, component by component."""
    names_refused: int = 0
    """Files and folders left out because the index cannot hold their names."""
    warnings: tuple[str, ...] = ()
    unreadable_prefixes: tuple[str, ...] = ()
    """Folders that could not be listed, each with a trailing `/`: what lies below is unknown, not gone."""


@dataclass(slots=True)
class Walker:
    """Collects what it comes by, by the rules of `walk`."""

    root: str
    exclusions: Exclusions
    wants: Callable[[str], bool]
    files: list[Found] = field(default_factory=list)
    names_refused: int = 0
    warnings: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    def descend(self, prefix: str = "") -> None:
        """Everything below a folder, depth first; without recursion, as a tree may be deeper than Python's stack."""
        pending = [self.entries(prefix)]
        while pending:
            for entry, path in pending[-1]:
                if not is_directory(entry):
                    self.consider(entry, path)
                elif self.enters(path):
                    pending.append(self.entries(path + "/"))
                    break
            else:
                pending.pop()

    def entries(self, prefix: str) -> Iterator[tuple[os.DirEntry[str], str]]:
        try:
            with os.scandir(f"{self.root}{os.sep}{prefix}") as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self.unlistable(prefix, error)
            return iter(())
        return iter([(entry, prefix + entry.name) for entry in entries])

    def unlistable(self, prefix: str, error: OSError) -> None:
        if not prefix:
            raise _unlistable_root(self.root, error) from error
        if error.errno in {errno.ENOENT, errno.ENOTDIR}:
            return
        self.unreadable.append(prefix)
        self.warnings.append(f"{prefix}: the folder cannot be listed ({error.strerror or error}); its rows are kept")

    def enters(self, path: str) -> bool:
        return not self.exclusions.excludes_entry(path, directory=True) and self.holds(path)

    def holds(self, path: str) -> bool:
        fault = name_fault(path)
        if fault is not None:
            self.names_refused += 1
            shown = path.encode(errors="backslashreplace").decode()
            self.warnings.append(f"{shown}: left out: {fault}")
        return fault is None

    def consider(self, entry: os.DirEntry[str], path: str) -> None:
        """Cheapest question first; the order decides only which of several reasons is told."""
        if not self.wants(path) or is_lock_file(entry.name):
            return
        if self.exclusions.excludes_entry(path, directory=False):
            return
        try:
            if not entry.is_file(follow_symlinks=False) or not self.holds(path):
                return
            # On Windows the listing knows neither link count nor inode.
            status = os.lstat(entry) if WINDOWS else entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError:
            self.files.append(Found(path, UNKNOWN, UNKNOWN, UNKNOWN))
            return
        if status.st_nlink > 1:
            self.warnings.append(f"{path}: left out: it {HardLinkError(path, status.st_nlink).reason}")
            return
        self.files.append(Found(path, status.st_size, status.st_mtime_ns, status.st_ino))


def check_listable(kb: KnowledgeBase) -> None:
    """Raises `GrooveError` where a walk would, at its first step."""
    try:
        os.scandir(kb.root).close()
    except OSError as error:
        raise _unlistable_root(str(kb.root), error) from error


def _unlistable_root(root: str, error: OSError) -> GrooveError:
    return GrooveError(f"{root}: the knowledge base cannot be listed: {error.strerror or error}")


def is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def walk(kb: KnowledgeBase, exclusions: Exclusions, wants: Callable[[str], bool]) -> Walk:
    """The files that `wants`, given a relative path, says yes to.

    Links are not followed. Raises `GrooveError` where the root cannot be listed or is replaced meanwhile: a folder that
    has vanished must never look like one whose files were all deleted.
    """
    walker = Walker(str(kb.root), exclusions, wants)
    before = _identity(kb)
    walker.descend()
    if _identity(kb) != before:
        raise GrooveError(f"{kb.root}: the knowledge base was replaced while it was read; run again")
    return Walk(tuple(walker.files), walker.names_refused, tuple(walker.warnings), tuple(walker.unreadable))


def _identity(kb: KnowledgeBase) -> tuple[int, int]:
    try:
        status = kb.root.stat()
    except OSError as error:
        raise GrooveError(f"{kb.root}: the knowledge base cannot be examined: {error.strerror or error}") from error
    return status.st_dev, status.st_ino

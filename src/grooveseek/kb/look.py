"""A few places of a knowledge base, seen by the rules of the walk: what a watcher asks when something changed there."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grooveseek.errors import GrooveError
from grooveseek.kb.exclusion import Exclusions
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.kb.names import folders_above
from grooveseek.kb.walk import Found, Walker, is_directory

Entries = Mapping[str, os.DirEntry[str]]

_LISTINGS = 3
"""How often a folder is listed again that lacks what is there."""


@dataclass(slots=True)
class Disk:
    """What lies on disk, spelled as there, each folder listed once."""

    root: str
    _listed: dict[str, Entries | None] = field(default_factory=dict)

    def has_no_file(self, path: str) -> bool:
        """Whether it is certain that no file of exactly this spelling is there; below a shut folder nothing is."""
        name = path.rpartition("/")[2]
        entries = self._entries_around(path)
        return entries is not None and (name not in entries or is_directory(entries[name]))

    def entry(self, path: str) -> os.DirEntry[str] | None:
        """None where there is nothing, or where that cannot be known."""
        return (self._entries_around(path) or {}).get(path.rpartition("/")[2])

    def _entries_around(self, path: str) -> Entries | None:
        """Some systems leave a file out of the list of its folder that is replaced while it is made."""
        folder, _, name = path.rpartition("/")
        entries = self._entries(folder)
        for _ in range(_LISTINGS):
            if entries is None or name in entries or folder not in self._listed:
                break
            # Under this name something may also be found that is spelled otherwise.
            if not os.path.lexists(f"{self.root}{os.sep}{path}"):
                break
            entries = self._listed[folder] = self._scan(folder)
        return entries

    def _entries(self, folder: str) -> Entries | None:
        """Nothing lies behind a link or in a folder that is not there; None where a folder cannot be listed."""
        if folder in self._listed:
            return self._listed[folder]
        place, entries = "", self._list("")
        for segment in filter(None, folder.split("/")):
            if entries is None:
                return None
            if segment not in entries or not is_directory(entries[segment]):
                return {}
            place = f"{place}/{segment}" if place else segment
            entries = self._list(place)
        return entries

    def _list(self, folder: str) -> Entries | None:
        if folder not in self._listed:
            self._listed[folder] = self._scan(folder)
        return self._listed[folder]

    def _scan(self, folder: str) -> Entries | None:
        try:
            with os.scandir(f"{self.root}{os.sep}{folder}") as found:
                return {entry.name: entry for entry in found}
        except (FileNotFoundError, NotADirectoryError) as error:
            if not folder:
                raise GrooveError(f"{self.root}: the knowledge base is not there") from error
            return {}
        except OSError:
            return None


@dataclass(frozen=True, slots=True)
class Look:
    files: tuple[Found, ...]
    """Sorted by path, component by component."""
    warnings: tuple[str, ...]
    folders: Mapping[str, int]
    """How many files were found below each of the places that is a folder and lies in no other of them."""
    is_gone: Callable[[str], bool]
    """Whether a file that was at a path is certainly not there any more."""


def look(kb: KnowledgeBase, exclusions: Exclusions, wants: Callable[[str], bool], places: Mapping[str, bool]) -> Look:
    """The files that `walk` would find at `places`, or below those whose value is true.

    Raises `GrooveError` where the root is not there.
    """
    disk, walker = Disk(str(kb.root)), Walker(str(kb.root), exclusions, wants)
    folders: dict[str, int] = {}
    # Folders come before what lies in them, which then is seen with them.
    for place, below in sorted(places.items(), key=lambda item: item[0].split("/")):
        if any(folder in folders for folder in folders_above(place)):
            continue
        entry = disk.entry(place)
        if entry is None or exclusions.excludes_directory(place.rpartition("/")[0]):
            continue
        if not is_directory(entry):
            walker.consider(entry, place)
        elif below and walker.enters(place):
            before = len(walker.files)
            walker.descend(place + "/")
            folders[place] = len(walker.files) - before
    files = {found.path: found for found in walker.files}
    return Look(
        files=tuple(files[path] for path in sorted(files, key=lambda path: path.split("/"))),
        warnings=tuple(walker.warnings),
        folders=folders,
        is_gone=disk.has_no_file,
    )

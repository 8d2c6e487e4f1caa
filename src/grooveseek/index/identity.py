"""Whether an index fits what is asked of it: knowledge base and embedding model. Decided without loading a model."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from grooveseek.errors import GrooveError
from grooveseek.index.records import Facts, IndexedFile


@dataclass(frozen=True, slots=True)
class Identity:
    """What embeds: the identity string and the vector length an index must have been built with."""

    model: str
    dimension: int


class IdentityMismatchError(GrooveError):
    """The index was built by another model, or belongs to another knowledge base."""


def check_identity(facts: Facts, wanted: Identity, repair: str) -> None:
    """Refuse an index whose vectors another model made. `repair` is the command that rebuilds it for `wanted`."""
    if facts.model is None:
        return
    if (facts.model, facts.dimension) != (wanted.model, wanted.dimension):
        raise IdentityMismatchError(
            f"the index was built with {facts.model} ({facts.dimension} dimensions), but {wanted.model} "
            f"({wanted.dimension} dimensions) is configured; go back to that model, or rebuild the index with: {repair}"
        )


def check_root(facts: Facts, root: Path, index_path: Path) -> None:
    """Refuse an index that belongs to another knowledge base: two folders under one parent would share the file."""
    renamed = f"if it was renamed to {root.name}, run `groove index` on {root} to take the index along; if not,"
    _check_root(facts, root, index_path, renamed)


def check_root_of_run(
    facts: Facts, root: Path, index_path: Path, files: Callable[[], Mapping[str, IndexedFile]]
) -> None:
    """The same for a run, which may take the index along to the name that its knowledge base now has.

    `files` gives those that are indexed. A folder that was renamed still holds one of them at least.
    """
    if facts.root is not None and _is_gone(facts.root) and any(_lies_in(root, file) for file in files().values()):
        return
    unlike = "and none of its files lies here as it was indexed. Delete that index file if nobody needs it, or"
    _check_root(facts, root, index_path, unlike)


def check_root_unless_gone(facts: Facts, root: Path, index_path: Path) -> None:
    """The same before an index is emptied, which takes nothing from a knowledge base that is gone."""
    if facts.root is None or not _is_gone(facts.root):
        check_root(facts, root, index_path)


def _check_root(facts: Facts, root: Path, index_path: Path, if_gone: str) -> None:
    if facts.root is None or _same_folder(Path(facts.root), root):
        return
    told = f"{index_path} belongs to the knowledge base {facts.root}, "
    told += f"which is gone, not to {root}; {if_gone}" if _is_gone(facts.root) else f"not to {root};"
    raise IdentityMismatchError(
        f"{told} give this one an index of its own with --index PATH or [index].path in a trusted groove.toml"
    )


def _is_gone(folder: str) -> bool:
    return not os.path.lexists(folder)


def _lies_in(root: Path, file: IndexedFile) -> bool:
    try:
        status = (root / file.path).lstat()
    except (OSError, ValueError):
        return False
    return (status.st_size, status.st_ino) == (file.state.size, file.state.inode)


def _same_folder(recorded: Path, root: Path) -> bool:
    if recorded == root:
        return True
    try:
        return recorded.samefile(root)
    except OSError:
        # The recorded folder is gone. The index file moved along with its knowledge base if the names agree.
        return recorded.name == root.name

"""Whether an index fits what is asked of it: knowledge base and embedding model. Decided without loading a model."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from grooveseek.errors import GrooveError
from grooveseek.index.records import Facts


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
    if facts.root is None or _same_folder(Path(facts.root), root):
        return
    owner = facts.root
    way_out = "give this one an index of its own with --index PATH or [index].path in a trusted groove.toml"
    if not os.path.lexists(owner):
        owner += ", which is gone"
        way_out = f"if it was renamed to {root.name}, delete that index file and index again; otherwise {way_out}"
    raise IdentityMismatchError(f"{index_path} belongs to the knowledge base {owner}, not to {root}; {way_out}")


def _same_folder(recorded: Path, root: Path) -> bool:
    if recorded == root:
        return True
    try:
        return recorded.samefile(root)
    except OSError:
        # The recorded folder is gone. The index file moved along with its knowledge base if the names agree.
        return recorded.name == root.name

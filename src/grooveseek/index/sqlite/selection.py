"""Which chunks a question may see, as the smaller of two lists: those it may, or those it may not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite.scope import Ids

_NOTHING: Ids = np.empty(0, np.int64)


def _places(ids: Ids, among: Ids) -> NDArray[np.intp]:
    """Where those of `ids` that occur in `among` are; both ascending."""
    if len(ids) > len(among):
        return np.flatnonzero(np.isin(among, ids, assume_unique=True))
    places = np.searchsorted(among, ids)
    inside = places < len(among)
    places, ids = places[inside], ids[inside]
    found: NDArray[np.intp] = places[among[places] == ids]
    return found


@dataclass(frozen=True, slots=True)
class Selection:
    """`ids` ascending: the chunks allowed, or with `excluding` the ones that are not."""

    ids: Ids
    excluding: bool

    @property
    def is_everything(self) -> bool:
        return self.excluding and not len(self.ids)

    @property
    def is_nothing(self) -> bool:
        return not self.excluding and not len(self.ids)

    def without(self, ids: Ids) -> Selection:
        if not len(ids):
            return self
        if self.excluding:
            return Selection(np.union1d(self.ids, ids), excluding=True)
        return Selection(np.setdiff1d(self.ids, ids, assume_unique=True), excluding=False)

    def marks(self, chunk_ids: Ids) -> NDArray[np.bool_]:
        """For each of `chunk_ids` (ascending), whether it is allowed."""
        found = np.full(len(chunk_ids), self.excluding)
        found[_places(self.ids, chunk_ids)] = not self.excluding
        return found

    def rows_of(self, chunk_ids: Ids) -> NDArray[np.intp] | None:
        """Positions in `chunk_ids` (ascending) of the allowed ones, ascending; None for all of them."""
        if self.excluding:
            marks = self.marks(chunk_ids)
            return None if marks.all() else np.flatnonzero(marks)
        places = _places(self.ids, chunk_ids)
        return None if len(places) == len(chunk_ids) else places


EVERYTHING = Selection(_NOTHING, excluding=True)

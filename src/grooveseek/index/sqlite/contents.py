"""Which chunks each table speaks of, read once for all comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from grooveseek.index.sqlite import chunks, generations, texts, vectors
from grooveseek.index.sqlite.pending import PENDING
from grooveseek.index.sqlite.scope import Ids, Scope


@dataclass
class Contents:
    """Chunk ids by table, each ascending."""

    scope: Scope

    @cached_property
    def every(self) -> Ids:
        return chunks.ids(self.scope)

    @cached_property
    def homeless(self) -> Ids:
        """Chunks whose document is gone."""
        return chunks.homeless(self.scope)

    @cached_property
    def housed(self) -> Ids:
        return minus(self.every, self.homeless)

    @cached_property
    def embedded(self) -> Ids:
        return vectors.ids(self.scope)

    @cached_property
    def waiting(self) -> Ids:
        """Chunks that wait for a vector."""
        return PENDING.ids(self.scope)

    @cached_property
    def unusable(self) -> Ids:
        """Chunks whose vector is none of the model's."""
        facts = generations.facts(self.scope.connection, self.scope.generation)
        width = facts.dimension if facts.dimension is not None else vectors.commonest_width(self.scope)
        return vectors.wrong(self.scope, width)

    @cached_property
    def worded(self) -> Ids:
        return texts.chunk_ids(self.scope)


def minus(ids: Ids, *others: Ids) -> Ids:
    for other in others:
        ids = np.setdiff1d(ids, other, assume_unique=True)
    return ids


def common(a: Ids, b: Ids) -> Ids:
    return np.intersect1d(a, b, assume_unique=True)

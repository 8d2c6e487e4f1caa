"""Making the tables agree again where what is missing follows from what is there."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from grooveseek.index.sqlite import chunks, documents, fields, packing, texts, vectors, wordpacking, writes
from grooveseek.index.sqlite.pending import PENDING
from grooveseek.index.sqlite.scope import Ids, Scope


@dataclass(frozen=True, slots=True)
class Disagreements:
    """Rows to be written or removed."""

    unworded: Ids
    """Chunks without words."""
    unembedded: Ids
    """Chunks that neither have a vector nor wait for one."""
    settled: Ids
    """Chunks that wait for a vector they have."""
    orphans: Ids
    """Chunks that are gone, or whose document is, while something of them is left."""
    incomplete: Ids
    """Documents that lack chunks or values to be filtered by: with their row gone, a run reads them anew."""
    ownerless: Ids
    """Documents that are gone while their values are left."""
    mispacked: Ids
    """Packed rows that do not agree with what they were made from."""

    def __len__(self) -> int:
        return sum(len(getattr(self, field.name)) for field in dataclasses.fields(self))


def disagreements(scope: Scope) -> Disagreements:
    homeless = chunks.homeless(scope)
    present = np.setdiff1d(chunks.ids(scope), homeless, assume_unique=True)
    worded, embedded, waiting = texts.chunk_ids(scope), vectors.ids(scope), PENDING.ids(scope)
    left = np.unique(np.concatenate([homeless, worded, embedded, waiting]))
    return Disagreements(
        unworded=np.setdiff1d(present, worded, assume_unique=True),
        unembedded=np.setdiff1d(present, np.union1d(embedded, waiting), assume_unique=True),
        settled=np.intersect1d(waiting, embedded, assume_unique=True),
        orphans=np.setdiff1d(left, present, assume_unique=True),
        incomplete=np.unique(
            np.concatenate([documents.hollow(scope), documents.misnumbered(scope), fields.misfits(scope)])
        ),
        ownerless=fields.orphans(scope),
        mispacked=np.concatenate([packing.errors(scope), wordpacking.errors(scope)]),
    )


def mend(scope: Scope, found: Disagreements) -> None:
    texts.insert(scope, chunks.text_rows(scope, found.unworded))
    PENDING.add(scope, found.unembedded.tolist())
    PENDING.remove(scope, found.settled.tolist())
    writes.delete_chunks(scope, found.orphans.tolist())
    for document_id in found.incomplete.tolist():
        writes.delete_document(scope, document_id)
    for document_id in found.ownerless.tolist():
        fields.delete(scope, document_id)
    if len(packing.errors(scope)):
        packing.unpack(scope)
    if len(wordpacking.errors(scope)):
        wordpacking.unpack(scope)

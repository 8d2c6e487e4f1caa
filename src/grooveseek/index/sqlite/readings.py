"""Texts read for the words of a question: how often each says them, column by column, before any weighting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.sqlite import texts
from grooveseek.index.sqlite.matching import Word
from grooveseek.index.sqlite.rowset import Rows
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.texts import COLUMNS, Text

_MOST_KEPT = 5000
"""Texts beyond are read anew each time."""

Numbers = NDArray[np.float64]
"""One a word."""

Bits = NDArray[np.uint64]
"""Shape (texts,). Bit w of one: postings say that the text may hold word w."""


@dataclass(frozen=True)
class Readings:
    """Row i of everything is one text."""

    chunk_ids: Ids
    lengths: Ids
    claims: Bits
    counts: NDArray[np.int32]
    """Shape (columns, texts, words)."""

    @classmethod
    def of(cls, read: Sequence[Text], claims: Bits, words: Sequence[Word]) -> Readings:
        """Count the words that each text may hold."""
        return cls(
            np.fromiter((text.chunk_id for text in read), np.int64, len(read)),
            np.fromiter((text.length for text in read), np.int64, len(read)),
            claims,
            _counted(read, claims, words),
        )

    @cached_property
    def hold_a_word(self) -> NDArray[np.bool_]:
        """Shape (texts,): those that hold a word after all."""
        return np.asarray(self.counts.any(axis=(0, 2)))

    def holding(self) -> Numbers:
        """How many texts hold each word."""
        return _per_word(np.asarray(self.counts.any(axis=0)))

    def claimed(self) -> Numbers:
        """How many texts may hold each word."""
        numbers = np.arange(self.counts.shape[2], dtype=np.uint64)
        return _per_word(self.claims[:, None] >> numbers & np.uint64(1))

    def frequencies(self, weights: Sequence[float]) -> NDArray[np.float64]:
        """Shape (texts, words): how often a text says a word, weighted by column."""
        *head, body = self.counts
        found: NDArray[np.float64] = body.astype(np.float64) * weights[-1]
        for weight, column in zip(weights, head, strict=False):
            found += weight * column
        return found

    def taken(self, rows: Rows) -> Readings:
        return Readings(self.chunk_ids[rows], self.lengths[rows], self.claims[rows], self.counts[:, rows])

    def and_more(self, more: Readings) -> Readings:
        return Readings(
            np.concatenate((self.chunk_ids, more.chunk_ids)),
            np.concatenate((self.lengths, more.lengths)),
            np.concatenate((self.claims, more.claims)),
            np.concatenate((self.counts, more.counts), axis=1),
        )


def _per_word(marks: NDArray[np.bool_ | np.uint64]) -> Numbers:
    return np.asarray(np.count_nonzero(marks, axis=0), np.float64)


class Kept:
    """Reads texts for the words of one question, each once, however often it is asked for."""

    def __init__(self, scope: Scope, words: Sequence[Word]) -> None:
        self._scope = scope
        self._words = words
        self._readings = Readings.of((), np.empty(0, np.uint64), words)
        self._rows: dict[int, int] = {}
        """By text id, the place in `_readings`."""

    def read(self, text_ids: Ids, claims: Bits) -> Readings:
        """Those of the texts that are there; `claims` has one for each id."""
        missing = [row for row, text_id in enumerate(text_ids.tolist()) if text_id not in self._rows]
        if len(self._rows) + len(missing) > _MOST_KEPT:
            return self._read(text_ids, claims)[1]
        if missing:
            found, more = self._read(text_ids[missing], claims[missing])
            self._rows |= {text_id: len(self._rows) + row for row, text_id in enumerate(found)}
            self._readings = self._readings.and_more(more)
        rows = [self._rows[text_id] for text_id in text_ids.tolist() if text_id in self._rows]
        return self._readings.taken(np.array(rows, np.intp))

    def _read(self, text_ids: Ids, claims: Bits) -> tuple[list[int], Readings]:
        """With the ids of the texts that are there."""
        by_id = dict(zip(text_ids.tolist(), claims.tolist(), strict=True))
        read = texts.by_ids(self._scope, text_ids)
        found = [text.text_id for text in read]
        return found, Readings.of(read, np.array([by_id[text_id] for text_id in found], np.uint64), self._words)


def _counted(read: Sequence[Text], claims: Bits, words: Sequence[Word]) -> NDArray[np.int32]:
    counts = np.zeros((COLUMNS, len(read), len(words)), np.int32)
    plane = len(read) * len(words)
    places, values = [], []
    for row, (text, bits) in enumerate(zip(read, claims.tolist(), strict=True)):
        head, body = text.head, text.body
        for number in _numbers(bits):
            word, place = words[number], row * len(words) + number
            if count := word.count(body):
                places.append(place + (COLUMNS - 1) * plane)
                values.append(count)
            if word.text in head:
                for column, part in enumerate(text.columns[:-1]):
                    places.append(place + column * plane)
                    values.append(word.count(part))
    counts.reshape(-1)[places] = values
    return counts


@lru_cache(maxsize=4096)
def _numbers(bits: int) -> list[int]:
    """The places of the bits that are set."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]

"""The text leg: which of the chunks a question may see say its words, best first.

Postings tell which texts may hold a word. Those are put in a rough order; the best are read, which drops the ones that
do not hold the word after all, and scored exactly by BM25. So the cost is bounded by the number of words and of texts
read, whatever the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.records import MOST_WORDS, Candidate, ColumnWeights
from grooveseek.index.sqlite import bm25, texts
from grooveseek.index.sqlite.claims import claims_of, often_in
from grooveseek.index.sqlite.matching import Word, words_of
from grooveseek.index.sqlite.readings import Bits, Kept, Numbers, Readings
from grooveseek.index.sqlite.rowset import Rows, RowSet, union
from grooveseek.index.sqlite.scope import Ids, Scope
from grooveseek.index.sqlite.selection import Selection
from grooveseek.index.sqlite.texts import Text
from grooveseek.index.sqlite.wordview import WordView

_READ = 200
_READ_PER_WORD = 50
_READ_MOST = 600
"""How many texts are read at least, if so many may hold a word; more words make a rougher order."""

_OFTEN = 0.6
"""What three occurrences and more are worth beyond the first, about, in a text of mean length."""

_LEAST_WEIGHT = 1e-12
"""A word in a column that counts for nothing is found all the same."""

_BATCH = 1000


def holding(scope: Scope, view: WordView, phrases: Iterable[str], columns: Sequence[int]) -> Ids:
    """Chunks with one of the phrases in one of the columns (places in `texts.Columns`)."""
    words = words_of(phrases)
    found = [text.chunk_id for text in view.loose if _says(text, words, columns)]
    for segment_id, claims in claims_of(scope, view, words).items():
        rows = union([claim.either for claim in claims], len(view.segments[segment_id])).rows()
        text_ids = view.segments[segment_id].text_ids[rows]
        for start in range(0, len(text_ids), _BATCH):
            some = texts.by_ids(scope, text_ids[start : start + _BATCH])
            found += [text.chunk_id for text in some if _says(text, words, columns)]
    return np.array(sorted(found), np.int64)


def _says(text: Text, words: Sequence[Word], columns: Sequence[int]) -> bool:
    return any(word.count(text.columns[column]) for word in words for column in columns)


@dataclass(frozen=True, slots=True)
class _Rough:
    """Packed texts that may hold a word, in no order."""

    text_ids: Ids
    scores: NDArray[np.float32]
    claims: Bits


class Search:
    """The words of one question to one view. What is read for them is kept, so that other weights cost little more."""

    def __init__(self, scope: Scope, view: WordView, phrases: Iterable[str]) -> None:
        self._scope = scope
        self._view = view
        self._words = words_of(phrases)[:MOST_WORDS]
        self._claims = claims_of(scope, view, self._words)
        self._claimed: Numbers = np.zeros(len(self._words))
        for claims in self._claims.values():
            self._claimed += [len(claim.either) for claim in claims]
        self._kept = Kept(scope, self._words)

    def best(self, weights: ColumnWeights, selection: Selection, limit: int) -> list[Candidate]:
        """Best `limit` by BM25, ties by chunk id."""
        if not self._words or selection.is_nothing or limit < 1:
            return []
        columns = (weights.title, weights.path, weights.heading, weights.breadcrumb, weights.content)
        used = [max(weight, _LEAST_WEIGHT) for weight in columns]
        size = max(min(_READ + _READ_PER_WORD * len(self._words), _READ_MOST), 4 * limit)
        rows = selection.rows_of(self._loose.chunk_ids)
        parts = [self._loose if rows is None else self._loose.taken(rows)]
        claimed = confirmed = np.zeros(len(self._words))
        for batch in _batches(self._rough(used, selection, size), size):
            read = self._kept.read(batch.text_ids, batch.claims)
            parts.append(read)
            claimed, confirmed = claimed + read.claimed(), confirmed + read.holding()
            if sum(int(part.hold_a_word.sum()) for part in parts) >= limit:
                break
        share = np.divide(confirmed, claimed, out=np.ones(len(self._words)), where=claimed > 0)
        return self._ranked(parts, used, self._idfs(self._claimed * share + self._loose.holding()), limit)

    @cached_property
    def _loose(self) -> Readings:
        """Of the texts not packed, those that may hold a word."""
        wholes = self._view.loose_wholes
        claims = [sum(1 << number for number, word in enumerate(self._words) if word.text in whole) for whole in wholes]
        some = [row for row, bits in enumerate(claims) if bits]
        bits = np.array([claims[row] for row in some], np.uint64)
        return Readings.of([self._view.loose[row] for row in some], bits, self._words)

    @cached_property
    def _often(self) -> dict[int, list[RowSet]]:
        return often_in(self._scope, self._view, self._words)

    @cached_property
    def _bits(self) -> dict[int, Bits]:
        """By segment."""
        found = {}
        for segment_id, claims in self._claims.items():
            found[segment_id] = np.zeros(len(self._view.segments[segment_id]), np.uint64)
            for number, claim in enumerate(claims):
                claim.either.set_bit(found[segment_id], number)
        return found

    def _rough(self, weights: Sequence[float], selection: Selection, size: int) -> _Rough:
        """What BM25 would give if each word occurred once in the best column of its part, or often in the body."""
        idfs = self._idfs(self._claimed + self._loose.holding())
        head, body = max(weights[:4]), weights[4]
        # Where all are read there is no need to tell the better ones.
        often = self._often if self._claimed.sum() > size else {}
        parts = []
        for segment_id, claims in self._claims.items():
            segment, bits = self._view.segments[segment_id], self._bits[segment_id]
            scores = np.zeros(len(segment), np.float32)
            for number, claim in enumerate(claims):
                claim.head.add_to(scores, idfs[number] * head)
                claim.body.add_to(scores, idfs[number] * body)
            for number, said_often in enumerate(often.get(segment_id, ())):
                said_often.add_to(scores, idfs[number] * body * _OFTEN)
            marks = self._view.allowed(segment_id, selection)
            rows = np.flatnonzero(bits if marks is None else bits * marks)
            lengths = segment.lengths[rows].astype(np.float32)
            estimates = scores[rows] * bm25.saturation(1.0, lengths, self._view.mean_length)
            parts.append(_Rough(segment.text_ids[rows], estimates.astype(np.float32), bits[rows]))
        if not parts:
            return _Rough(np.empty(0, np.int64), np.empty(0, np.float32), np.empty(0, np.uint64))
        return _Rough(
            np.concatenate([part.text_ids for part in parts]),
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.claims for part in parts]),
        )

    def _idfs(self, holding: Numbers) -> Numbers:
        return np.array([bm25.idf(self._view.count, number) for number in holding.tolist()])

    def _ranked(
        self, parts: Sequence[Readings], weights: Sequence[float], idfs: Numbers, limit: int
    ) -> list[Candidate]:
        some = [part.taken(np.flatnonzero(part.hold_a_word)) for part in parts]
        chunk_ids = np.concatenate([part.chunk_ids for part in some])
        if not len(chunk_ids):
            return []
        lengths = np.concatenate([part.lengths for part in some]).astype(np.float64)[:, None]
        frequencies = np.concatenate([part.frequencies(weights) for part in some])
        scores = (bm25.saturation(frequencies, lengths, self._view.mean_length) * idfs).sum(axis=1)
        order = np.lexsort((chunk_ids, -scores))[:limit]
        shares = (frequencies[order] > 0) @ idfs / idfs.sum()
        columns = chunk_ids[order], scores[order], shares
        return [Candidate(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def _batches(rough: _Rough, size: int) -> Iterator[_Rough]:
    """The best `size`, then the next, …; the work of ordering all is done only when the first are not enough."""
    total = len(rough.text_ids)
    if total <= size:
        if total:
            yield rough
        return
    order = np.argpartition(-rough.scores, size)
    yield _taken(rough, order[:size])
    rest = order[size:]
    rest = rest[np.argsort(-rough.scores[rest], kind="stable")]
    for start in range(0, len(rest), size):
        yield _taken(rough, rest[start : start + size])


def _taken(rough: _Rough, rows: Rows) -> _Rough:
    return _Rough(rough.text_ids[rows], rough.scores[rows], rough.claims[rows])

"""The text leg: which of the chunks a question may see say its words, best first.

Postings tell which texts may hold a word. Those are put in a rough order; the best are read, which drops the ones that
do not hold the word after all, and scored exactly by BM25. So the cost is bounded by the number of words and of texts
read, whatever the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from grooveseek.index.records import Candidate, TextQuery
from grooveseek.index.sqlite import bm25, texts
from grooveseek.index.sqlite.claims import claims_of, often_in
from grooveseek.index.sqlite.matching import Word, words_of
from grooveseek.index.sqlite.rowset import Rows, union
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

_MOST_WORDS = 64
"""Words beyond are not looked for; queries are compiled to fewer."""

_BATCH = 1000

Numbers = NDArray[np.float64]
"""One a word."""


def candidates(scope: Scope, view: WordView, query: TextQuery, selection: Selection, limit: int) -> list[Candidate]:
    """Best `limit` by BM25, ties by chunk id."""
    words = words_of((*query.phrases, *query.short_words))[:_MOST_WORDS]
    if not words or selection.is_nothing or limit < 1:
        return []
    columns = query.weights
    weights = (columns.title, columns.path, columns.heading, columns.breadcrumb, columns.content)
    search = _Search(scope, view, words, [max(weight, _LEAST_WEIGHT) for weight in weights])
    return search.best(selection, limit)


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
    claims: NDArray[np.uint64]
    """Bit w: postings say that the text may hold word w."""


@dataclass(slots=True)
class _Found:
    """Texts that were read and hold a word."""

    chunk_ids: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    frequencies: list[list[float]] = field(default_factory=list)
    """Of each word, weighted by column."""

    def add(self, text: Text, frequencies: list[float]) -> None:
        if any(frequencies):
            self.chunk_ids.append(text.chunk_id)
            self.lengths.append(text.length)
            self.frequencies.append(frequencies)

    def holding(self, first: int = 0) -> Numbers:
        """How many texts hold each word, not counting those added before the `first`."""
        some = self.frequencies[first:]
        return np.count_nonzero(some, axis=0).astype(np.float64) if some else np.zeros(1)


class _Search:
    """One question to one view."""

    def __init__(self, scope: Scope, view: WordView, words: Sequence[Word], weights: Sequence[float]) -> None:
        self._scope = scope
        self._view = view
        self._words = words
        self._weights = weights
        self._claims = claims_of(scope, view, words)
        self._claimed: Numbers = np.zeros(len(words))
        for claims in self._claims.values():
            self._claimed += [len(claim.either) for claim in claims]

    def best(self, selection: Selection, limit: int) -> list[Candidate]:
        found, loose = self._loose(selection)
        before = len(found.chunk_ids)
        claimed = np.zeros(len(self._words))
        size = max(min(_READ + _READ_PER_WORD * len(self._words), _READ_MOST), 4 * limit)
        for batch in _batches(self._rough(selection, loose, size), size):
            claimed += self._read(batch, found)
            if len(found.chunk_ids) >= limit:
                break
        confirmed = found.holding(before)
        share = np.divide(confirmed, claimed, out=np.ones(len(self._words)), where=claimed > 0)
        return self._ranked(found, self._claimed * share + loose, limit)

    def _loose(self, selection: Selection) -> tuple[_Found, Numbers]:
        """The texts not packed that may be seen and hold a word; how many hold each word, seen or not."""
        everything, chosen = _Found(), _Found()
        rows = selection.rows_of(self._view.loose_chunk_ids)
        allowed = None if rows is None else set(rows.tolist())
        for row, text in enumerate(self._view.loose):
            numbers = [number for number, word in enumerate(self._words) if word.text in self._view.loose_wholes[row]]
            if numbers:
                frequencies = self._frequencies(text, numbers)
                everything.add(text, frequencies)
                if allowed is None or row in allowed:
                    chosen.add(text, frequencies)
        return chosen, everything.holding()

    def _rough(self, selection: Selection, loose: Numbers, size: int) -> _Rough:
        """What BM25 would give if each word occurred once in the best column of its part, or often in the body."""
        idfs = self._idfs(self._claimed + loose)
        head, body = max(self._weights[:4]), self._weights[4]
        # Where all are read there is no need to tell the better ones.
        often = often_in(self._scope, self._view, self._words) if self._claimed.sum() > size else {}
        parts = []
        for segment_id, claims in self._claims.items():
            segment = self._view.segments[segment_id]
            scores, bits = np.zeros(len(segment), np.float32), np.zeros(len(segment), np.uint64)
            for number, claim in enumerate(claims):
                claim.head.add_to(scores, idfs[number] * head)
                claim.body.add_to(scores, idfs[number] * body)
                claim.either.set_bit(bits, number)
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

    def _read(self, rough: _Rough, found: _Found) -> Numbers:
        """Add those texts that hold a word; how many texts were read for each word."""
        claims = dict(zip(rough.text_ids.tolist(), rough.claims.tolist(), strict=True))
        totals = [0] * len(self._words)
        for text in texts.by_ids(self._scope, rough.text_ids):
            numbers = _numbers(claims[text.text_id])
            for number in numbers:
                totals[number] += 1
            found.add(text, self._frequencies(text, numbers))
        return np.array(totals, np.float64)

    def _frequencies(self, text: Text, numbers: Iterable[int]) -> list[float]:
        """How often a text says the words of these numbers, weighted by column; 0 for the others."""
        frequencies = [0.0] * len(self._words)
        head = text.head
        for number in numbers:
            word = self._words[number]
            frequency = self._weights[-1] * word.count(text.body)
            if word.text in head:
                for weight, column in zip(self._weights, text.columns[:-1], strict=False):
                    frequency += weight * word.count(column)
            frequencies[number] = frequency
        return frequencies

    def _idfs(self, holding: Numbers) -> list[float]:
        return [bm25.idf(self._view.count, number) for number in holding.tolist()]

    def _ranked(self, found: _Found, holding: Numbers, limit: int) -> list[Candidate]:
        if not found.chunk_ids:
            return []
        chunk_ids = np.array(found.chunk_ids, np.int64)
        lengths = np.array(found.lengths, np.float64)[:, None]
        frequencies, idfs = np.array(found.frequencies), np.array(self._idfs(holding))
        scores = (bm25.saturation(frequencies, lengths, self._view.mean_length) * idfs).sum(axis=1)
        order = np.lexsort((chunk_ids, -scores))[:limit]
        shares = (frequencies[order] > 0) @ idfs / idfs.sum()
        columns = chunk_ids[order], scores[order], shares
        return [Candidate(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


@lru_cache(maxsize=4096)
def _numbers(bits: int) -> list[int]:
    """The places of the bits that are set."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


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

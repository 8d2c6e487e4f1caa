"""What postings say of a question's words: which texts may hold them, and in which part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grooveseek.index.sqlite import wordsegments
from grooveseek.index.sqlite.blocks import Posting, common_rows
from grooveseek.index.sqlite.grams import Part
from grooveseek.index.sqlite.matching import Word
from grooveseek.index.sqlite.rowset import NO_ROWS, RowSet, union
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.wordview import WordView


@dataclass(frozen=True, slots=True)
class Claim:
    """Rows of a segment that have all grams of a word. Few do not hold the word itself."""

    head: RowSet
    body: RowSet
    either: RowSet


def claims_of(scope: Scope, view: WordView, words: Sequence[Word]) -> dict[int, list[Claim]]:
    """By segment, one claim a word."""
    found = _rows_by_part(scope, view, words, (Part.HEAD, Part.BODY))
    return {
        segment_id: [Claim(head, body, union((head, body), len(view.segments[segment_id]))) for head, body in rows]
        for segment_id, rows in found.items()
    }


def often_in(scope: Scope, view: WordView, words: Sequence[Word]) -> dict[int, list[RowSet]]:
    """By segment and word, rows of texts that seem to say it three times or more."""
    found = _rows_by_part(scope, view, words, (Part.OFTEN,))
    return {segment_id: [often for (often,) in rows] for segment_id, rows in found.items()}


def _rows_by_part(
    scope: Scope, view: WordView, words: Sequence[Word], parts: Sequence[Part]
) -> dict[int, list[list[RowSet]]]:
    sizes = {segment_id: len(segment) for segment_id, segment in view.segments.items()}
    grams = (gram for word in words for part in parts for gram in word.grams[part])
    found = wordsegments.postings(scope, sizes, grams) if sizes else {}
    return {
        segment_id: [[_holding_all(postings, word.grams[part], sizes[segment_id]) for part in parts] for word in words]
        for segment_id, postings in found.items()
    }


def _holding_all(postings: Mapping[int, Posting], grams: Iterable[int], size: int) -> RowSet:
    found = [postings.get(gram) for gram in grams]
    present = [posting for posting in found if posting is not None]
    return common_rows(present, size) if len(present) == len(found) else NO_ROWS

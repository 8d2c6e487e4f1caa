"""Which of some phrases no chunk says that a question may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from grooveseek.index.sqlite import texts
from grooveseek.index.sqlite.claims import claims_of
from grooveseek.index.sqlite.matching import Word, clean
from grooveseek.index.sqlite.rowset import Rows
from grooveseek.index.sqlite.scope import Scope
from grooveseek.index.sqlite.selection import Selection
from grooveseek.index.sqlite.wordview import WordView

_AT_FIRST = 10
"""Most texts that have the grams of a phrase hold the phrase, so that a few are enough to find one."""
_MOST_READ = 500
"""Of a phrase. One that so many texts might hold and none does is too seldom to wait for: it counts as said."""


def unsaid(scope: Scope, view: WordView, phrases: Iterable[str], selection: Selection) -> tuple[str, ...]:
    """Those of `phrases` that are in no column of any chunk of `selection`, in their order."""
    words = {phrase: word for phrase in phrases if (word := Word.of(clean(phrase))) is not None}
    missing = [phrase for phrase, word in words.items() if not _loosely_said(view, word, selection)]
    found = claims_of(scope, view, [words[phrase] for phrase in missing])
    allowed = {segment_id: view.allowed(segment_id, selection) for segment_id in found}

    def rows(number: int) -> Iterator[tuple[int, Rows]]:
        for segment_id, claims in found.items():
            some, marks = claims[number].either.rows(), allowed[segment_id]
            yield segment_id, some if marks is None else some[marks[some]]

    return tuple(phrase for number, phrase in enumerate(missing) if not _said(scope, view, words[phrase], rows(number)))


def _loosely_said(view: WordView, word: Word, selection: Selection) -> bool:
    rows = selection.rows_of(view.loose_chunk_ids)
    wholes: Sequence[str] = view.loose_wholes if rows is None else [view.loose_wholes[row] for row in rows.tolist()]
    return any(word.text in whole and word.count(whole) for whole in wholes)


def _said(scope: Scope, view: WordView, word: Word, claimed: Iterable[tuple[int, Rows]]) -> bool:
    read = 0
    ids = (text_id for segment_id, rows in claimed for text_id in view.segments[segment_id].text_ids[rows].tolist())
    while some := list(islice(ids, max(_AT_FIRST, read))):
        if any(word.count(text.whole) for text in texts.by_ids(scope, some)):
            return True
        read += len(some)
        if read >= _MOST_READ:
            return True
    return False

"""What the text leg looks for: the query's phrases and short words, made a little easier to find.

A word is looked for without its English ending, which as a substring finds every other form too (`model` is in
`modelling`). A compound of three kanji or more is looked for in pairs as well, so that a text which says it in other
words (`天然の記念物` for `天然記念物`) is found. Only what somebody put into quotes is looked for just so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grooveseek.index.records import MOST_WORDS
from grooveseek.search.query.segments import Segment
from grooveseek.search.query.stem import stem
from grooveseek.text.classes import CharacterClass, runs

_PAIR = 2


def sought(phrases: Iterable[str], extra_terms: Iterable[str], segments: Sequence[Segment]) -> tuple[str, ...]:
    """Each a substring of the query, once, and no more of them than are looked for.

    `phrases` and `extra_terms` are those of the positive `segments`.
    """
    positive = [segment for segment in segments if not segment.excluded]
    quoted = {segment.text for segment in positive if segment.quoted}
    words = (phrase if phrase in quoted else stem(phrase) for phrase in phrases)
    pairs = (pair for segment in positive if not segment.quoted for pair in _pairs(segment.text))
    return tuple(dict.fromkeys((*words, *extra_terms, *pairs)))[:MOST_WORDS]


def _pairs(text: str) -> Iterator[str]:
    for run in runs(text):
        if run.kind is CharacterClass.KANJI and run.end - run.start > _PAIR:
            yield from (text[at : at + _PAIR] for at in range(run.start, run.end - _PAIR + 1))

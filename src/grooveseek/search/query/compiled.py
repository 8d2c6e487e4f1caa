"""A query compiled once: all that later stages want to know of it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from grooveseek.search.query.extra_terms import extra_terms
from grooveseek.search.query.phrases import distinct, phrases_of, usable
from grooveseek.search.query.segments import Segment, positive_pieces, positive_text, scan, trim, words
from grooveseek.search.query.sought import sought

logger = logging.getLogger(__name__)

MAX_PHRASES = 32


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    phrases: tuple[str, ...]
    """A chunk matches when it holds any of them: at most 32, each a substring of the query."""
    excluded: tuple[str, ...]
    """A chunk that holds any of them is dropped: at most 32."""
    positive_text: str
    """The query without its exclusions: what is embedded and reranked."""
    span_terms: tuple[str, ...]
    """What `match_spans` marks: the phrases of the segments or, without any, the words of the positive text."""
    extra_terms: tuple[str, ...]
    """Words that the phrases leave out for being short: at most 32."""
    quoted: tuple[str, ...]
    """What has to be written just so: the quoted ones of `phrases` and `extra_terms`."""
    sought: tuple[str, ...]
    """What the text leg looks for: all of these in a form that is found more easily. At most `MOST_WORDS`."""
    only_exclusions: bool
    """The query excludes and asks for nothing."""
    dropped_phrases: int = 0
    """Different phrases beyond the cap."""
    dropped_exclusions: int = 0

    @property
    def asks_nothing(self) -> bool:
        """Whether it is blank, or has nothing but punctuation: what is nearest to that is no answer."""
        return not self.sought


def compile_query(query: str) -> CompiledQuery:
    """Compile `query` as it was typed. Never fails: any text is a legal query."""
    segments = scan(query)
    positive = positive_text(query, segments)
    wanted, dropped = distinct(_phrases(segments, excluded=False), MAX_PHRASES)
    excluded, dropped_exclusions = distinct(_phrases(segments, excluded=True), MAX_PHRASES)
    phrases = wanted
    if not wanted:
        whole = (trim(piece) for piece in positive_pieces(query, segments))
        phrases, dropped = distinct((piece for piece in whole if usable(piece)), MAX_PHRASES)
    extra = extra_terms(segments, MAX_PHRASES, alone=not wanted)
    compiled = CompiledQuery(
        phrases=phrases,
        excluded=excluded,
        positive_text=positive,
        span_terms=wanted or words(positive),
        extra_terms=extra,
        quoted=_quoted(segments, {*phrases, *extra}),
        sought=sought(phrases, extra, segments),
        only_exclusions=any(segment.excluded for segment in segments) and not trim(positive),
        dropped_phrases=dropped,
        dropped_exclusions=dropped_exclusions,
    )
    logger.debug(
        "query %r: phrases %r, short words %r, exclusions %r; left out over the cap: %d phrases, %d exclusions",
        query,
        compiled.phrases,
        compiled.extra_terms,
        compiled.excluded,
        dropped,
        dropped_exclusions,
    )
    return compiled


def _quoted(segments: tuple[Segment, ...], looked_for: set[str]) -> tuple[str, ...]:
    texts = (segment.text for segment in segments if segment.quoted and not segment.excluded)
    return tuple(dict.fromkeys(text for text in texts if text in looked_for))


def _phrases(segments: tuple[Segment, ...], *, excluded: bool) -> Iterable[str]:
    return (phrase for segment in segments if segment.excluded is excluded for phrase in phrases_of(segment))

"""Everything an answer may have to say beside its hits: one function per code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grooveseek.search.answer import Notice
from grooveseek.search.likeness import nearest
from grooveseek.text.counted import counted

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?")
_UNKNOWN = 5
_SHOWN = 60
"""Characters of a name that nobody expects."""


def no_index(command: str) -> Notice:
    return Notice("no-index", f"Nothing is indexed yet: run `{command}` first.")


def empty_index() -> Notice:
    return Notice("empty-index", "The index holds no text yet; run `groove index` or wait for the run that fills it.")


def words_only(reason: str = "the embedding model is not loaded") -> Notice:
    return Notice(
        "words-only", f"Searched by words alone, because {reason}; hits that only share the meaning are missing."
    )


def vectors_pending(pending: int, chunks: int) -> Notice:
    return Notice(
        "vectors-pending",
        f"{pending} of {counted(chunks, 'chunk')} can only be found by words so far; "
        "`groove index` completes the rest.",
    )


def blank_query() -> Notice:
    return Notice(
        "blank-query", "The query has no word to look for: these are whatever chunks come first, not an answer."
    )


def not_written(phrases: Sequence[str]) -> Notice:
    named = ", ".join(f'"{phrase}"' for phrase in phrases)
    verb = "is" if len(phrases) == 1 else "are"
    return Notice(
        "phrase-not-found", f"{named} {verb} written nowhere in what was searched; the results only come near to it."
    )


def low_quality_left_out() -> Notice:
    return Notice(
        "low-quality-left-out",
        "Chunks of low quality, such as very short ones, were left out and could change this answer; search with "
        "`include_low_quality` (`--include-low-quality`) to see them.",
    )


def filters_leave_nothing() -> Notice:
    return Notice("filters-leave-nothing", "No chunk passes the filters and exclusions of this search.")


def phrases_dropped(phrases: int, exclusions: int) -> Notice:
    counts = [counted(count, name) for count, name in ((phrases, "phrase"), (exclusions, "exclusion")) if count]
    verb = "was" if phrases + exclusions == 1 else "were"
    return Notice("phrases-dropped", f"The query has more than 32: {' and '.join(counts)} at its end {verb} not used.")


def date_bounds(bounds: Iterable[tuple[str, str | None]]) -> Iterable[Notice]:
    """One for each (parameter, value) that is neither `YYYY-MM-DD` nor RFC 3339; it is still compared, as text."""
    for name, value in bounds:
        if value is not None and not _DATE.fullmatch(value):
            yield Notice(
                "date-bound",
                f"{name} {value!r} does not look like YYYY-MM-DD; dates are compared as text, so it may drop all.",
            )


def parameter_ignored(name: str, reason: str) -> Notice:
    return Notice("parameter-ignored", f"{name}: ignored, because {reason}.")


def unknown_parameters(names: Sequence[str], known: Sequence[str]) -> Iterable[Notice]:
    """One for each of the first few `names`: a filter that is misspelled narrows nothing."""
    for name in names[:_UNKNOWN]:
        shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
        alike = nearest(name[:_SHOWN], known, most=1)
        meant = f"; did you mean `{alike[0]}`?" if alike else "."
        yield Notice("parameter-ignored", f"{shown!a}: ignored, because there is no such parameter{meant}")


def suggestions(unknown: Iterable[str]) -> Iterable[Notice]:
    """One for everything that a filter names and the index does not hold, as `suggest` words it."""
    for sentence in unknown:
        yield Notice("suggestions", sentence[0].upper() + sentence[1:] + ("" if sentence.endswith("?") else "."))

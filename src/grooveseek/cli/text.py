"""An answer for people at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grooveseek.config.shown import printable
from grooveseek.search.answer import Answer, Hit, Span

_SHOWN_WORDS = 3

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"} | {13: None}
"""A note may hold what recolours a terminal or moves its cursor."""

Mark = Callable[[str], str]
"""Sets a word off from the text around it."""


def answer_text(answer: Answer, min_confidence_ratio: float, mark: Mark = str) -> str:
    """Hits in order between rulers. `min_confidence_ratio` is the one the answer was judged by.

    `mark` is applied to titles and to the words of the question where they stand in the text.
    """
    head = ""
    if answer.low_confidence:
        head = f"low confidence (evidence below the ratio {min_confidence_ratio:g}): the notes may hold no answer\n\n"
    return head + "\n\n---\n\n".join(_hit(hit, mark) for hit in answer.hits)


def _hit(hit: Hit, mark: Mark) -> str:
    lines = [f"# {mark(printable(hit.title or '(no title)'))}", _place(hit), f"score: {hit.score:.4f}"]
    if hit.tags:
        lines.append("tags: " + printable(", ".join(hit.tags)))
    name, spans = ("match_spans", hit.match_spans) if hit.match_spans else ("highlights", hit.highlights)
    if spans:
        lines.append(f"{name}: " + ", ".join(f'"{word}"' for word in _words(hit.content.encode(), spans)))
    return "\n".join([*lines, "", "".join(_marked(hit, mark))])


def _words(content: bytes, spans: Sequence[Span]) -> list[str]:
    """The first few that differ in more than case."""
    words: dict[str, str] = {}
    for span in spans:
        word = printable(content[span.start : span.end].decode())
        words.setdefault(word.casefold(), word)
    return list(words.values())[:_SHOWN_WORDS]


def _marked(hit: Hit, mark: Mark) -> Iterator[str]:
    content, end = hit.content.encode(), 0
    for span in hit.highlights or hit.match_spans or ():
        yield _clean(content[end : span.start].decode())
        yield mark(_clean(content[span.start : span.end].decode()))
        end = span.end
    yield _clean(content[end:].decode())


def _place(hit: Hit) -> str:
    place = printable(f"{hit.path}#{hit.heading}" if hit.heading else hit.path)
    return f"{place} (lines {hit.lines.start}-{hit.lines.end})" if hit.lines else place


def _clean(text: str) -> str:
    return text.translate(_CONTROLS)

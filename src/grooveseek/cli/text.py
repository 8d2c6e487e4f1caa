"""An answer for people at a terminal."""

from __future__ import annotations

from grooveseek.search.answer import Answer, Hit

_SHOWN_SPANS = 3


def answer_text(answer: Answer, min_confidence_ratio: float) -> str:
    """Hits in order between rulers. `min_confidence_ratio` is the one the answer was judged by."""
    head = ""
    if answer.low_confidence:
        head = f"low confidence (ratio {min_confidence_ratio:g}): the notes may not hold an answer to this\n\n"
    return head + "\n\n---\n\n".join(_hit(hit) for hit in answer.hits)


def _hit(hit: Hit) -> str:
    lines = [f"# {hit.title or '(no title)'}", _place(hit), f"score: {hit.score:.4f}"]
    if hit.tags:
        lines.append("tags: " + ", ".join(hit.tags))
    if hit.match_spans:
        content = hit.content.encode()
        shown = [content[span.start : span.end].decode() for span in hit.match_spans[:_SHOWN_SPANS]]
        lines.append("match_spans: " + ", ".join(f'"{text}"' for text in shown))
    return "\n".join([*lines, "", hit.content])


def _place(hit: Hit) -> str:
    place = f"{hit.path}#{hit.heading}" if hit.heading else hit.path
    return f"{place} (lines {hit.lines.start}-{hit.lines.end})" if hit.lines else place

"""An answer for people at a terminal."""

from __future__ import annotations

import click

from grooveseek.cli.output import say
from grooveseek.search.answer import Answer, Hit

_SHOWN_SPANS = 3


def print_answer(answer: Answer) -> None:
    """Hits on stdout, notices on stderr."""
    for notice in answer.notices:
        say(f"note: {notice.message}")
    parts = [_hit(hit) for hit in answer.hits]
    if not parts:
        return
    if answer.low_confidence:
        click.echo("low confidence: the notes may not hold an answer to this\n")
    click.echo("\n\n---\n\n".join(parts))


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

"""The page around a report: its head, its style, and the small parts that every report is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from grooveseek.quality.page.style import STYLE


def page(title: str, *parts: str) -> str:
    """A whole document without its last line end. `parts` are HTML, `title` is text."""
    head = (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>"
    )
    body = "\n".join(part for part in parts if part)
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>'


def sentence(text: str) -> str:
    """`text` with its first letter large."""
    return text[:1].upper() + text[1:]


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Names with their values, side by side."""
    items = "".join(
        f'<li><span class="soft">{escape(name)}</span> <b>{escape(value)}</b></li>' for name, value in pairs
    )
    return f'<ul class="facts">{items}</ul>'


def figure(drawing: str, caption: str) -> str:
    """`drawing` is HTML; where it is wider than the page it is moved under it, by keys too."""
    return (
        f'<figure class="card"><div class="scroll" tabindex="0">{drawing}</div>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def table(heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]]) -> str:
    """`heads` are texts, True for a column of numbers; cells are HTML.

    Where there is no room for columns, the first cell of a row stands alone and the others below, each with its head.
    """
    numeric = [' class="number"' if number else "" for _, number in heads]
    names = [escape(name) for name, _ in heads]
    head = "".join(f"<th{kind}>{name}</th>" for kind, name in zip(numeric, names, strict=True))
    kinds = [f'{kind} data-head="{name}"' for kind, name in zip(numeric, names, strict=True)]
    body = "\n".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="card"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'

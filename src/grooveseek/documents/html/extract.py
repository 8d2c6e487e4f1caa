"""HTML to visible text by headings, inside the reader process: the standard parser can be slow on hostile markup."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from grooveseek.documents.isolation.job import ReaderError, Terms

_HIDDEN = frozenset({"script", "style", "template", "noscript", "svg", "math", "iframe", "object", "head"})
# fmt: off
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "dialog", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
    "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "td", "th", "tr",
    "ul",
})
# fmt: on
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_CHAPTERS = 3
"""Headings down to this level start a section; deeper ones stay lines of it."""


@dataclass(frozen=True, slots=True)
class HtmlSection:
    heading: str | None
    level: int | None
    text: str


@dataclass(frozen=True, slots=True)
class HtmlText:
    """What one page shows."""

    title: str | None
    sections: list[HtmlSection]


def extract(data: bytes, terms: Terms) -> HtmlText:
    """`data` is UTF-8. Raises `ReaderError` where the page yields more text than `terms` allow."""
    page = _Page()
    page.feed(data.decode())
    page.close()
    page.end_section()
    if terms.text_budget is not None and page.size > terms.text_budget:
        raise ReaderError(f"holds more text than [index].max_decompressed_size allows ({terms.text_budget} bytes)")
    return HtmlText(_line(page.title) or None, page.sections)


@dataclass
class _Open:
    """The section that is being read."""

    heading: str | None = None
    level: int | None = None
    parts: list[str] = field(default_factory=list)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.sections: list[HtmlSection] = []
        self.size = 0
        self._section = _Open()
        self._hidden: list[str] = []
        self._heading: list[str] | None = None
        self._in_title = False
        self._preformatted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS and self._hidden == ["head"]:
            # A page may leave `</head>` and `<body>` out.
            self._hidden.clear()
        if tag in _HIDDEN:
            self._hidden.append(tag)
        elif tag == "title":
            self._in_title = True
        elif _HEADINGS.get(tag, 9) <= _CHAPTERS and not self._hidden:
            self.end_section()
            self._section = _Open(level=_HEADINGS[tag])
            self._heading = []
        elif tag == "br":
            self._put("\n")
        elif tag in _BLOCKS:
            self._preformatted += tag == "pre"
            self._put("\n\n")
        alternative = dict(attrs).get("alt") if tag == "img" else None
        if alternative:
            self.handle_data(f" {alternative} ")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            if tag in self._hidden:
                del self._hidden[self._hidden.index(tag) :]
        elif self._heading is not None and tag in _HEADINGS:
            self._section.heading = _line(self._heading)
            self._heading = None
        elif tag in _BLOCKS:
            self._preformatted -= tag == "pre" and self._preformatted > 0
            self._put("\t" if tag in {"td", "th"} else "\n\n")
        if tag == "title":
            self._in_title = False

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._hidden:
            self._put(data if self._preformatted else " ".join(f"|{data}|".split())[1:-1])

    def end_section(self) -> None:
        text = _text(self._section.parts)
        self.size += len(text.encode())
        if text or self._section.heading:
            self.sections.append(HtmlSection(self._section.heading, self._section.level, text))
        self._section = _Open()

    def _put(self, text: str) -> None:
        (self._section.parts if self._heading is None else self._heading).append(text)


def _text(parts: list[str]) -> str:
    """Lines without edges, at most one blank one between two."""
    lines: list[str] = []
    for line in "".join(parts).splitlines():
        kept = line.rstrip() if line.startswith("  ") else line.strip()
        if kept or (lines and lines[-1]):
            lines.append(kept)
    return "\n".join(lines).strip("\n")


def _line(parts: list[str]) -> str:
    return " ".join("".join(parts).split())

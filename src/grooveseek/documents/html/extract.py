"""HTML to visible text by headings, inside the reader process: the standard parser can be slow on hostile markup."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from grooveseek.documents.html.shown import Mark, Shown
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
_LINE_END = re.compile(r"&(?:#0*1[03](?!\d);?|#[xX]0*[aAdD](?![0-9a-fA-F]);?|NewLine;)")
"""A line end by its number or name, which is shown like one, but ends no line of the file."""


@dataclass(frozen=True, slots=True)
class HtmlSection:
    heading: str | None
    level: int | None
    text: str
    line: int
    """Where it begins in the file, 1-based: at its heading, where it has one."""
    marks: list[Mark]
    """On which lines of the file the text stands."""


@dataclass(frozen=True, slots=True)
class HtmlText:
    """What one page shows."""

    title: str | None
    sections: list[HtmlSection]


def extract(data: bytes, terms: Terms) -> HtmlText:
    """`data` is UTF-8. Raises `ReaderError` where the page yields more text than `terms` allow."""
    page = _Page()
    page.feed(_LINE_END.sub("\u2028", data.decode()))
    page.close()
    page.end_section()
    if terms.text_budget is not None and page.size > terms.text_budget:
        raise ReaderError(f"holds more text than [index].max_decompressed_size allows ({terms.text_budget} bytes)")
    return HtmlText(page.title.on_one_line() or None, page.sections)


@dataclass
class _Open:
    """The section that is being read."""

    line: int
    heading: str | None = None
    level: int | None = None
    shown: Shown = field(default_factory=Shown)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = Shown()
        self.sections: list[HtmlSection] = []
        self.size = 0
        self._section = _Open(1)
        self._hidden: list[str] = []
        self._heading: Shown | None = None
        self._in_title = False
        self._is_titled = False
        self._preformatted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS and self._hidden == ["head"]:
            # A page may leave `</head>` and `<body>` out.
            self._hidden.clear()
        if tag in _HEADINGS and not self._hidden:
            self._take_heading_for_text()
        if tag in _HIDDEN:
            self._hidden.append(tag)
        elif tag == "title" and self._hidden in ([], ["head"]) and not self._is_titled:
            # The first one alone: drawings within the page have titles, too.
            self._in_title = self._is_titled = True
        elif _HEADINGS.get(tag, 9) <= _CHAPTERS and not self._hidden:
            self.end_section()
            self._section = _Open(self._line, level=_HEADINGS[tag])
            self._heading = Shown()
        elif tag == "br":
            self._put("\n")
        elif tag in _BLOCKS:
            self._preformatted += tag == "pre"
            self._put("\n\n")
        alternative = dict(attrs).get("alt") if tag == "img" else None
        if alternative and not self._hidden and not self._in_title:
            # Somewhere on the lines of the tag.
            last = self._line + (self.get_starttag_text() or "").count("\n")
            self._shown.put(f" {' '.join(alternative.split())} ", self._line, last)

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            if tag in self._hidden:
                del self._hidden[self._hidden.index(tag) :]
        elif self._heading is not None and tag in _HEADINGS:
            self._section.heading = self._heading.on_one_line()
            self._heading = None
        elif tag in _BLOCKS:
            self._preformatted -= tag == "pre" and self._preformatted > 0
            self._put("\t" if tag in {"td", "th"} else "\n\n")
        if tag == "title":
            self._in_title = False

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.put_folded(data, self._line)
        elif self._hidden:
            return
        elif self._preformatted:
            self._shown.put_preformatted(data, self._line)
        else:
            self._shown.put_folded(data, self._line)

    def end_section(self) -> None:
        self._take_heading_for_text()
        section = self._section
        text, marks = section.shown.as_text()
        self.size += len(text.encode())
        if text or section.heading:
            self.sections.append(HtmlSection(section.heading, section.level, text, section.line, marks))
        self._section = _Open(self._line)

    def _take_heading_for_text(self) -> None:
        """One that is never closed, so that nothing tells where it ends."""
        if self._heading is not None:
            self._section.level, self._section.shown, self._heading = None, self._heading, None

    @property
    def _line(self) -> int:
        """Where the tag or text in hand begins."""
        return self.getpos()[0]

    @property
    def _shown(self) -> Shown:
        return self._section.shown if self._heading is None else self._heading

    def _put(self, text: str) -> None:
        self._shown.put(text, self._line, self._line)

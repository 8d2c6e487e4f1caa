"""Questions made from a documentation that exists in two languages, page by page and heading by heading.

A section is the same in both languages when path and anchor are equal. Its heading, or the first sentence below it, is
asked in one language; the section is expected in the same language among all pages, or in the other among its pages.
Titles of pages likewise. Names of code that stand on one page alone are asked too; that page is expected, in either
language.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.question import OTHER_SIDE, Question

from grooveseek.quality.golden.set import Expected

_TITLE = re.compile(r"^# +(?P<text>.+?) *(?:\{#[^}]+\})? *$", re.MULTILINE)
_HEADING = re.compile(r"^#{2,3} +(?P<text>.+?) *\{#(?P<anchor>[^}]+)\} *$")
_FENCE = re.compile(r"^ *(?:`{3,}|~{3,})")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"[`*\\]")
_TELLS_MORE = re.compile(r"[<*]")
"""A badge or a footnote mark: such a heading is not what the page shows."""
_JAPANESE = re.compile(r"[\u3041-\u30fa\u4e00-\u9fff]")
_PROSE = re.compile(r"[A-Z\u3041-\u30fa\u4e00-\u9fff]")
_SENTENCE = {"en": re.compile(r".{40,160}?[.?!](?= |$)"), "ja": re.compile(r".{15,90}?[。？！]")}

_NAME = re.compile(r"`([A-Za-z][A-Za-z0-9_.:-]{3,30})(?:\(\))?`")

_NAMES = 100
_SECTIONS = 100
"""So many sections give a question in each language."""
_PAGES = 50


@dataclass(frozen=True, slots=True)
class Item:
    """One thing asked in one language, in the same and in the other language's pages."""

    within: Question
    across: Question


@dataclass(frozen=True, slots=True)
class _Asked:
    text: str
    heading: str | None
    """Where the answer stands; None for the whole page."""


@dataclass(frozen=True, slots=True)
class _Section:
    heading: str
    has_text: bool
    sentence: str | None


Place = tuple[str, str]
"""Path without the language, anchor."""
Sides = Mapping[str, _Asked]
"""By language."""


def known_items(folder: Path) -> list[Item]:
    pairs = _pairs(folder)
    headings = {
        place: {side: _Asked(section.heading, section.heading) for side, section in both.items()}
        for place, both in pairs.items()
        if all(section.has_text for section in both.values())
    }
    sentences = {
        place: {side: _Asked(section.sentence or "", section.heading) for side, section in both.items()}
        for place, both in pairs.items()
        if all(section.sentence for section in both.values())
    }
    return [*_items(_titles(folder), _PAGES), *_items(headings, _SECTIONS), *_items(sentences, _SECTIONS)]


def names(folder: Path) -> list[Question]:
    """Names in backticks whose letters stand on one page alone, the page in the other language aside."""
    pages: dict[str, str] = {}
    for file in sorted(folder.rglob("*.md")):
        path = file.relative_to(folder).as_posix()
        pages[path[3:]] = pages.get(path[3:], "") + file.read_text(encoding="utf-8")
    folded = {path: text.casefold() for path, text in pages.items()}
    alone = {}
    for name in {name for text in pages.values() for name in _NAME.findall(text)}:
        holding = [path for path, text in folded.items() if name.casefold() in text]
        if len(holding) == 1:
            alone[name] = holding[0]
    chosen = sorted(alone, key=lambda name: hashlib.sha256(name.encode()).digest())[:_NAMES]
    return [Question(name, tuple(Expected(f"{side}/{alone[name]}") for side in OTHER_SIDE)) for name in chosen]


def _items(asked: Mapping[Place, Sides], most: int) -> list[Item]:
    """Of texts that occur once in their language, and are not the same in both."""
    counts = {side: Counter(both[side].text.casefold() for both in asked.values()) for side in OTHER_SIDE}
    usable = [
        place
        for place, both in asked.items()
        if _JAPANESE.search(both["ja"].text) and all(counts[side][both[side].text.casefold()] == 1 for side in both)
    ]
    chosen = sorted(usable, key=lambda place: hashlib.sha256("#".join(place).encode()).digest())[:most]
    return [_item(place[0], asked[place], side) for place in chosen for side in OTHER_SIDE]


def _item(path: str, both: Sides, side: str) -> Item:
    other = OTHER_SIDE[side]
    here, there = (Expected(f"{at}/{path}", both[at].heading) for at in (side, other))
    return Item(Question(both[side].text, (here,)), Question(both[side].text, (there,), (f"{other}/**",)))


def _titles(folder: Path) -> Mapping[Place, Sides]:
    found = {}
    for file in sorted((folder / "en").rglob("*.md")):
        path = file.relative_to(folder / "en")
        both = {side: _TITLE.search((folder / side / path).read_text(encoding="utf-8")) for side in OTHER_SIDE}
        titles = {side: _Asked(_MARKUP.sub("", title["text"]), None) for side, title in both.items() if title}
        if len(titles) == len(both):
            found[path.as_posix(), ""] = titles
    return found


def _pairs(folder: Path) -> Mapping[Place, Mapping[str, _Section]]:
    sides = {side: dict(_sections(folder / side, side)) for side in OTHER_SIDE}
    common = [place for place in sides["en"] if place in sides["ja"]]
    return {place: {side: sections[place] for side, sections in sides.items()} for place in common}


def _sections(folder: Path, language: str) -> Iterator[tuple[Place, _Section]]:
    for file in sorted(folder.rglob("*.md")):
        path = file.relative_to(folder).as_posix()
        heading: re.Match[str] | None = None
        body: list[str] = []
        fenced = False
        for line in [*file.read_text(encoding="utf-8").splitlines(), "## end {#end-of-file}"]:
            fenced ^= bool(_FENCE.match(line))
            found = None if fenced else _HEADING.match(line)
            if found and heading and not _TELLS_MORE.search(heading["text"]):
                title = _MARKUP.sub("", heading["text"]).strip()
                yield (path, heading["anchor"]), _Section(title, bool(body), _first_sentence(body, language))
            if found:
                heading, body = found, []
            elif line.strip() and not fenced:
                body.append(line)


def _first_sentence(body: Iterable[str], language: str) -> str | None:
    prose = next((line for line in body if _PROSE.match(line)), "")
    found = _SENTENCE[language].match(_MARKUP.sub("", _LINK.sub(r"\1", prose)))
    return found[0] if found else None

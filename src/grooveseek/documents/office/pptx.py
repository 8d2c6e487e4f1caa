"""One PowerPoint file to a document: a section for each slide, with the speaker's notes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grooveseek.documents.document import Document
from grooveseek.documents.office.package import OfficeError, Package
from grooveseek.documents.office.parts import OfficeFile
from grooveseek.documents.office.properties import read_properties
from grooveseek.documents.office.slide_text import SlideText
from grooveseek.documents.office.xml import Attributes
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.sections import Section, section_chunks
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.errors import RefusedFileError

_LEVEL = 2
_SLIDE_NAME = re.compile(r"ppt/slides/slide(\d+)\.xml", re.IGNORECASE | re.ASCII)
_BESIDE_NOTES = frozenset({"sldNum", "dt", "hdr", "ftr"})


def parse_pptx(path: str, data: bytes, options: ParseOptions) -> Document:
    """Raises `RefusedFileError` for a file that cannot be opened, or is over the budget."""
    try:
        file = OfficeFile(Package(data, options.max_decompressed_size))
        properties = read_properties(file)
        sections = list(_slides(file))
    except OfficeError as error:
        raise RefusedFileError(path, str(error)) from error
    title = properties.title or title_from_file_name(path)
    return Document(
        path=path,
        chunks=section_chunks(title, sections),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
        date=properties.date,
        tags=properties.tags,
        warnings=tuple(file.warnings),
    )


def _slides(file: OfficeFile) -> Iterator[Section]:
    for number, part in enumerate(_slide_parts(file), start=1):
        slide = SlideText()
        file.read(part, slide)
        blocks = ["\n".join(slide.paragraphs), *(f"[notes]\n{notes}" for notes in _notes(file, part))]
        content = "\n\n".join(filter(None, blocks))
        if content:
            title = " ".join((slide.title or "").split())
            yield Section(content, f"Slide {number}: {title}" if title else f"Slide {number}", _LEVEL, keeps_lines=True)


def _slide_parts(file: OfficeFile) -> list[str]:
    """In the order they are shown; in the order of their files' numbers where that is not told."""
    main = file.main_part("ppt/presentation.xml")
    shown = _SlideList()
    file.read_required(main, shown)
    targets = {each.id: each.target for each in file.relationships(main) if each.kind == "slide"}
    parts = [targets.get(each, "") for each in shown.ids]
    if parts and all(part in file.package for part in parts):
        return parts
    numbered = ((int(found[1]), name) for name in file.package.names() if (found := _SLIDE_NAME.fullmatch(name)))
    return [name for _, name in sorted(numbered)]


def _notes(file: OfficeFile, slide: str) -> Iterator[str]:
    for each in file.relationships(slide):
        if each.kind == "notesSlide":
            notes = SlideText(left_out=_BESIDE_NOTES)
            file.read(each.target, notes)
            if notes.paragraphs:
                yield "\n".join(notes.paragraphs)


class _SlideList:
    skipped: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.ids: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "p:sldId":
            self.ids.append(attributes.get("r:id", ""))

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...

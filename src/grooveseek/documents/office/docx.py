"""One Word file to a document: a section for each heading, then notes, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grooveseek.documents.document import Document
from grooveseek.documents.office.package import OfficeError, Package, PartError
from grooveseek.documents.office.parts import OfficeFile, Relationship
from grooveseek.documents.office.properties import read_properties
from grooveseek.documents.office.styles import Style, StyleTable, heading_in_name, heading_number
from grooveseek.documents.office.word_text import Paragraph, WordText
from grooveseek.documents.office.xml import DocumentTypeError, read_xml
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.sections import Section, section_chunks
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.errors import RefusedFileError

_DEEPEST_LEVEL = 6
_LEVEL_OF_PARTS = 2
_PARTS = (("Footnotes", "footnotes"), ("Endnotes", "endnotes"), ("Headers", "header"), ("Footers", "footer"))


def parse_docx(path: str, data: bytes, options: ParseOptions) -> Document:
    """Raises `RefusedFileError` for a file that cannot be opened, or is over the budget."""
    try:
        file = OfficeFile(Package(data, options.max_decompressed_size))
        properties = read_properties(file)
        main = file.main_part("word/document.xml")
        body = WordText()
        file.read_required(main, body)
        relationships = file.relationships(main)
        headings = _Headings.of(file, relationships)
        sections = [*headings.sections(body.finish()), *_other_parts(file, relationships)]
    except OfficeError as error:
        raise RefusedFileError(path, str(error)) from error
    title = properties.title or title_from_file_name(path)
    return Document(
        path=path,
        chunks=section_chunks(title, _without(options.exclude_headings, sections)),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
        date=properties.date,
        tags=properties.tags,
        warnings=(*file.warnings, *headings.warnings()),
    )


class _Headings:
    """Tells headings from body text."""

    def __init__(self, styles: Mapping[str, Style] | None, fault: str | None = None) -> None:
        """`styles` is None where the file has no table of use, `fault` why, if there is more to say than that."""
        self._styles = styles
        self._fault = fault
        self._unknown: dict[str, None] = {}

    @classmethod
    def of(cls, file: OfficeFile, relationships: Sequence[Relationship]) -> _Headings:
        part = next((each.target for each in relationships if each.kind == "styles"), "word/styles.xml")
        if part not in file.package:
            return cls(None)
        if not file.package.fits(part):
            return cls(None, f"{part} does not fit into what [index].max_decompressed_size allows")
        table = StyleTable()
        try:
            reason = read_xml(file.package.read(part), table)
        except DocumentTypeError:
            return cls(None, f"{part} declares a document type")
        except PartError as error:
            return cls(None, str(error))
        return cls(None, f"{part} is malformed ({reason})") if reason else cls(table.styles)

    def warnings(self) -> tuple[str, ...]:
        """At most one line: where headings had to be told by the spelling of style ids."""
        if self._fault:
            return (f"{self._fault}; headings are told by the ids of their styles",)
        if self._unknown:
            return (f"styles without a definition: {', '.join(self._unknown)}; headings are told by their ids",)
        return ()

    def sections(self, paragraphs: Sequence[Paragraph]) -> Iterator[Section]:
        heading: str | None = None
        level: int | None = None
        ancestry: tuple[str, ...] = ()
        above: list[tuple[int, str]] = []
        body: list[str] = []
        for paragraph in paragraphs:
            number = self._number(paragraph.style)
            if number is None:
                body.append(paragraph.text)
                continue
            if body or heading is not None:
                yield Section("\n".join(body), heading, level, ancestry, keeps_lines=True)
            heading, level, body = _one_line(paragraph.text), min(number + 1, _DEEPEST_LEVEL), []
            while above and above[-1][0] >= level:
                above.pop()
            ancestry = tuple(text for _, text in above)
            above.append((level, heading))
        if body or heading is not None:
            yield Section("\n".join(body), heading, level, ancestry, keeps_lines=True)

    def _number(self, style: str | None) -> int | None:
        if style is None:
            return None
        if self._styles is None:
            return heading_in_name(style)
        if style not in self._styles:
            self._unknown[style] = None
            return heading_in_name(style)
        return heading_number(style, self._styles)


def _other_parts(file: OfficeFile, relationships: Sequence[Relationship]) -> Iterator[Section]:
    for heading, kind in _PARTS:
        texts: dict[str, None] = {}
        for name in dict.fromkeys(each.target for each in relationships if each.kind == kind):
            part = WordText()
            file.read(name, part)
            # First, even and odd pages each have a part, often with the same words.
            texts["\n".join(paragraph.text for paragraph in part.finish())] = None
        if text := "\n".join(filter(None, texts)):
            yield Section(text, heading, _LEVEL_OF_PARTS, keeps_lines=True)


def _without(excluded: Sequence[str], sections: Sequence[Section]) -> list[Section]:
    return [each for each in sections if not any(entry in (each.heading or "") for entry in excluded if entry)]


def _one_line(text: str) -> str:
    return " ".join(text.split())

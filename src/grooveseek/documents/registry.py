"""The table of formats and the set of them that a configuration enables. Adding a format is adding a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from grooveseek.documents.code.languages import LANGUAGES, Language
from grooveseek.documents.document import Document
from grooveseek.documents.html import HTML_GENERATION
from grooveseek.documents.markdown import MARKDOWN_GENERATION
from grooveseek.documents.office import SHEET_GENERATION, SLIDE_GENERATION, WORD_GENERATION
from grooveseek.documents.parser import Format, ParseFunction, ParseOptions, fixed_generation
from grooveseek.documents.pdf import PDF_GENERATION
from grooveseek.errors import ConfigError

_MARKDOWN = fixed_generation(MARKDOWN_GENERATION)


def _markdown(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.markdown.parse import parse_markdown

    return parse_markdown


def _plain_text(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.plain_text import parse_plain_text

    return parse_plain_text


def _html(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.html.parse import parse_html

    return parse_html


def _code(language: Language, options: ParseOptions) -> ParseFunction:
    from grooveseek.documents.code.parse import code_parser

    return code_parser(language, options)


def _docx(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.office.docx import parse_docx

    return parse_docx


def _xlsx(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.office.xlsx import xlsx_parser

    return xlsx_parser()


def _pptx(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.office.pptx import parse_pptx

    return parse_pptx


def _pdf(_: ParseOptions) -> ParseFunction:
    from grooveseek.documents.pdf.parse import pdf_parser

    return pdf_parser()


def _code_generation(language: Language, options: ParseOptions) -> str:
    from grooveseek.documents.code.parse import code_generation

    return code_generation(language, options)


FORMATS: tuple[Format, ...] = (
    Format("md", "text", _markdown, generation=_MARKDOWN),
    Format("markdown", "text", _markdown, generation=_MARKDOWN),
    Format("mdx", "text", _markdown, generation=_MARKDOWN),
    Format("txt", "text", _plain_text),
    Format("html", "text", _html, generation=fixed_generation(HTML_GENERATION)),
    Format("pdf", "binary", _pdf, bundled=False, generation=fixed_generation(PDF_GENERATION)),
    Format("docx", "binary", _docx, generation=fixed_generation(WORD_GENERATION)),
    Format("xlsx", "binary", _xlsx, bundled=False, generation=fixed_generation(SHEET_GENERATION)),
    Format("pptx", "binary", _pptx, generation=fixed_generation(SLIDE_GENERATION)),
    *(
        Format(each.id, "code", partial(_code, each), each.bundled, partial(_code_generation, each))
        for each in LANGUAGES
    ),
)

DEFAULT_ENABLED = ("md",)


@dataclass(frozen=True, slots=True)
class ParserSet:
    """The enabled formats, loaded."""

    formats: tuple[Format, ...]
    options: ParseOptions = field(default_factory=ParseOptions)
    _parsers: dict[str, ParseFunction] = field(default_factory=dict, repr=False)

    @property
    def extensions(self) -> tuple[str, ...]:
        return tuple(entry.id for entry in self.formats)

    def format_of(self, path: str) -> Format | None:
        """The enabled format of a path by its extension, ASCII case ignored; a name such as `.md` has none."""
        name = path.rpartition("/")[2]
        stem, dot, extension = name.rpartition(".")
        if not dot or not stem:
            return None
        wanted = extension.lower() if extension.isascii() else extension
        return next((entry for entry in self.formats if entry.id == wanted), None)

    def generations(self) -> Mapping[str, str]:
        """What the chunks of unchanged files depend on, by format."""
        return {entry.id: entry.generation(self.options) for entry in self.formats}

    def parse(self, path: str, data: bytes) -> Document:
        """Raises `RefusedFileError`; `path` must be of an enabled format."""
        entry = self.format_of(path)
        if entry is None:
            raise ValueError(f"no enabled format reads {path!r}")
        return self._parsers[entry.id](path, data, self.options)


def parser_set(enabled: Iterable[str] = DEFAULT_ENABLED, options: ParseOptions | None = None) -> ParserSet:
    """Load the parsers of the ids in `enabled` (case-insensitive). Raises `ConfigError` for an unusable list."""
    known = {entry.id: entry for entry in FORMATS}
    chosen: dict[str, Format] = {}
    for given in enabled:
        name = given.lower()
        if name == "xls":
            raise ConfigError("[parsers].enabled: the legacy workbook format `xls` is not read; convert to .xlsx")
        if name not in known:
            raise ConfigError(f"[parsers].enabled: unknown id {given!r}; supported: {', '.join(sorted(known))}")
        if name in chosen:
            raise ConfigError(f"[parsers].enabled: {given!r} is listed twice")
        chosen[name] = known[name]
    if not chosen:
        raise ConfigError("[parsers].enabled is empty; list at least one of: " + ", ".join(sorted(known)))
    formats = tuple(chosen.values())
    settled = options or ParseOptions()
    return ParserSet(formats, settled, {entry.id: entry.load(settled) for entry in formats})

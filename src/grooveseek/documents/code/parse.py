"""One source file to a document: a chunk for each definition that fits, lines of the others and of what lies between.

A megabyte of Python, Rust, PHP or JavaScript takes well under a second; parsing and the query are native, and what is
done here is linear in the file.
"""

from __future__ import annotations

from functools import partial

from grooveseek.documents.breadcrumb import breadcrumb
from grooveseek.documents.code import CODE_GENERATION
from grooveseek.documents.code.bounds import (
    MOST_BYTES,
    MOST_CHUNKS,
    TOO_MANY_CHUNKS,
    OverBoundError,
    bounded_tree,
    line_budget,
)
from grooveseek.documents.code.definitions import find_definitions, find_tags
from grooveseek.documents.code.emit import Piece, Source, by_lines, pieces
from grooveseek.documents.code.grammar.grammar import Grammar
from grooveseek.documents.code.grammar.load import load_grammar
from grooveseek.documents.code.languages import Language
from grooveseek.documents.decode import decode, searchable
from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.parser import ParseFunction, ParseOptions
from grooveseek.documents.quality import quality_score
from grooveseek.documents.titles import category_of, title_from_file_name, topic_of
from grooveseek.errors import RefusedFileError

_DEGRADED = "parse:degraded"


def code_parser(language: Language, options: ParseOptions) -> ParseFunction:
    """The parse function of a language with its grammar loaded. Raises `ConfigError` where that cannot be."""
    return partial(_parse, language, _grammar(language, options))


def code_generation(language: Language, options: ParseOptions) -> str:
    """Differs where the release or the grammar may cut the same file otherwise. Raises `ConfigError` likewise."""
    return f"{CODE_GENERATION} {_grammar(language, options).fingerprint}"


def _grammar(language: Language, options: ParseOptions) -> Grammar:
    find_place = None if language.bundled else options.grammar_place
    return load_grammar(language, find_place() if find_place else None)


def _parse(language: Language, grammar: Grammar, path: str, data: bytes, options: ParseOptions) -> Document:
    if len(data) > MOST_BYTES:
        raise RefusedFileError(path, f"source file too large ({len(data)} bytes > {MOST_BYTES} limit)")
    source = Source(searchable(decode(path, data)).encode())
    try:
        cut, tags = _cut(source, language, grammar, options)
    except TimeoutError as error:
        raise RefusedFileError(path, str(error), lasting=False) from error
    title = title_from_file_name(path)
    return Document(
        path=path,
        chunks=tuple(_chunk(source, piece, index, title) for index, piece in enumerate(cut)),
        title=title,
        category=category_of(path),
        topic=topic_of(path),
        tags=("code", f"lang:{grammar.name}", *tags),
    )


def _cut(
    source: Source, language: Language, grammar: Grammar, options: ParseOptions
) -> tuple[list[Piece], tuple[str, ...]]:
    """The pieces, and a tag for each thing that went otherwise than wished."""
    budget = options.max_chunk_chars
    tags: tuple[str, ...] = ()
    try:
        tree = bounded_tree(grammar.language, source.data, options.deadline_seconds)
        tags = (_DEGRADED,) if tree.root_node.has_error else ()
        definitions = find_definitions(source.data, tree, find_tags(tree, grammar.tags), language)
    except OverBoundError as over:
        return _by_lines(source, budget), (*tags, over.tag)
    cut = pieces(source, definitions, budget)
    if len(cut) > MOST_CHUNKS:
        return _by_lines(source, budget), (*tags, TOO_MANY_CHUNKS)
    return cut, tags


def _by_lines(source: Source, budget: int) -> list[Piece]:
    return by_lines(source, line_budget(budget, source.weight(0, len(source.data))))


def _chunk(source: Source, piece: Piece, index: int, title: str | None) -> Chunk:
    start, end = source.trimmed(piece.start, piece.end)
    content = source.text(start, end)
    definition = piece.definition
    heading = f"{definition.kind} {definition.name}" if definition else None
    scope = definition.scope if definition else ()
    return Chunk(
        index=index,
        content=content,
        heading=heading,
        level=piece.level,
        ancestry=scope,
        breadcrumb=breadcrumb(title, scope, heading),
        quality=quality_score(content, brief_is_fine=definition is not None),
        start_line=source.line_of(start),
        end_line=source.line_of(max(start, end - 1)),
        symbol_kind=definition.kind if definition else None,
    )

"""A grammar ready for use: what parses a language and what finds its definitions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import tree_sitter

from grooveseek.documents.code.grammar.capsule import capsule, format_version
from grooveseek.errors import ConfigError

_NEWEST = tree_sitter.LANGUAGE_VERSION


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language's parser tables and its compiled tags query."""

    language: tree_sitter.Language
    tags: tree_sitter.Query
    """Gives only definitions and their names: patterns for references and captures of other things are switched off."""
    name: str
    """What stands behind `lang:`."""
    fingerprint: str
    """Differs where another grammar may cut the same file differently."""


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What a library or a package hands over before anything of it is believed."""

    pointer: int
    """Address of the grammar's tables; not null."""
    tags_query: str
    name: str
    origin: str
    """Names the library or package in a message."""


def assemble(given: Ingredients) -> Grammar:
    """Raises `ConfigError` for a grammar of another format or a query that does not fit it."""
    found, least, most = format_version(given.pointer), tree_sitter.MIN_COMPATIBLE_LANGUAGE_VERSION, _NEWEST
    if not least <= found <= most:
        raise ConfigError(f"{given.origin}: its grammar has format {found}; formats {least} to {most} are read")
    language = tree_sitter.Language(capsule(given.pointer))
    try:
        tags = tree_sitter.Query(language, given.tags_query)
    except (tree_sitter.QueryError, ValueError) as error:
        raise ConfigError(f"{given.origin}: the grammar rejects its tags query ({error})") from error
    _keep_definitions(tags, given.tags_query.encode())
    return Grammar(language, tags, given.name, _fingerprint(language, given.tags_query))


def _keep_definitions(tags: tree_sitter.Query, source: bytes) -> None:
    # A capture that grows, such as `(comment)* @doc`, makes a query take quadratic time over a long run of comments.
    for pattern in range(tags.pattern_count):
        if b"@definition." not in source[tags.start_byte_for_pattern(pattern) : tags.end_byte_for_pattern(pattern)]:
            tags.disable_pattern(pattern)
    for name in {tags.capture_name(index) for index in range(tags.capture_count)}:
        if name != "name" and not name.startswith("definition."):
            tags.disable_capture(name)


def _fingerprint(language: tree_sitter.Language, query: str) -> str:
    # What a grammar builds is decided by its tables; nearly every change of them changes their sizes or their version.
    facts = (
        language.abi_version,
        language.semantic_version,
        language.node_kind_count,
        language.parse_state_count,
        language.field_count,
        query,
    )
    return hashlib.blake2b(repr(facts).encode(), digest_size=8).hexdigest()

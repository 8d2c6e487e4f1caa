"""A golden set as it is written, and as it is used."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grooveseek.errors import GrooveError
from grooveseek.quality.golden.yaml import read_yaml
from grooveseek.quality.refusing import is_taken, read_or_refuse
from grooveseek.search.query import compile_query

GOLDEN_NAME = ".groove-eval.yml"
GOLDEN_CAP = 1024 * 1024
_ID_LENGTH = 32


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping of the file; any other key is an error."""


class Expected(_Part, frozen=True):
    """A document that answers the question; with `heading`, only that part of it."""

    path: str
    """Relative to the knowledge base, exactly as indexed."""
    heading: str | None = None


class _Query(_Part, frozen=True):
    query: str
    expected: tuple[Expected, ...]
    id: str | None = None
    tags: tuple[str, ...] = ()


class _Defaults(_Part, frozen=True):
    """Accepted, and without effect."""

    limit: int | None = None
    rerank: bool | None = None


class _File(_Part, frozen=True):
    queries: tuple[_Query, ...]
    defaults: _Defaults | None = None


@dataclass(frozen=True, slots=True)
class GoldenQuery:
    id: str
    query: str
    expected: tuple[Expected, ...]


@dataclass(frozen=True, slots=True)
class GoldenSet:
    path: Path
    sha256: str
    """Hex digest of the file's bytes."""
    queries: tuple[GoldenQuery, ...]

    def doubts(self) -> Iterator[str]:
        """What is allowed but seldom meant, a line each."""
        for name, times in Counter(query.id for query in self.queries).items():
            if times > 1:
                yield f"the id {name!r} stands for {times} queries; runs are compared by id"
        for query in self.queries:
            if not query.query.strip():
                yield f"query {query.id!r} is empty"
            if not query.expected:
                yield f"query {query.id!r} expects nothing and is left out of every average"
            for entry, times in Counter(query.expected).items():
                if times > 1:
                    place = f"{entry.path}#{entry.heading}" if entry.heading else entry.path
                    yield f"query {query.id!r} expects {place} {times} times; recall counts each"


def load_golden(path: Path) -> GoldenSet:
    """Raises `GrooveError`: nothing there, not a file to be read, not a golden set."""
    if not is_taken(path):
        raise GrooveError(
            f"no golden file at {path} (hint: name one with --golden, or write {GOLDEN_NAME} into the knowledge base: "
            "`queries: [{query: ..., expected: [{path: ...}]}]`)"
        )
    data = read_or_refuse(path, GOLDEN_CAP)
    try:
        queries = msgspec.convert(read_yaml(data), _File).queries
    except (ValueError, msgspec.ValidationError) as error:
        raise GrooveError(f"failed to parse golden file: {path}: {error}") from error
    for query in queries:
        if compile_query(query.query).only_exclusions:
            raise GrooveError(
                f"{path}: the query {query.query!r} only excludes; add a term to search for, or quote it to search "
                "for a term that begins with a hyphen"
            )
    return GoldenSet(
        path,
        hashlib.sha256(data).hexdigest(),
        tuple(
            GoldenQuery(query.query[:_ID_LENGTH] if query.id is None else query.id, query.query, query.expected)
            for query in queries
        ),
    )

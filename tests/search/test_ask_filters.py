"""Filters through a whole search, against judging every chunk by itself."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.documents.document import Chunk, Document
from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.search.ask import ask
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from support.index import chunk, document, write_embedded
from support.models import GivenModels, HashEmbedder

FACTS = Facts(
    model="hash", dimension=64, context_mode="off", declared_fields=("status", "environment"), run_state="complete"
)
MODELS = GivenModels(HashEmbedder())
WORDS = ("rust", "tokio", "評価", "再ランキング", "async", "Ｔｏｋｉｏ", "Café", "雨")

GLOBS: dict[tuple[str, ...], Callable[[str], bool]] = {
    ("notes/**",): lambda path: path.startswith("notes/"),
    ("!notes/**",): lambda path: not path.startswith("notes/"),
    ("**", "!deep/**"): lambda path: not path.startswith("deep/"),
    ("*.md",): lambda path: path.endswith(".md"),
    ("deep/*.md",): lambda path: path.startswith("deep/") and path.endswith(".md"),
    ("{notes,deep}/**", "!**/b.md"): lambda path: path.startswith(("notes/", "deep/")) and not path.endswith("/b.md"),
    ("?.md",): lambda path: len(path) == 4,
    ("deep/x/a.md", "b.md"): lambda path: path in {"deep/x/a.md", "b.md"},
}


@dataclass(frozen=True)
class Found:
    """One chunk as it must be judged."""

    document: Document
    part: Chunk

    @property
    def key(self) -> tuple[str, str]:
        return self.document.path, self.part.content


PATHS = [f"{folder}{name}.md" for folder in ("", "notes/", "deep/", "deep/x/", "deep/y/") for name in "ab"]


@st.composite
def documents(draw: st.DrawFn) -> list[Document]:
    return [_document(draw, path) for path in draw(st.lists(st.sampled_from(PATHS), min_size=1, unique=True))]


def _document(draw: st.DrawFn, path: str) -> Document:
    folders = path.split("/")[:-1]
    parts = [
        chunk(
            f"{number} " + " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))),
            draw(st.sampled_from([None, "Async", "評価について"])),
            quality=draw(st.sampled_from([0.1, 0.3, 0.9])),
        )
        for number in range(draw(st.integers(1, 3)))
    ]
    fields = draw(
        st.lists(
            st.sampled_from([("status", "active"), ("status", "old"), ("environment", "dev"), ("environment", "prod")]),
            unique=True,
        )
    )
    return document(
        path,
        *parts,
        category=folders[0] if folders else None,
        topic=draw(st.sampled_from([None, "x", "X", "y"])),
        date=draw(st.sampled_from([None, "2026-01-01", "2026-03-01", "2026"])),
        tags=tuple(draw(st.lists(st.sampled_from(["a", "b", "A"]), unique=True))),
        fields=tuple(fields),
    )


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


TAGS = st.lists(st.sampled_from(["a", "b", "zzz"]), unique=True, max_size=2)
FIELDS = st.dictionaries(
    st.sampled_from(["status", "environment", "nope"]),
    st.lists(st.sampled_from(["active", "old", "dev", "prod"]), max_size=2, unique=True),
    max_size=2,
)
FILTERS = st.fixed_dictionaries(
    {
        "category": maybe(st.sampled_from(["notes", "deep", "Notes"])),
        "topic": maybe(st.sampled_from(["x", "y"])),
        "path_globs": maybe(st.sampled_from(list(GLOBS))),
        "tags_any": maybe(TAGS),
        "tags_all": maybe(TAGS),
        "date_from": maybe(st.sampled_from(["2026", "2026-02-01"])),
        "date_to": maybe(st.sampled_from(["2026-01-01", "2026-12-31"])),
        "fields": maybe(FIELDS),
        "fields_not": maybe(FIELDS),
        "min_quality": maybe(st.sampled_from([0.0, 0.2, 0.5])),
        "include_low_quality": maybe(st.booleans()),
    }
)
EXCLUDED = st.lists(st.sampled_from(["tokio", "async", "再ランキング", "cafe"]), max_size=2, unique=True)


def passes(found: Found, filters: dict[str, Any], excluded: Sequence[str]) -> bool:
    """Each rule as the documentation of searches words it, one by one."""
    owner = found.document
    holds = {name: {value for key, value in owner.fields if key == name} for name in ("status", "environment", "nope")}
    quality = 0.0 if filters["include_low_quality"] else filters["min_quality"]
    threshold = 0.3 if quality is None else quality
    said = plain(f"{found.part.heading or ''}\n{found.part.content}")
    rules = [
        filters["category"] in (None, owner.category),
        filters["topic"] in (None, owner.topic),
        not filters["path_globs"] or GLOBS[filters["path_globs"]](owner.path),
        not filters["tags_any"] or bool(set(filters["tags_any"]) & set(owner.tags)),
        set(filters["tags_all"] or ()) <= set(owner.tags),
        filters["date_from"] is None or (owner.date is not None and owner.date >= filters["date_from"]),
        filters["date_to"] is None or (owner.date is not None and owner.date <= filters["date_to"]),
        all(holds[key] & set(values) for key, values in (filters["fields"] or {}).items() if values),
        not any(holds[key] & set(values) for key, values in (filters["fields_not"] or {}).items()),
        found.part.quality >= threshold,
        not any(word in said for word in excluded),
        "再ランキング" not in excluded or "ランキング" not in said,
    ]
    return all(rules)


def plain(text: str) -> str:
    """What the words of these tests have in common in every spelling."""
    return text.replace("Ｔｏｋｉｏ", "tokio").replace("Café", "cafe").lower()


@contextmanager
def indexed(written: Sequence[Document]) -> Iterator[Index]:
    with tempfile.TemporaryDirectory() as folder:
        index = open_index(Path(folder) / "notes.db", create=True)
        index.record(FACTS)
        for each in written:
            write_embedded(index, each)
        yield index
        index.close()


@given(documents(), st.lists(st.tuples(FILTERS, EXCLUDED, st.sampled_from(["rust 評価", "雨", ""])), max_size=6))
@settings(max_examples=40, deadline=None)
def test_a_search_finds_exactly_what_every_filter_lets_through(
    written: list[Document], questions: list[tuple[dict[str, Any], list[str], str]]
) -> None:
    everything = [Found(each, part) for each in written for part in each.chunks]
    with indexed(written) as index:
        for filters, excluded, asked in questions:
            query = " ".join((asked or "zzz", *(f"-{word}" for word in excluded)))
            allowed = {found.key for found in everything if passes(found, filters, excluded)}
            for limit in (1000, 2):
                request = resolve(SearchArguments(query, limit=limit, **filters), SearchSettings())
                hits = [(hit.path, hit.content) for hit in ask(index, MODELS, request).hits]

                assert set(hits) <= allowed
                assert len(set(hits)) == len(hits) == min(limit, len(allowed))

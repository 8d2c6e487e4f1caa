"""Filters are judged inside both legs, exactly, at any selectivity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grooveseek.documents.document import Chunk, Document
from grooveseek.errors import InvalidRequestError
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, Facts, TextQuery
from support.index import chunk, document, paths_of, write_embedded
from support.models import HashEmbedder


def _by_words(index: Index, where: ChunkFilter) -> list[str]:
    with index.snapshot() as snapshot:
        return sorted(paths_of(snapshot, snapshot.text_candidates(TextQuery(("common",)), where, 10_000)))


def _by_meaning(index: Index, where: ChunkFilter) -> list[str]:
    with index.snapshot() as snapshot:
        query = HashEmbedder().embed_query("common")
        return sorted(paths_of(snapshot, snapshot.vector_candidates(query, where, 10_000)))


def _both(index: Index, where: ChunkFilter) -> list[str]:
    found = _by_words(index, where)
    assert _by_meaning(index, where) == found
    return found


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        (("docs/**",), ["docs/a.md", "docs/draft/b.md"]),
        (("docs/**", "!docs/draft/**"), ["docs/a.md"]),
        (("!docs/draft/**",), ["docs/a.md", "notes/c.md"]),
        (("docs/*.md",), ["docs/a.md", "docs/draft/b.md"]),
        (("docs/{a,x}.md",), ["docs/a.md"]),
        (("nowhere/**",), []),
    ],
)
def test_path_globs(index: Index, globs: tuple[str, ...], expected: list[str]) -> None:
    for path in ("docs/a.md", "docs/draft/b.md", "notes/c.md"):
        write_embedded(index, document(path, "common text"))
    assert _both(index, ChunkFilter(path_globs=globs)) == expected


def test_an_unreadable_glob_is_refused(index: Index) -> None:
    write_embedded(index, document("a.md", "common text"))
    with pytest.raises(InvalidRequestError, match=r"\[a"):
        _both(index, ChunkFilter(path_globs=("[a",)))


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (ChunkFilter(fields={"status": ["active"]}), ["a.md"]),
        (ChunkFilter(fields={"status": ["active", "deprecated"]}), ["a.md", "b.md"]),
        (ChunkFilter(fields={"status": ["active"], "environment": ["prod"]}), ["a.md"]),
        (ChunkFilter(fields_not={"status": ["deprecated"]}), ["a.md", "c.md"]),
        (ChunkFilter(fields_not={"status": ["deprecated"], "environment": ["prod"]}), ["c.md"]),
        (ChunkFilter(fields={"nope": ["x"]}), []),
        (ChunkFilter(fields_not={"nope": ["x"]}), ["a.md", "b.md", "c.md"]),
        (ChunkFilter(fields={"hidden": ["yes"]}), []),
        (ChunkFilter(fields_not={"hidden": ["yes"]}), ["a.md", "b.md", "c.md"]),
        (ChunkFilter(fields={"status": []}, fields_not={"status": []}), ["a.md", "b.md", "c.md"]),
        (ChunkFilter(fields={"status": ["Active"]}), []),
        (ChunkFilter(fields={"tags": ["t"]}), []),
    ],
)
def test_frontmatter_fields(index: Index, where: ChunkFilter, expected: list[str]) -> None:
    index.record(Facts(declared_fields=("environment", "status")))
    fields = {
        "a.md": (("status", "active"), ("environment", "dev"), ("environment", "prod"), ("hidden", "yes")),
        "b.md": (("status", "deprecated"),),
        "c.md": (),
    }
    for path, values in fields.items():
        write_embedded(index, document(path, "common text", fields=values, tags=("t",)))
    assert _both(index, where) == expected
    with index.snapshot() as snapshot:
        assert dict(snapshot.field_counts()) == {"environment": 2, "status": 2}


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (ChunkFilter(category="x"), ["x/1.md", "x/2.md"]),
        (ChunkFilter(category="X"), []),
        (ChunkFilter(topic="t"), ["x/2.md"]),
        (ChunkFilter(tags_any=("2017", "nope")), ["x/1.md"]),
        (ChunkFilter(tags_any=("2017", "b")), ["x/1.md", "y/3.md"]),
        (ChunkFilter(tags_all=("a", "b")), ["y/3.md"]),
        (ChunkFilter(date_from="2026-01-02"), ["x/2.md", "y/3.md"]),
        (ChunkFilter(date_to="2026-01-02"), ["x/1.md", "x/2.md"]),
        (ChunkFilter(date_from="2026-01-02", date_to="2026-01-02"), ["x/2.md"]),
        (ChunkFilter(date_from="2026/01/01"), []),
        (ChunkFilter(category="x", tags_any=("a",)), ["x/1.md"]),
    ],
)
def test_document_columns_and_tags(index: Index, where: ChunkFilter, expected: list[str]) -> None:
    write_embedded(index, document("x/1.md", "common", category="x", date="2026-01-01", tags=("2017", "a")))
    write_embedded(index, document("x/2.md", "common", category="x", topic="t", date="2026-01-02"))
    write_embedded(index, document("y/3.md", "common", category="y", date="2026-01-03", tags=("b", "a")))
    write_embedded(index, document("none.md", "common"))
    assert _both(index, where) == expected


def test_a_changed_document_is_filtered_by_what_it_says_now(index: Index) -> None:
    write_embedded(index, document("a.md", "common", tags=("old",), category="c"))
    write_embedded(index, document("a.md", "common", tags=("new",), category="d"))
    assert _both(index, ChunkFilter(tags_any=("old",))) == []
    assert _both(index, ChunkFilter(category="c")) == []
    assert _both(index, ChunkFilter(tags_any=("new",), category="d")) == ["a.md"]


def test_quality_is_judged_per_chunk(index: Index) -> None:
    write_embedded(index, document("a.md", chunk("common 1", quality=0.3), chunk("common 2", quality=0.29)))
    write_embedded(index, document("b.md", chunk("common 3", quality=1.0)))
    assert _both(index, ChunkFilter(min_quality=0.3)) == ["a.md", "b.md"]
    assert _both(index, ChunkFilter(min_quality=0.31)) == ["b.md"]
    assert _both(index, ChunkFilter(min_quality=0.0)) == ["a.md", "a.md", "b.md"]
    assert _both(index, ChunkFilter(min_quality=0.3, category="x")) == []
    with index.snapshot() as snapshot:
        assert snapshot.quality_counts(0.3) == (2, 1)


def test_the_breadcrumb_is_judged_by_exclusions_only_where_it_is_context(index: Index) -> None:
    write_embedded(index, document("a.md", chunk("common", breadcrumb="Zebra > common")))
    without = ChunkFilter(excluded_phrases=("zebra",))
    assert _both(index, without) == ["a.md"]
    index.record(Facts(context_mode="static"))
    assert _both(index, without) == []


def test_five_notes_beside_five_thousand_all_come_back(index: Index) -> None:
    embedder = HashEmbedder(dimension=16)
    for number in range(50):
        texts = [f"the common words of note {row}" for row in range(100)]
        write_embedded(index, document(f"a/{number}.md", *texts, category="a"), embedder)
    write_embedded(index, document("b/x.md", *["the common words"] * 5, category="b"), embedder)
    index.compact()
    with index.snapshot() as snapshot:
        where = ChunkFilter(category="b")
        assert len(snapshot.text_candidates(TextQuery(("common words",)), where, 50)) == 5
        assert len(snapshot.vector_candidates(embedder.embed_query("common"), where, 50)) == 5


_WORDS = ("common", "lion", "tiger", "評価")
_KEYS = ("status", "env")
_VALUES = ("a", "b")


def _subsets(values: Sequence[str], most: int = 2) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), max_size=most, unique=True).map(tuple)


def _fields() -> st.SearchStrategy[Mapping[str, Sequence[str]]]:
    return st.dictionaries(st.sampled_from(_KEYS), _subsets(_VALUES).map(list), max_size=2)


def _documents() -> st.SearchStrategy[Sequence[Document]]:
    chunks = st.builds(
        lambda words, quality: chunk("common " + " ".join(words), words[0] if words else None, quality=quality),
        _subsets(_WORDS, 3),
        st.sampled_from((0.1, 0.3, 1.0)),
    )
    one = st.builds(
        lambda parts, more: document("", *parts, **more),
        st.lists(chunks, min_size=1, max_size=3),
        st.fixed_dictionaries(
            {
                "category": st.sampled_from((None, "x", "y")),
                "topic": st.sampled_from((None, "t", "")),
                "date": st.sampled_from((None, "2026-01-01", "2026-02-01", "2026-02-01T10:00:00Z")),
                "tags": _subsets(_VALUES),
                "fields": st.lists(st.tuples(st.sampled_from(_KEYS), st.sampled_from(_VALUES)), max_size=3).map(tuple),
            }
        ),
    )
    return st.lists(one, min_size=1, max_size=8).map(
        lambda found: [replace(item, path=f"{'ab'[row % 2]}/{row}.md") for row, item in enumerate(found)]
    )


def _filters() -> st.SearchStrategy[ChunkFilter]:
    return st.builds(
        ChunkFilter,
        category=st.sampled_from((None, None, "x", "z")),
        topic=st.sampled_from((None, None, "t", "")),
        tags_any=_subsets(_VALUES),
        tags_all=_subsets(_VALUES, 1),
        date_from=st.sampled_from((None, None, "2026-01-15")),
        date_to=st.sampled_from((None, None, "2026-02-01")),
        path_globs=st.sampled_from(((), ("a/**",), ("!a/**",), ("*/{1,2}.md",))),
        fields=_fields(),
        fields_not=_fields(),
        min_quality=st.sampled_from((0.0, 0.3, 0.5)),
        excluded_phrases=_subsets(_WORDS[1:3], 1),
    )


def _passes(owner: Document, part: Chunk, where: ChunkFilter) -> bool:
    """The filter, judged one chunk at a time."""
    held = {key: [value for name, value in owner.fields if name == key] for key in _KEYS}
    included = {"a/**": owner.path[0] == "a", "!a/**": owner.path[0] != "a", "*/{1,2}.md": owner.path[2:3] in "12"}
    return (
        (where.category is None or owner.category == where.category)
        and (where.topic is None or owner.topic == where.topic)
        and (not where.tags_any or bool(set(where.tags_any) & set(owner.tags)))
        and set(where.tags_all) <= set(owner.tags)
        and (where.date_from is None or (owner.date is not None and owner.date >= where.date_from))
        and (where.date_to is None or (owner.date is not None and owner.date <= where.date_to))
        and all(included[pattern] for pattern in where.path_globs)
        and all(not values or set(values) & set(held[key]) for key, values in where.fields.items())
        and not any(set(values) & set(held[key]) for key, values in where.fields_not.items())
        and part.quality >= where.min_quality
        and not any(word in f"{part.heading}\n{part.content}" for word in where.excluded_phrases)
    )


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(found=_documents(), asked=st.lists(_filters(), min_size=4, max_size=8))
def test_any_filter_equals_judging_every_chunk(
    index: Index, found: Sequence[Document], asked: Sequence[ChunkFilter]
) -> None:
    with index.snapshot() as snapshot:
        before = list(snapshot.files())
    index.remove_documents(before)
    index.record(Facts(declared_fields=_KEYS))
    for item in found:
        write_embedded(index, item)
    for where in asked:
        expected = sorted(item.path for item in found for part in item.chunks if _passes(item, part, where))
        assert _both(index, where) == expected

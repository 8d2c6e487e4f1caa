from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grooveseek.errors import InvalidRequestError
from grooveseek.index.identity import IdentityMismatchError
from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.search.answer import Answer, ExpandedFrom, Lines, Span
from grooveseek.search.ask import ask
from grooveseek.search.query import compile_query
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from support.index import chunk, document, write, write_embedded
from support.models import GivenModels, HashEmbedder, OverlapReranker

FACTS = Facts(model="hash", dimension=64, context_mode="off", declared_fields=("status",), run_state="complete")
SETTINGS = SearchSettings()
MODELS = GivenModels(HashEmbedder(), OverlapReranker())


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = open_index(tmp_path / "notes.db", create=True)
    opened.record(FACTS)
    yield opened
    opened.close()


def asked(
    index: Index, query: str, models: GivenModels = MODELS, settings: SearchSettings = SETTINGS, **arguments: Any
) -> Answer:
    return ask(index, models, resolve(SearchArguments(query, **arguments), settings))


def paths(answer: Answer) -> list[str]:
    return [hit.path for hit in answer.hits]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def write_vehicles(index: Index) -> None:
    write_embedded(index, document("bikes.md", "Repair a puncture of a bicycle tyre", title="Bikes"))
    write_embedded(index, document("boats.md", "Sail a boat across the wind", title="Boats", tags=("water",)))
    write_embedded(index, document("trains.md", "列車の時刻表と乗り換え", title="Trains"))


def test_the_chunk_that_shares_words_and_meaning_comes_first(index: Index) -> None:
    write_vehicles(index)

    answer = asked(index, "bicycle puncture")

    assert paths(answer)[0] == "bikes.md"
    first = answer.hits[0]
    assert first.score > answer.hits[1].score
    assert (first.title, first.heading, first.content) == ("Bikes", None, "Repair a puncture of a bicycle tyre")
    assert first.match_spans == (Span(9, 17), Span(23, 30))
    assert first.expanded_from is None
    assert answer.notices == ()


def test_japanese_is_found_and_highlighted(index: Index) -> None:
    write_vehicles(index)

    first = asked(index, "時刻表").hits[0]

    assert first.path == "trains.md"
    assert first.match_spans is None
    assert first.highlights == (Span(9, 18),)


@pytest.mark.parametrize("word", ["用户", "数据", "雨", "db", "C", "AI", "評価", "C#"])
def test_words_under_three_characters_are_found(index: Index, word: str) -> None:
    write_embedded(index, document("other.md", "Something else entirely, calculated and said in Japan"))
    write_embedded(index, document("here.md", f"これは {word} の話"))

    answer = asked(index, word)

    assert paths(answer)[0] == "here.md"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("multi-agent", "a multi-agent system"),
        ("a'b", "the a'b case"),
        ("TODO: fix", "TODO: fix it"),
        ("grammar::fa", "see grammar::fasta"),
        ('"1.0.21"', "release 1.0.21 is out"),
        ("NEAR(", "NEAR( is an operator"),
        ("AND", "salt AND pepper"),
        ('foo"', 'foo" bar'),
        ("Привет", "Привет, мир"),
        ("สวัสดี", "สวัสดีครับ"),
        ("한국어", "한국어 문서"),
        ("नमस्ते", "नमस्ते दुनिया"),
        ("שלום", "שלום עולם"),
        ("🎉", "party 🎉 time"),
    ],
)
def test_no_query_is_an_error_and_the_words_are_found(index: Index, query: str, text: str) -> None:
    write(index, document("here.md", text))
    write(index, document("other.md", "unrelated 無関係"))

    assert paths(asked(index, query)) == ["here.md"]


def test_a_star_alone_is_searched_by_meaning(index: Index) -> None:
    write_vehicles(index)

    assert len(asked(index, "*").hits) == 3


def test_an_empty_query_is_searched_by_meaning(index: Index) -> None:
    write_vehicles(index)

    answer = asked(index, "  ")

    assert len(answer.hits) == 3
    assert answer.hits[0].match_spans is None


@pytest.mark.parametrize("query", ["", "  ", "\u3000", "-", '""', "。", "?!", "=>"])
def test_a_query_without_a_word_says_that_it_asks_nothing(query: str, index: Index) -> None:
    write_vehicles(index)

    answer = asked(index, query)

    assert answer.low_confidence
    assert codes(answer) == ["blank-query"]


def test_a_quoted_phrase_that_nobody_wrote_is_told(index: Index) -> None:
    write_vehicles(index)

    answer = asked(index, '"puncture of a boat" bicycle')

    assert paths(answer)[0] == "bikes.md"
    assert codes(answer) == ["phrase-not-found"]
    assert '"puncture of a boat" is' in answer.notices[0].message
    assert codes(asked(index, '"puncture of a bicycle"')) == []


def test_a_true_word_added_never_empties_the_result(index: Index) -> None:
    write(index, document("here.md", "the watch function observes a source"))

    assert paths(asked(index, "watch")) == ["here.md"]
    assert paths(asked(index, "watch observes")) == ["here.md"]
    assert paths(asked(index, "watch nonexistentword")) == ["here.md"]


def test_excluded_words_are_dropped_from_both_legs(index: Index) -> None:
    write_embedded(index, document("1.md", chunk("rust tokio runtime", "Rust")))
    write_embedded(index, document("2.md", chunk("rust tokio", "Async")))
    write_embedded(index, document("3.md", chunk("rust sync io", "x")))
    write_embedded(index, document("4.md", chunk("Tokio ASYNC", "x")))

    answer = asked(index, 'rust tokio -async -"sync io"')

    assert paths(answer) == ["1.md"]
    assert answer.filter_applied.excluded_terms == ("async", "sync io")


def test_composed_and_decomposed_spellings_find_each_other(index: Index) -> None:
    write(index, document("nfd.md", "コ\u3099ミ\u306e\u65e5 カ\u3099ラス工房"))
    write(index, document("nfc.md", "ガラス工房"))

    assert set(paths(asked(index, "ガラス工房"))) == {"nfd.md", "nfc.md"}
    assert set(paths(asked(index, "カ\u3099ラス工房"))) == {"nfd.md", "nfc.md"}


def test_filters_come_before_the_ranking(index: Index) -> None:
    for number in range(10):
        write_embedded(index, document(f"a/{number}.md", *["the same words here"] * 500, category="a"))
    for number in range(5):
        write_embedded(index, document(f"b/{number}.md", "the same words here", category="b"))

    assert len(asked(index, "same words", category="b").hits) == 5
    assert len(asked(index, "same words", category="b", limit=50).hits) == 5


def test_low_quality_is_left_out_unless_wanted(index: Index) -> None:
    write_embedded(index, document("stub.md", chunk("a short stub", quality=0.1)))

    assert paths(asked(index, "short stub")) == []
    assert paths(asked(index, "short stub", include_low_quality=True)) == ["stub.md"]


def test_a_limit_of_zero_gives_an_empty_answer(index: Index) -> None:
    write_vehicles(index)

    answer = asked(index, "bicycle", limit=0)

    assert (answer.hits, answer.low_confidence) == ((), False)


def test_an_index_without_text_says_so(index: Index) -> None:
    answer = asked(index, "anything")

    assert answer.hits == ()
    assert codes(answer) == ["empty-index"]


def test_without_a_model_the_words_answer_and_say_so(index: Index) -> None:
    write_vehicles(index)

    answer = asked(index, "bicycle", GivenModels(None))

    assert paths(answer) == ["bikes.md"]
    assert codes(answer) == ["words-only"]


def test_chunks_whose_vectors_are_missing_are_told(index: Index) -> None:
    write_vehicles(index)
    write(index, document("new.md", "not embedded yet"))

    answer = asked(index, "embedded")

    assert "new.md" in paths(answer)
    assert codes(answer) == ["vectors-pending"]
    assert "1 of 4" in answer.notices[0].message


def test_no_model_is_asked_for_while_nothing_is_embedded(index: Index) -> None:
    write(index, document("new.md", "not embedded yet"))
    embedder = HashEmbedder()

    assert paths(asked(index, "embedded", GivenModels(embedder))) == ["new.md"]
    assert embedder.queries == []


def test_the_embedder_sees_the_query_without_its_exclusions(index: Index) -> None:
    write_vehicles(index)
    embedder = HashEmbedder()

    asked(index, "bicycle -boat", GivenModels(embedder))

    assert embedder.queries == ["bicycle"]


def test_another_model_than_the_one_that_built_the_index_is_refused(index: Index) -> None:
    write_vehicles(index)

    with pytest.raises(IdentityMismatchError, match=r"hash \(64 dimensions\).*other \(64 dimensions\)"):
        asked(index, "bicycle", GivenModels(HashEmbedder(identity="other")))


@pytest.mark.parametrize("parameter", ["fields", "fields_not"])
def test_a_field_filter_needs_a_recorded_set_of_keys(index: Index, parameter: str) -> None:
    write_vehicles(index)
    index.record(replace(FACTS, declared_fields=None))
    embedder = HashEmbedder()
    given: dict[str, Any] = {parameter: {"status": ["active"]}}

    with pytest.raises(InvalidRequestError, match="groove index"):
        asked(index, "bicycle", GivenModels(embedder), **given)
    assert embedder.queries == []


def test_fields_filter_by_frontmatter(index: Index) -> None:
    write_embedded(index, document("a.md", "same words", fields=(("status", "active"),)))
    write_embedded(index, document("b.md", "same words", fields=(("status", "deprecated"),)))
    write_embedded(index, document("c.md", "same words"))

    assert paths(asked(index, "words", fields={"status": ["active"]})) == ["a.md"]
    assert paths(asked(index, "words", fields_not={"status": ["deprecated"]})) == ["a.md", "c.md"]
    assert paths(asked(index, "words", fields={"nope": ["x"]})) == []


def test_a_reranker_reorders_and_scores(index: Index) -> None:
    write_embedded(index, document("a.md", "wind wind wind wind"))
    write_embedded(index, document("b.md", "sail across the wind"))

    answer = asked(index, "sail across the wind", settings=replace(SETTINGS, reranker=True, rerank=True))

    assert paths(answer) == ["b.md", "a.md"]
    assert answer.hits[0].score == pytest.approx(5.0)
    assert answer.hits[1].score < 0


def test_diversity_drops_what_says_the_same(index: Index) -> None:
    for name in ("1.md", "2.md", "3.md"):
        write_embedded(index, document(name, "sail across the wind"))
    write_embedded(index, document("4.md", "sail a dinghy at sea"))

    answer = asked(index, "sail across the wind", mmr=True, mmr_lambda=0.3, limit=2)

    assert paths(answer) == ["1.md", "4.md"]


def test_the_parent_retriever_widens_a_hit(index: Index) -> None:
    chapter = [chunk(f"{word} " + "text " * 100, "H", level=2) for word in ("alpha", "beta", "gamma")]
    write_embedded(index, document("book.md", *chapter))

    [first, *_] = asked(index, "beta", parent_retriever=True, limit=1).hits

    assert first.expanded_from == ExpandedFrom("adjacent", 0, 2)
    assert first.content.startswith("alpha")
    assert first.highlights == first.match_spans == (Span(508, 512),)


def test_a_widened_hit_does_not_show_an_excluded_word(index: Index) -> None:
    chapter = [chunk(f"{word} " + "text " * 100, "H", level=2) for word in ("alpha", "beta", "gamma")]
    write_embedded(index, document("book.md", *chapter))

    [first] = asked(index, "beta -gamma", parent_retriever=True, limit=1).hits

    assert first.expanded_from == ExpandedFrom("adjacent", 0, 1)


def test_lines_are_those_of_what_is_shown(index: Index) -> None:
    parts = [
        chunk("alpha " + "text " * 100, start_line=1, end_line=9),
        chunk("beta " + "text " * 100, start_line=10, end_line=19),
    ]
    write_embedded(index, document("notes.md", *parts))

    [narrow] = asked(index, "beta", limit=1).hits
    [wide] = asked(index, "beta", limit=1, parent_retriever=True).hits

    assert (narrow.lines, narrow.start_line, narrow.end_line) == (Lines(10, 19), None, None)
    assert wide.lines == Lines(1, 19)


def test_source_code_has_its_own_line_fields(index: Index) -> None:
    parts = [
        chunk("fn alpha() {}", start_line=1, end_line=9, symbol_kind="function"),
        chunk("fn beta() {}", start_line=10, end_line=19, symbol_kind="function"),
    ]
    write_embedded(index, document("src/main.rs", *parts))

    [narrow] = asked(index, "beta", limit=1).hits
    [wide] = asked(index, "beta", limit=1, parent_retriever=True).hits

    assert (narrow.start_line, narrow.end_line, narrow.symbol_kind) == (10, 19, "function")
    assert (wide.start_line, wide.end_line, wide.symbol_kind) == (1, 19, None)


def test_what_resolving_had_to_say_comes_with_the_answer(index: Index) -> None:
    write_vehicles(index)

    told = codes(asked(index, "bicycle", mmr_lambda=0.5, date_from="soon"))
    assert told == ["parameter-ignored", "date-bound", "filters-leave-nothing"]


def test_many_threads_ask_at_once(index: Index) -> None:
    write_vehicles(index)
    start = threading.Barrier(8)

    def one(number: int) -> list[str]:
        start.wait()
        return paths(asked(index, "bicycle puncture" if number % 2 else "時刻表"))[:1]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(one, range(8)))

    assert found == [["trains.md"], ["bikes.md"]] * 4


@given(
    st.text(
        st.one_of(st.sampled_from("\"-*()^:{}+ \u3000\0'評価のAランﾝ🎉"), st.characters(exclude_categories=["Cs"])),
        max_size=40,
    )
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_text_can_be_asked(index: Index, query: str) -> None:
    if not index.revision() or not asked(index, "").hits:
        write_vehicles(index)
    if compile_query(query).only_exclusions:
        return

    answer = asked(index, query, parent_retriever=True)

    for hit in answer.hits:
        data = hit.content.encode()
        for span in (*(hit.match_spans or ()), *(hit.highlights or ())):
            assert data[span.start : span.end].decode()


def test_gibberish_is_of_low_confidence_and_a_question_on_the_topic_is_not(index: Index) -> None:
    write_vehicles(index)

    assert asked(index, "zzzqqx wibblefrotz").low_confidence
    assert not asked(index, "bicycle puncture").low_confidence
    assert asked(index, "zzzqqx bicycle wibblefrotz", GivenModels(None)).low_confidence
    assert not asked(index, "bicycle puncture", GivenModels(None)).low_confidence


def test_an_answer_without_hits_is_not_called_doubtful(index: Index) -> None:
    write_vehicles(index)

    for answer in (asked(index, "bicycle", category="none"), asked(index, "zzzqqx", date_from="2026-01-01")):
        assert (answer.hits, answer.low_confidence) == ((), False)
    words_alone = asked(index, "zzzqqx wibblefrotz", GivenModels(None))
    assert (words_alone.hits, words_alone.low_confidence) == ((), False)


def test_the_ratio_moves_the_cut_and_zero_switches_it_off(index: Index) -> None:
    write_vehicles(index)

    assert asked(index, "bicycle puncture", min_confidence_ratio=3.1).low_confidence
    assert not asked(index, "zzzqqx wibblefrotz", min_confidence_ratio=0.0).low_confidence
    assert asked(index, "bicycle", min_confidence_ratio=0.0).filter_applied.min_confidence_ratio == 0.0


def test_a_reranker_does_not_move_the_confidence(index: Index) -> None:
    write_vehicles(index)
    reranking = replace(SETTINGS, reranker=True, rerank=True)

    assert asked(index, "zzzqqx wibblefrotz", settings=reranking).low_confidence
    assert not asked(index, "bicycle puncture", settings=reranking).low_confidence

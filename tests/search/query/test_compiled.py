from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.query import compile_query
from grooveseek.search.query.segments import scan
from support.search import fts_expression

EXPRESSIONS = [
    ("再ランキングの評価について", '"再ランキング" OR "ランキング" OR "の評価" OR "について"'),
    ("retry budget の設定", '"retry" OR "budget" OR "の設定"'),
    ('"Foundry Local" の設定', '"Foundry Local" OR "の設定"'),
    ('"再ランキングの評価について"', '"再ランキングの評価について"'),
    ("E0382", '"E0382"'),
    ("暗号化", '"暗号化"'),
    ("評価は", '"評価は"'),
    ("システム化", '"システム化" OR "システム"'),
    ("の再ランキング", '"の再ランキング" OR "ランキング"'),
    ("の評価は", '"の評価は" OR "の評価"'),
    ("再ランキング化", '"再ランキング化" OR "再ランキング" OR "ランキング"'),
    ("API の使い方", '"API" OR "の使い方" OR "の使い"'),
    ("ベクトル検索とBM25", '"ベクトル" OR "検索と" OR "BM25"'),
    ("MCPサーバの設定", '"MCP" OR "サーバ" OR "の設定"'),
    ("ＡＢＣ検索", '"ＡＢＣ検索" OR "ＡＢＣ"'),
    ("abcｶﾀｶﾅ", '"abc" OR "ｶﾀｶﾅ"'),
    ("あ亜ア", '"あ亜ア"'),
    ("サーバー", '"サーバー"'),
    ("代々木", '"代々木"'),
    ("한국어 Привет", '"한국어" OR "Привет"'),
    ("sqlite-vec", '"sqlite-vec"'),
    ("クロス・エンコーダ", '"クロス・エンコーダ"'),
    ("クロス･エンコーダ", '"クロス" OR "エンコーダ"'),
    ("評価・分析", '"評価・分析" OR "評価・"'),
    ("評価･分析", '"評価･分析"'),
    ("𠮷野家", '"𠮷野家"'),
    ("𠮷野家具店", '"𠮷野家具店" OR "野家具店"'),
    ("東京〇丁目", '"東京〇丁目" OR "東京〇"'),
    ("AI について", '"について"'),
    ('"AI について"', '"AI について"'),
    ("ML pipelines", '"pipelines"'),
    ("Rust 1.80 の async", '"Rust" OR "async"'),
    ("再 ランキング", '"ランキング"'),
    ('再"ランキング"', '"ランキング"'),
    ('"ランキング"化', '"ランキング"'),
    ('"ab" テスト', '"テスト"'),
    ('"" テスト', '"テスト"'),
    ("ランキング 再ランキング", '"ランキング" OR "再ランキング"'),
    ("abc abc def", '"abc" OR "def"'),
    ('"say ""hi"""', '"say ""hi"""'),
    ('"ab""cd"', '"ab""cd"'),
    ('abc "def', '"abc" OR "def"'),
    ('foo "bar" AND', '"foo" OR "bar" OR "AND"'),
    ("heading:foo", '"heading" OR "foo"'),
    ("rust、tokio", '"rust" OR "tokio"'),
    ("---", '"---"'),
    ("AI と ML", '"AI と ML"'),
    ("!!! ??? 、。", '"!!! ??? 、。"'),
    ("C++", '"C++"'),
    ('""""', '"' + '"' * 8 + '"'),
    ("ab", None),
    (" a ", None),
    ("--", None),
    ("", None),
    ("   ", None),
    ('"a\0bc"', None),
]

EXCLUSIONS = [
    ("rust -async", '("rust") NOT ("async")', ["async"], "rust"),
    ("-async rust", '("rust") NOT ("async")', ["async"], "rust"),
    (
        'rust tokio -async -"sync io"',
        '("rust" OR "tokio") NOT ("async" OR "sync io")',
        ["async", "sync io"],
        "rust tokio",
    ),
    ('foo -"bar baz" qux', '("foo" OR "qux") NOT ("bar baz")', ["bar baz"], "foo qux"),
    ("検索 -再ランキング", None, ["再ランキング", "ランキング"], "検索"),
    ('全文検索 -"再ランキング"', '("全文検索") NOT ("再ランキング")', ["再ランキング"], "全文検索"),
    ("再ランキング　-評価軸", '("再ランキング" OR "ランキング") NOT ("評価軸")', ["評価軸"], "再ランキング"),
    ("foo -ab", '"foo"', [], "foo"),
    ("a -b c", None, [], "a c"),
    ("a -b -c", None, [], "a"),
    ("xy -abc z", None, ["abc"], "xy z"),
    ("AI と ML -foo", '("AI と ML") NOT ("foo")', ["foo"], "AI と ML"),
    ("-foo,bar qux", '("qux") NOT ("foo" OR "bar")', ["foo", "bar"], "qux"),
    ('-foo"bar baz"', '("baz") NOT ("foo" OR "bar")', ["foo", "bar"], 'baz"'),
    ("foo,-bar", '"foo" OR "-bar"', [], "foo,-bar"),
    ('"foo"-bar', '"foo" OR "-bar"', [], '"foo"-bar'),
    ('"-foo"', '"-foo"', [], '"-foo"'),
    ("--foo", '"--foo"', [], "--foo"),
    ("- foo", '"foo"', [], "- foo"),
    ("foo -", '"foo"', [], "foo -"),
    ('-"abc', '"abc"', [], '-"abc'),
    ('rust "async -tokio', '"rust" OR "async" OR "-tokio"', [], 'rust "async -tokio'),
]


@pytest.mark.parametrize(("query", "expression"), EXPRESSIONS)
def test_a_query_becomes_phrases(query: str, expression: str | None) -> None:
    compiled = compile_query(query)

    assert fts_expression(compiled) == expression
    assert compiled.positive_text == query


@pytest.mark.parametrize(("query", "expression", "excluded", "positive"), EXCLUSIONS)
def test_a_leading_hyphen_excludes(query: str, expression: str | None, excluded: list[str], positive: str) -> None:
    compiled = compile_query(query)

    assert fts_expression(compiled) == expression
    assert list(compiled.excluded) == excluded
    assert compiled.positive_text == positive
    assert not compiled.only_exclusions


@pytest.mark.parametrize("query", ["-async", "-ab", '-"x" -y', "  -async  "])
def test_a_query_that_only_excludes_is_marked(query: str) -> None:
    assert compile_query(query).only_exclusions


@pytest.mark.parametrize("query", ["", " ", "-", "--", '""'])
def test_a_query_without_exclusions_is_not_marked(query: str) -> None:
    assert not compile_query(query).only_exclusions


def test_the_first_32_phrases_are_kept_and_the_others_counted() -> None:
    compiled = compile_query(" ".join(f"w{number:02}" for number in range(40)))

    assert compiled.phrases == tuple(f"w{number:02}" for number in range(32))
    assert compiled.dropped_phrases == 8


def test_repetitions_are_dropped_before_the_cap() -> None:
    compiled = compile_query("again " * 40 + "behind")

    assert compiled.phrases == ("again", "behind")
    assert compiled.dropped_phrases == 0


def test_exclusions_have_a_cap_of_their_own() -> None:
    compiled = compile_query("word " + " ".join(f"-w{number:02}" for number in range(35)))

    assert compiled.excluded == tuple(f"w{number:02}" for number in range(32))
    assert compiled.dropped_exclusions == 3
    assert compiled.dropped_phrases == 0


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("tokio spawn", ("tokio", "spawn")),
        ('"Foundry Local" Foundry', ("Foundry Local", "Foundry")),
        ("ML pipelines", ("pipelines",)),
        ("a ab", ("a", "ab")),
        ("C++", ("C++",)),
        ("AI と ML -foo", ("AI", "と", "ML")),
        ('foo -"bar"-baz', ("foo", "-baz")),
        ("", ()),
    ],
)
def test_span_terms_are_the_phrases_or_else_the_words(query: str, terms: tuple[str, ...]) -> None:
    assert compile_query(query).span_terms == terms


def test_a_decomposed_word_is_one_run() -> None:
    assert compile_query("カ\u3099イト\u3099化").phrases[0] == "カ\u3099イト\u3099化"
    assert compile_query("кни\u0301га").phrases == ("кни\u0301га",)


QUERIES = st.text(
    st.one_of(
        st.sampled_from('"-- \u3000\t、。･・〇々ーaAbC1.#+\0評価再検索のはについてランキﾝｸﾞ𠮷éё한국어ไทย่देव🎉👍🏽'),
        st.characters(),
    ),
    max_size=60,
)


@given(QUERIES)
def test_every_phrase_is_a_piece_of_the_query(query: str) -> None:
    compiled = compile_query(query)

    for phrase in (*compiled.phrases, *compiled.excluded, *compiled.extra_terms):
        assert phrase in query or phrase.replace('"', '""') in query
    assert all(len(phrase) >= 3 and "\0" not in phrase for phrase in (*compiled.phrases, *compiled.excluded))
    assert len(compiled.phrases) <= 32
    assert len(compiled.excluded) <= 32
    assert len(compiled.extra_terms) <= 32


@given(QUERIES)
def test_what_is_asked_and_what_is_excluded_are_different_parts_of_the_query(query: str) -> None:
    segments = scan(query)

    assert "".join(query[segment.start : segment.end] for segment in segments) == query
    assert all(segment.start < segment.end for segment in segments)
    kept = "".join(query[segment.start : segment.end] for segment in segments if not segment.excluded)
    assert "".join(compile_query(query).positive_text.split()) == "".join(kept.split())


@given(QUERIES)
def test_a_query_without_exclusions_is_searched_as_it_is(query: str) -> None:
    if not any(segment.excluded for segment in scan(query)):
        assert compile_query(query).positive_text == query


def test_how_a_query_was_read_is_told_to_who_looks_for_faults(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="grooveseek"):
        compile_query("anchor rope -chain")
    (record,) = caplog.records
    assert "phrases ('anchor', 'rope')" in record.getMessage()
    assert "exclusions ('chain',)" in record.getMessage()

"""The text leg: what a phrase or a short word matches, and in which order."""

from __future__ import annotations

import pytest

from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, ColumnWeights, Rename, TextQuery
from support.index import chunk, contents_of, document, paths_of, write, write_embedded

_ALL = ChunkFilter()


def _found(index: Index, query: TextQuery, where: ChunkFilter = _ALL, limit: int = 50) -> list[str]:
    with index.snapshot() as snapshot:
        return contents_of(snapshot, snapshot.text_candidates(query, where, limit))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("再ランキングの評価について", "ランキング"),
        ("The Quick Brown Fox", "quick bro"),
        ("Ｆｏｕｎｄｒｙ　Ｌｏｃａｌ", "foundry"),
        ("foundry local", "ＦＯＵＮＤＲＹ"),
        ("café crème", "CAFE"),
        ("か\u3099そう化", "がそう"),
        ("がそう化", "か\u3099そう"),
        ("ﾗﾝｷﾝｸﾞ", "ランキング"),
        ("𠮷野家具店", "𠮷野家"),
        ("Привет мир", "привет"),
        ("한국어 문서", "한국어"),
        ("ภาษาไทย", "ไทย"),
        ("हिन्दी पाठ", "हिन्"),
        ("שלום עולם", "שלום"),
        ("rocket 🚀🚀🚀 launch", "🚀🚀🚀"),
        ('say "hi" now', '"hi"'),
        ("a NEAR(b) c", "near(b"),
        ("2026_06_16 note", "2026_06"),
        ("100%* sure", "00%*"),
        ("before " + "\0" * 40 + " after", "after"),
        ("x" * 5000 + " needle " + "y" * 5000, "needle"),
    ],
)
def test_a_phrase_matches_as_a_substring_after_folding(index: Index, text: str, phrase: str) -> None:
    write(index, document("a.md", text))
    write(index, document("b.md", "unrelated words"))
    assert _found(index, TextQuery((phrase,))) == [text]


@pytest.mark.parametrize(
    ("text", "word", "matches"),
    [
        ("再評価する", "評価", True),
        ("評価", "評価", True),
        ("最後は評", "評価", False),
        ("雨が降る", "雨", True),
        ("今日は雨", "雨", True),
        ("使用用户数据库", "用户", True),
        ("使用用户数据库", "数据", True),
        ("the AI act", "AI", True),
        ("AI", "ai", True),
        ("he said so", "ai", False),
        ("main aim", "ai", False),
        ("AIの利用", "AI", True),
        ("生成AI", "ai", True),
        ("(AI)", "ai", True),
        ("ai_act", "ai", False),
        ("ＡＩ", "ai", True),
        ("written in C# today", "C#", True),
        ("written in ABC# today", "C#", False),
        ("the C language", "C", True),
        ("the cat", "C", False),
        ("C++ and more", "c+", True),
        ("open db now", "db", True),
        ("open dbs now", "db", False),
        ("x -> y", "->", True),
        ("я и ты", "я", True),
        ("моя", "я", False),
        ("서울에서", "서울", True),
        ("f(x) = \0\0 g", "g", True),
    ],
)
def test_a_short_word_counts_as_a_word_where_words_have_spaces(
    index: Index, text: str, word: str, matches: bool
) -> None:
    write(index, document("a.md", text))
    assert _found(index, TextQuery((), (word,))) == ([text] if matches else [])


def test_words_are_found_in_every_column(index: Index) -> None:
    write(
        index,
        document(
            "folder/zebra.md", chunk("content here", "Heading lion", breadcrumb="crumb tiger"), title="Title 評価"
        ),
    )
    for word in ("zebra", "lion", "tiger", "title", "content here"):
        assert _found(index, TextQuery((word,))) == ["content here"]
    assert _found(index, TextQuery((), ("評価",))) == ["content here"]


def test_the_attributes_of_a_heading_are_found_as_part_of_the_place(index: Index) -> None:
    write(index, document("guide/watch.md", chunk("content here", "監視", attributes="#deep-watchers .wide")))
    for phrase in ("deep-watchers", "#deep", "watch.md#deep", "wide"):
        assert _found(index, TextQuery((phrase,))) == ["content here"]
    assert _found(index, TextQuery(("content",)), ChunkFilter(excluded_phrases=("deep-watchers",))) == ["content here"]


def test_attributes_that_change_are_found_as_they_are_now(index: Index) -> None:
    write_embedded(index, document("a.md", chunk("content here", "Heading", attributes="#former")))
    write(index, document("a.md", chunk("content here", "Heading", attributes="#present")))
    assert _found(index, TextQuery(("former",))) == []
    assert _found(index, TextQuery(("present",))) == ["content here"]
    with index.snapshot() as snapshot:
        assert snapshot.stats().pending == 0


def test_attributes_stay_when_the_document_is_renamed(index: Index) -> None:
    write(index, document("a.md", chunk("content here", "Heading", attributes="#anchor")))
    index.rename([Rename("a.md", "b.md")])
    assert _found(index, TextQuery(("b.md#anchor",))) == ["content here"]


def test_a_phrase_does_not_run_across_columns(index: Index) -> None:
    write(index, document("a.md", chunk("brown", "quick")))
    assert _found(index, TextQuery(("quick brown",))) == []
    assert _found(index, TextQuery(("quickbrown",))) == []


def test_any_word_is_enough_and_more_words_rank_higher(index: Index) -> None:
    write(index, document("a.md", "lions and nothing else of note", "lions and tigers live here now", "no cats here"))
    for index_ in range(8):
        write(index, document(f"other{index_}.md", "something entirely different in here"))
    assert _found(index, TextQuery(("lions", "tigers"))) == [
        "lions and tigers live here now",
        "lions and nothing else of note",
    ]


def test_phrases_and_short_words_are_ranked_together(index: Index) -> None:
    write(
        index,
        document("a.md", "the lions roar in the evening", "the db of lions in the evening", "a db in the evening"),
    )
    for index_ in range(8):
        write(index, document(f"other{index_}.md", "something entirely different in here"))
    assert _found(index, TextQuery(("lions",), ("db",)))[0] == "the db of lions in the evening"
    assert len(_found(index, TextQuery(("lions",), ("db",)))) == 3


def test_a_short_word_said_often_ranks_higher(index: Index) -> None:
    write(
        index,
        document(
            "a.md", "評価と重みと指標と手順と記録と結果", "評価と評価と評価と評価と評価と評価", "別の話がここに続く"
        ),
    )
    for index_ in range(8):
        write(index, document(f"other{index_}.md", "something entirely different in here"))
    assert _found(index, TextQuery((), ("評価",)))[0] == "評価と評価と評価と評価と評価と評価"


def test_column_weights_decide_between_columns(index: Index) -> None:
    write(
        index, document("a.md", chunk("lions are here and about", "one heading"), chunk("text that is here", "lions"))
    )
    for index_ in range(8):
        write(index, document(f"other{index_}.md", chunk("something entirely different", "some heading")))
    by_heading = ColumnWeights(heading=10.0, content=0.1)
    by_content = ColumnWeights(heading=0.1, content=10.0)
    assert _found(index, TextQuery(("lions",), weights=by_heading))[0] == "text that is here"
    assert _found(index, TextQuery(("lions",), weights=by_content))[0] == "lions are here and about"


def test_weights_filters_and_limits_asked_one_after_another_do_not_meet(index: Index) -> None:
    write(index, document("a.md", chunk("reef the sail", "Anchor"), chunk("anchor anchor and sail", "Sail")))
    write(index, document("b.md", chunk("the sail and the anchor", "Nothing"), "anchor"))
    index.compact()
    write(index, document("c.md", chunk("sail, sail, sail", "Anchor")))
    asked = [
        (TextQuery(("anchor", "sail"), weights=ColumnWeights(heading=heading, content=content)), where, limit)
        for heading in (0.0, 1.0, 4.0)
        for content in (0.0, 0.5, 4.0)
        for where in (_ALL, ChunkFilter(path_globs=("a.md", "c.md")), ChunkFilter(excluded_phrases=("reef",)))
        for limit in (1, 50)
        if heading or content
    ]
    apart = []
    for query, where, limit in asked:
        with index.snapshot() as snapshot:
            apart.append(snapshot.text_candidates(query, where, limit))
    with index.snapshot() as snapshot:
        assert [snapshot.text_candidates(*each) for each in asked] == apart


def test_equal_scores_come_by_chunk_id(index: Index) -> None:
    for number in range(20):
        write(index, document(f"{number:02}.md", "the same words every time"))
    with index.snapshot() as snapshot:
        candidates = snapshot.text_candidates(TextQuery(("same words",)), _ALL, 10)
        assert paths_of(snapshot, candidates) == [f"{number:02}.md" for number in range(10)]
        ids = [candidate.chunk_id for candidate in candidates]
        scores = [candidate.score for candidate in candidates]
    assert ids == sorted(ids)
    assert scores == sorted(scores, reverse=True)


def test_nothing_is_found_for_no_words_or_no_room(index: Index) -> None:
    write(index, document("a.md", "some text"))
    assert _found(index, TextQuery(())) == []
    assert _found(index, TextQuery(("some",)), limit=0) == []


def test_a_phrase_that_folds_to_two_characters_is_a_short_word(index: Index) -> None:
    write(index, document("a.md", "かがみ"))
    assert _found(index, TextQuery(("か\u3099み",))) == ["かがみ"]


@pytest.mark.parametrize(
    ("excluded", "left"),
    [
        ((), {"rust tokio runtime", "rust tokio", "rust sync io", "Tokio ASYNC"}),
        (("async", "sync io"), {"rust tokio runtime"}),
        (("ASYNC",), {"rust tokio runtime", "rust sync io"}),
        (("nowhere",), {"rust tokio runtime", "rust tokio", "rust sync io", "Tokio ASYNC"}),
    ],
)
def test_excluded_phrases_drop_chunks_that_hold_them(index: Index, excluded: tuple[str, ...], left: set[str]) -> None:
    write(
        index,
        document(
            "a.md",
            chunk("rust tokio runtime", "Rust"),
            chunk("rust tokio", "Async"),
            chunk("rust sync io", "x"),
            chunk("Tokio ASYNC", "x"),
        ),
    )
    query = TextQuery(("rust", "tokio"))
    assert set(_found(index, query, ChunkFilter(excluded_phrases=excluded))) == left


def test_exclusions_judge_neither_title_nor_path(index: Index) -> None:
    write(index, document("zebra.md", chunk("text body"), title="zebra"))
    assert _found(index, TextQuery(("text body",)), ChunkFilter(excluded_phrases=("zebra",))) == ["text body"]


@pytest.mark.parametrize("packed", [False, True])
def test_phrases_that_nobody_wrote_are_told(index: Index, packed: bool) -> None:
    write(index, document("boats.md", chunk("Sail a boat across the wind", "Boats and Café"), category="water"))
    write(index, document("列車/時刻.md", "列車の時刻表は、ﾎｰﾑにあります。C# for trains", category="roads"))
    if packed:
        index.compact()
    said = ("boat across", "BOAT", "boats and cafe", "の時刻表", "ホームに", "C#", "列車")
    phrases = ("wind across", *said, "時刻表の列車", "F#", "zzz")

    with index.snapshot() as snapshot:
        assert tuple(snapshot.unsaid(phrases, _ALL)) == ("wind across", "時刻表の列車", "F#", "zzz")
        assert tuple(snapshot.unsaid(said, ChunkFilter(category="water"))) == ("の時刻表", "ホームに", "C#", "列車")
        assert tuple(snapshot.unsaid((), _ALL)) == ()
        assert tuple(snapshot.unsaid(("boat",), ChunkFilter(category="none"))) == ("boat",)


@pytest.mark.parametrize("packed", [False, True])
def test_what_one_of_many_texts_says_is_said(index: Index, packed: bool) -> None:
    for number in range(60):
        write(index, document(f"{number}.md", "abcd bcde" if number else "abcde"))
    if packed:
        index.compact()

    with index.snapshot() as snapshot:
        assert tuple(snapshot.unsaid(("abcde", "abcdef", "bcdeabcd"), _ALL)) == ("abcdef", "bcdeabcd")

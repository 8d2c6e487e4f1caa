from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selenium.webdriver import Chrome

from support.browser import evaluated, needs_chromium

pytestmark = needs_chromium

MODULES = ("dom", "text")
TEXTS = st.text(st.sampled_from("ab é日本語が🚀👨‍👩‍👧\u0301\n𠮷"), max_size=40)


def spans(text: str, *parts: tuple[int, int]) -> list[dict[str, int]]:
    """Code point offsets as the server's UTF-8 byte offsets."""
    return [{"start": len(text[:start].encode()), "end": len(text[:end].encode())} for start, end in parts]


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.lists(st.tuples(TEXTS, st.lists(st.integers(0, 40), max_size=8)), min_size=1, max_size=20))
def test_byte_offsets_cut_the_same_pieces_in_the_browser(driver: Chrome, cases: list[tuple[str, list[int]]]) -> None:
    wanted, given_spans = [], []
    for text, numbers in cases:
        borders = sorted(min(number, len(text)) for number in numbers[: len(numbers) // 2 * 2])
        pairs = list(zip(borders[::2], borders[1::2], strict=True))
        given_spans.append([text, spans(text, *pairs)])
        wanted.append([text[start:end] for start, end in pairs])

    cut = "arguments[0].map(([text, spans]) => stringSpans(text, spans).map(({start, end}) => text.slice(start, end)))"
    assert evaluated(driver, MODULES, cut, given_spans) == wanted


def excerpt(driver: Chrome, text: str, *parts: tuple[int, int]) -> dict[str, object]:
    found = evaluated(
        driver, MODULES, "excerptOf(arguments[0], stringSpans(arguments[0], arguments[1]))", text, spans(text, *parts)
    )
    assert isinstance(found, dict)
    return found


def test_a_short_text_is_its_own_excerpt(driver: Chrome) -> None:
    assert excerpt(driver, "short text", (0, 5)) == {
        "text": "short text",
        "marks": [{"start": 0, "end": 5}],
        "before": False,
        "after": False,
    }


def test_an_excerpt_is_the_beginning_where_a_mark_stands_there(driver: Chrome) -> None:
    text = "word " * 100
    found = excerpt(driver, text, (0, 4), (400, 404))

    assert found["text"] == text[:320]
    assert found["marks"] == [{"start": 0, "end": 4}]
    assert (found["before"], found["after"]) == (False, True)


@pytest.mark.parametrize(("end", "beginning"), [(". ", "Then"), ("。", "Then"), ("\n", "Then")])
def test_an_excerpt_leads_in_to_a_far_mark_with_its_sentence(driver: Chrome, end: str, beginning: str) -> None:
    text = "x" * 500 + end + "Then comes a mark in the middle." + "y" * 500
    start = text.index("mark")
    found = excerpt(driver, text, (start, start + 4))

    assert str(found["text"]).startswith(beginning)
    assert (found["before"], found["after"]) == (True, True)


def test_an_excerpt_splits_nothing_that_is_seen_as_one(driver: Chrome) -> None:
    family = "👨\u200d👩\u200d👧"
    text = "a" * 318 + family + "b" * 10
    assert excerpt(driver, text)["text"] == "a" * 318

    text = "a" * 317 + "か\u3099" * 9
    assert excerpt(driver, text)["text"] == "a" * 317 + "か\u3099"


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Log the log", ["log"], ["Log", "log"]),
        (
            "a+b (c) [d] \\ e.f a-b",
            ["a+b", "(c)", "[d]", "\\", "e.f", "a-b"],
            ["a+b", "(c)", "[d]", "\\", "e.f", "a-b"],
        ),
        ("rolling roll", ["roll", "rolling"], ["rolling", "roll"]),
        ("İstanbul 🚀復旧", ["復旧"], ["復旧"]),
        ("anything", [], []),
    ],
)
def test_words_are_found_again(driver: Chrome, text: str, words: list[str], found: list[str]) -> None:
    cut = "spansOfWords(arguments[0], arguments[1]).map(({start, end}) => arguments[0].slice(start, end))"
    assert evaluated(driver, MODULES, cut, text, words) == found

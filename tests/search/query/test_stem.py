"""Which part of an English word is looked for: one that the word's other forms contain, and few other words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.search.query.stem import stem


def words(text: str) -> list[str]:
    return text.split()


def table(text: str) -> list[tuple[str, str]]:
    pairs = (entry.split(">") for entry in text.split())
    return [(word, stemmed) for word, stemmed in pairs]


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table(
        "building>build meeting>meet meaning>mean painting>paint clothing>cloth publishing>publish buildings>build "
        "drawings>draw training>train calling>call falling>fall passing>pass agreeing>agree indexing>index "
        "watched>watch needed>need loaded>load limited>limit passed>pass embedded>embed"
    ),
)
def test_what_is_added_to_a_verb(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    "word",
    words(
        "thing bring string king ring spring during nothing something anything everything morning evening ceiling "
        "wedding pudding sibling lightning offspring sterling hundred kindred sacred need seed speed"
    ),
)
def test_what_only_looks_as_if_it_were(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table(
        "things>thing strings>string kings>king rings>ring springs>spring wings>wing mornings>morning "
        "evenings>evening siblings>sibling hundreds>hundred beings>being aliases>alias canvases>canvas"
    ),
)
def test_the_plural_of_such_a_word(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table(
        "models>model notes>note plates>plate states>state tables>table changes>change devices>device sizes>size "
        "shoes>shoe formulas>formula schemas>schema menus>menu wikis>wiki"
    ),
)
def test_a_plural_loses_its_s_and_no_letter_of_the_word(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table("classes>class processes>process matches>match wishes>wish suffixes>suffix statuses>status heroes>hero"),
)
def test_a_plural_in_es(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table("studies>stud queries>quer libraries>librar modified>modif movies>movie cookies>cookie cities>cities"),
)
def test_what_has_an_i_for_a_y(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    "word", words("class less status minus focus versus basis analysis series species always atlas alias canvas this")
)
def test_an_s_that_is_no_plural(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table(
        "planning>plan stopped>stop committed>commit referring>refer modelling>model controlled>control "
        "running>runn setting>sett indeed>indee exceed>excee agreed>agree guaranteed>guarantee"
    ),
)
def test_a_doubled_consonant_is_taken_once_and_an_e_stays(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("word", "stemmed"),
    table("Watched>Watch SETTINGS>SETT NOTHING>NOTHING v-models>v-models E0382s>E0382s Straßen>Straßen モデル>モデル"),
)
def test_case_is_kept_and_what_is_not_english_stays(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@given(st.text("abdeginoprstuyz", max_size=14))
def test_a_beginning_of_four_letters_or_the_word_itself(word: str) -> None:
    stemmed = stem(word)
    assert word.startswith(stemmed)
    assert stemmed == word or len(stemmed) >= 4

"""Text in, frontmatter and body out: the cases under `tests/cases/frontmatter`, and hostile blocks."""

from __future__ import annotations

import time

import pytest

from grooveseek.documents.frontmatter import UNPARSED_TAG, Frontmatter, Held, Opaque, read_frontmatter
from support.documents import Case, read_cases


def _held(key: str, held: Held) -> str:
    match held:
        case None:
            return f"{key}: no value"
        case str():
            return f"{key}={held}".replace("\n", "\\n")
        case tuple():
            return f"{key}=[{', '.join(held)}]"
        case Opaque():
            return f"{key}: {held.shape}"


def _report(text: str) -> str:
    split = read_frontmatter(text)
    top = split.frontmatter
    named: dict[str, Held] = {"title": top.title, "date": top.date, "topic": top.topic, "depth": top.depth}
    lines = [_held(key, held) for key, held in named.items() if held is not None]
    if top.error is None:
        lines += [f"tags=[{', '.join(top.tags)}]"] if top.tags else []
    else:
        assert top == Frontmatter(tags=(UNPARSED_TAG,), error=top.error)
        lines.append(f"error: {top.error}")
    lines += [_held(key, held) for key, held in top.others.items()]
    lines += [f"misshapen {key}: {shape}" for key, shape in top.misshapen.items()]
    lines += [f"| {line}".rstrip() for line in text[split.body_start :].split("\n")]
    return "\n".join(lines)


@pytest.mark.parametrize("case", read_cases("frontmatter"), ids=lambda case: case.source)
def test_the_frontmatter_of_a_case(case: Case) -> None:
    assert _report(case.text) == case.expected


def test_a_list_gives_one_pair_for_each_element() -> None:
    top = read_frontmatter("---\nstatus: draft\nteam: [a, b]\nmap: {x: 1}\nblank:\n---\n").frontmatter
    assert top.fields == (("status", "draft"), ("team", "a"), ("team", "b"))


def _alias_bomb() -> str:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    return "\n".join(levels)


@pytest.mark.parametrize(
    ("block", "is_refused"),
    [
        pytest.param(_alias_bomb(), False, id="an alias bomb is opaque"),
        pytest.param(
            "a: &a [" + "x," * 9_000 + "]\n" + "".join(f"k{n}: *a\n" for n in range(5_000)), True, id="repeats"
        ),
        pytest.param("a: " + "[" * 30_000 + "]" * 30_000, True, id="deep"),
        pytest.param("\n".join(" " * depth + "a:" for depth in range(300)), False, id="indented"),
        pytest.param("a: x\n" * 1_000_000, True, id="5 MB"),
        pytest.param("a: " + "x" * 5_000_000, True, id="5 MB in a line"),
        pytest.param("k: v\n? " * 9_000, True, id="question marks"),
        pytest.param("a: *" * 9_000, True, id="stars"),
        pytest.param("a:\n" + " - " * 20_000, True, id="dashes"),
        pytest.param("{a: " * 15_000, True, id="open braces"),
    ],
)
def test_a_hostile_block_costs_little_and_spares_the_body(block: str, is_refused: bool) -> None:
    text = f"---\n{block}\n---\nbody"
    start = time.process_time()
    split = read_frontmatter(text)
    assert time.process_time() - start < 0.5
    assert (split.frontmatter.error is not None) == is_refused
    assert text.endswith("body")
    assert text[split.body_start :] == "body"


def test_a_named_key_given_as_nothing_is_told_from_one_left_out() -> None:
    top = read_frontmatter("---\ntitle: ''\ndate: '  '\ntopic:\ntags: ''\n---\n").frontmatter
    assert (top.title, top.date, top.topic, top.tags) == (None, None, None, ())
    assert top.blank == {"title", "date", "tags"}

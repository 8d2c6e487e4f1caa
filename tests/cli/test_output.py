"""Where colours appear: in text for people, on a terminal, where nothing forbids them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from support.cli import User, user
from support.terminal import shown_on_terminal

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs terminals of POSIX")

QUIET = {"GROOVE_LOG": "off"}


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> User:
    """With a violation for `validate`, and questions for `eval` and `tune`."""
    made = user(tmp_path_factory.mktemp("colours"), **QUIET)
    made.note("groove-schema.toml", "[fields.status]\nrequired = true\n")
    for number in range(4):
        made.note(f"{number}.md", f"# Note {number}\n\nHow the service is rolled out in place {number}, and why.\n")
    made.note(
        ".groove-eval.yml",
        "queries:\n  - {query: service rolled out, expected: [{path: 1.md}]}\n"
        "  - {query: rolled out in place 2, expected: [{path: 2.md}]}\n",
    )
    assert made.on_notes("index", "--quiet").code == 0
    # What is coloured is the difference from the run before.
    assert made.on_notes("eval").code == 0
    return made


def _escapes(somebody: User, words: list[str]) -> bool:
    """Whether the result holds any; what is told on standard error is left out."""
    _, shown = shown_on_terminal(somebody, [*words, "--kb-path", somebody.notes])
    return re.search(r"\x1b\[\d+m", shown) is not None


COLOURED = [["validate"], ["eval"], ["tune"]]


@posix
@pytest.mark.parametrize("words", COLOURED, ids=lambda words: words[0])
def test_verdicts_are_coloured_on_a_terminal(words: list[str], somebody: User) -> None:
    assert _escapes(somebody, words)


@posix
@pytest.mark.parametrize("words", COLOURED, ids=lambda words: words[0])
def test_they_are_not_where_a_flag_or_the_environment_forbids_it(words: list[str], somebody: User) -> None:
    assert not _escapes(somebody, [*words, "--no-color"])
    assert not _escapes(user(somebody.root, NO_COLOR="1", **QUIET), words)


@posix
@pytest.mark.parametrize("words", [["validate", "--format", "json"], ["validate", "--format", "github"], ["status"]])
def test_nothing_else_is_coloured(words: list[str], somebody: User) -> None:
    assert not _escapes(somebody, words)


@pytest.mark.parametrize("words", COLOURED, ids=lambda words: words[0])
def test_nothing_is_coloured_in_a_pipe(words: list[str], somebody: User) -> None:
    assert "\x1b" not in somebody.on_notes(*words).out


def test_results_are_utf_8_with_one_line_end(somebody: User, tmp_path: Path) -> None:
    ran = somebody.on_notes("search", "雨", "--format", "json")
    assert ran.out.endswith("}\n")
    assert not ran.out.endswith("\n\n")
    assert ran.out.startswith('{\n  "results": [')

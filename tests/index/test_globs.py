from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.errors import InvalidRequestError
from grooveseek.index.globs import PathGlobs, translate


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        (["docs/**"], [True, True, False]),
        (["docs/**", "!docs/draft/**"], [True, False, False]),
        (["!docs/draft/**"], [True, False, True]),
        (["docs/*.md"], [True, True, False]),
        (["docs/{a,x}.md"], [True, False, False]),
        (["**", "!docs/**"], [False, False, True]),
        (["notes/*", "docs/a.md"], [True, False, True]),
    ],
)
def test_includes_and_excludes(globs: list[str], expected: list[bool]) -> None:
    matcher = PathGlobs(globs)
    assert [matcher.match(path) for path in ("docs/a.md", "docs/draft/b.md", "notes/c.md")] == expected


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("*", ["", "a", "a/b.md"], []),
        ("**", ["", "a", "a/b.md"], []),
        ("*.md", ["a.md", "x/y/a.md"], ["a.txt", "a.md.txt"]),
        ("a?c", ["abc", "a/c", "aあc"], ["ac", "abbc"]),
        ("[ab].md", ["a.md", "b.md"], ["c.md", "ab.md"]),
        ("[a-c]1", ["a1", "c1"], ["d1"]),
        ("[!a]1", ["b1", "/1"], ["a1", "1"]),
        ("[a-]1", ["a1", "-1"], ["b1"]),
        ("[]a]1", ["]1", "a1"], ["b1"]),
        ("[!]]1", ["a1"], ["]1"]),
        ("[^a]", ["^", "a"], ["b"]),
        ("{a,b}/c", ["a/c", "b/c"], ["c", "{a,b}/c"]),
        ("{a,b{1,2}}.md", ["a.md", "b1.md", "b2.md"], ["b.md", "a1.md"]),
        ("x{,.bak}", ["x", "x.bak"], ["x."]),
        ("**/a.md", ["a.md", "x/a.md", "x/y/a.md"], ["xa.md", "x/ba.md"]),
        ("x/**", ["x/a", "x/y/a"], ["x", "x/", "xa"]),
        ("x/**/a.md", ["x/a.md", "x/y/a.md", "x/y/z/a.md"], ["x/ya.md", "xa.md"]),
        ("{x/**,y}/a", ["x/b/a", "y/a"], ["x/a", "a"]),
        ("{**/a,b}.md", ["a.md", "x/a.md", "b.md"], ["x/b.md", "xa.md"]),
        ("a**b", ["ab", "axb", "a/x/b"], ["a"]),
        ("***", ["", "a/b"], []),
        (r"\*.md", ["*.md"], ["a.md"]),
        (r"\{a,b\}", ["{a,b}"], ["a"]),
        (r"[\]]x", ["]x"], ["\\x"]),
        ("a,b}", ["a,b}"], ["a"]),
        ("2026_06.md", ["2026_06.md"], ["2026-06.md", "2026_06xmd"]),
        ("50% plan.md", ["50% plan.md"], ["50 plan.md"]),
        ("メモ/*.md", ["メモ/日記.md"], ["メモ2/日記.md"]),
        ("A.md", ["A.md"], ["a.md"]),
        ("(a|b)+.md", ["(a|b)+.md"], ["a.md"]),
        ("a\n*", ["a\nb\nc"], ["a b"]),
    ],
)
def test_a_pattern_matches_whole_paths(pattern: str, matching: list[str], other: list[str]) -> None:
    expression = translate(pattern)
    assert [path for path in matching if not expression.fullmatch(path)] == []
    assert [path for path in other if expression.fullmatch(path)] == []


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("[a", "never closed"),
        ("[]", "never closed"),
        ("a{b", "never closed"),
        ("a{b,{c}", "never closed"),
        ("[z-a]", "backwards"),
        ("a\\", "trailing"),
        ("{a,b}" * 11, "more than 1024"),
    ],
)
def test_an_invalid_pattern_is_shown(pattern: str, reason: str) -> None:
    with pytest.raises(InvalidRequestError, match=re.escape(repr(pattern))) as raised:
        PathGlobs(["ok", pattern])
    assert reason in str(raised.value)


@pytest.mark.parametrize("pattern", ["*a" * 200 + "b", "**/" * 200 + "b", "{*a,*aa}" * 8 + "b", "*{a}" * 100 + "*b"])
def test_a_hostile_pattern_is_matched_in_linear_time(pattern: str) -> None:
    started = time.process_time()
    expression = translate(pattern)
    assert not expression.fullmatch("a/" * 100 + "a" * 200)
    assert time.process_time() - started < 2


def _matches(tokens: list[str], path: str) -> bool:
    """Whether `path` is matched, by trying every way."""
    if not tokens:
        return not path
    head, rest = tokens[0], tokens[1:]
    if head == "*":
        return any(_matches(rest, path[cut:]) for cut in range(len(path) + 1))
    if head == "**/":
        return any(_matches(rest, path[cut:]) for cut in range(len(path) + 1) if cut == 0 or path[cut - 1] == "/")
    if not path:
        return False
    return (head == "?" or path[0] in head.strip("[]")) and _matches(rest, path[1:])


@given(
    tokens=st.lists(st.sampled_from(["*", "?", "a", "b", "/", "[ab]"]), max_size=6),
    prefix=st.sampled_from([[], ["**/"], ["a", "/", "**/"]]),
    path=st.text("ab/", max_size=7),
)
def test_matching_equals_trying_every_way(tokens: list[str], prefix: list[str], path: str) -> None:
    joined = [token for before, token in zip(["", *tokens], tokens, strict=False) if (before, token) != ("*", "*")]
    wanted = _matches([*prefix, *joined], path)
    assert bool(translate("".join([*prefix, *joined])).fullmatch(path)) == wanted

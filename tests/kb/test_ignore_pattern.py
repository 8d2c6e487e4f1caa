from __future__ import annotations

import re
import time

import pytest

from grooveseek.kb.ignore_pattern import MalformedPatternError, parse_pattern


def matches(line: str, path: str) -> bool:
    return re.fullmatch(parse_pattern(line).regex, path, re.IGNORECASE | re.DOTALL) is not None


@pytest.mark.parametrize(
    ("line", "paths", "others"),
    [
        ("a.md", ["a.md", "x/a.md", "x/y/A.MD"], ["ba.md", "a.md.bak", "a.md/x"]),
        ("/a.md", ["a.md"], ["x/a.md"]),
        ("x/a.md", ["x/a.md"], ["y/x/a.md", "a.md"]),
        ("*.tmp.md", ["b.tmp.md", "x/.tmp.md"], ["b.tmp.mdx", "tmp.md"]),
        ("notes/*.md", ["notes/a.md", "notes/.md"], ["notes/sub/a.md", "x/notes/a.md"]),
        ("a?c", ["abc", "x/a.c"], ["ac", "abbc", "a/c"]),
        ("a/?/c", ["a/b/c"], ["a//c", "a/bb/c"]),
        ("[a-c]x", ["ax", "Bx"], ["dx", "x"]),
        ("[!a-c]x", ["dx"], ["ax", "Ax", "x"]),
        ("[^a-c]x", ["dx"], ["bx"]),
        ("[]a]x", ["]x", "ax"], ["bx"]),
        ("[!]a]x", ["bx"], ["]x", "ax"]),
        ("[a-]x", ["-x", "ax"], ["bx"]),
        ("[A-C]x", ["ax", "Bx"], ["dx"]),
        ("[ÀÉ]x", ["éx"], ["ex"]),
        ("[[:digit:]_]x", ["7x", "_x"], ["ax", ":x"]),
        ("[[:UPPER]x", ["ux", "[x", ":x"], ["ax"]),
        ("[z-a]x", ["zx"], ["ax", "mx"]),
        ("[!z-a]x", ["mx"], ["zx", "x"]),
        ("a/[.-0]b", ["a/0b", "a/.b"], ["a//b"]),
        ("**/a", ["a", "x/a", "x/y/a"], ["xa"]),
        ("**/x/a", ["x/a", "y/x/a"], ["x/y/a"]),
        ("x/**", ["x/a", "x/a/b"], ["x", "y/x/a"]),
        ("x/**/a", ["x/a", "x/y/a", "x/y/z/a"], ["xa", "x/ya"]),
        ("x/**/y/**/a", ["x/y/a", "x/1/y/2/3/a", "x/y/y/a"], ["x/a", "x/y"]),
        ("**/*a/b*/**/c", ["xa/b/c", "p/a/bb/q/c"], ["a/c", "ab/c"]),
        ("x/y**z", ["x/yz", "x/yaz"], ["x/ya/z"]),
        ("a**b", ["ab", "axb", "x/ab"], ["a/b"]),
        (r"\#a", ["#a"], ["a"]),
        (r"\!a", ["!a"], ["a"]),
        (r"a\*", ["a*"], ["ab"]),
        (r"a\ ", ["a "], ["a"]),
        (r"x\/a", ["x/a"], ["y/x/a"]),
        ("a.b", ["a.b"], ["axb"]),
        ("a+(b|c)$", ["a+(b|c)$"], ["aab"]),
        ("日*記", ["日記", "x/日々記"], ["日記s"]),
        ("ΟΔΌΣ", ["οδόσ", "οδός"], []),
        ("a\nb*", ["a\nbc", "x\n/a\nb"], ["a"]),
    ],
)
def test_what_a_pattern_matches(line: str, paths: list[str], others: list[str]) -> None:
    assert [path for path in paths if not matches(line, path)] == []
    assert [path for path in others if matches(line, path)] == []


@pytest.mark.parametrize(
    ("line", "negated", "directories_only"),
    [("a", False, False), ("!a", True, False), ("a/", False, True), ("!/a/b/", True, True), ("!!a", True, False)],
)
def test_marks_of_a_pattern(line: str, negated: bool, directories_only: bool) -> None:
    pattern = parse_pattern(line)
    assert (pattern.negated, pattern.directories_only) == (negated, directories_only)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("!", "names nothing"),
        ("/", "names nothing"),
        ("!/", "names nothing"),
        ("//", "names nothing"),
        ("a[b", "bracket is not closed"),
        ("[", "bracket is not closed"),
        ("[]", "bracket is not closed"),
        ("[!]", "bracket is not closed"),
        ("[a-", "bracket is not closed"),
        ("[a\\", "bracket is not closed"),
        ("[a\\]", "bracket is not closed"),
        ("[[:nope:]]", "unknown class"),
        ("a\\", "lone backslash"),
        ("a\\/", "lone backslash"),
    ],
)
def test_a_pattern_that_can_match_nothing_is_malformed(line: str, reason: str) -> None:
    with pytest.raises(MalformedPatternError, match=reason):
        parse_pattern(line)


@pytest.mark.parametrize(
    "line",
    [
        "*a" * 60 + "b",
        "*?" * 60 + "b",
        "[ab]*" * 60 + "c",
        "**/a/" * 60 + "b",
        "**/*a*/" * 40 + "b",
        "x/" + "**/" * 200 + "b",
        "a**/" * 60 + "b",
        "**\\/a" * 30 + "/b",
    ],
)
def test_no_pattern_takes_long(line: str) -> None:
    regex = re.compile(parse_pattern(line).regex, re.IGNORECASE | re.DOTALL)
    started = time.process_time()
    for path in ("a" * 250, "a/" * 2000 + "c", "x/" + "a" * 4000, "aa/" * 1300):
        assert regex.fullmatch(path) is None
    assert time.process_time() - started < 2

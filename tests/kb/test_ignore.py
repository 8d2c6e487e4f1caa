from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.kb.exclusion import Exclusions
from grooveseek.kb.ignore import parse_ignore_file
from support.kb import tree


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (b"", 0),
        (b"\n\n# comment\n", 0),
        (b"a\nb\n", 2),
        (b"a\r\n\r\nb\r\n", 2),
        (b"a\nb", 2),
        (b"   \n  a\n", 1),
        (b"\\#a\n#b\n", 1),
    ],
)
def test_blank_lines_and_comments_carry_no_pattern(text: bytes, count: int) -> None:
    assert parse_ignore_file(text).pattern_count == count


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("\ufeffa.md\n".encode(), "a.md"),
        (b"a.md\r\n", "a.md"),
        (b"a.md   \n", "a.md"),
        (b"a\\ \n", "a "),
        (b"a\\  \n", "a "),
        (b"\xff\xfe\nb.md\n", "b.md"),
        (b"caf\xe9\n", "caf\ufffd"),
        ("日記/*.md\n".encode(), "日記/1.md"),
        (b" a\n", " a"),
    ],
)
def test_how_bytes_become_patterns(text: bytes, path: str) -> None:
    assert parse_ignore_file(text).verdict(path, directory=False) is True


@pytest.mark.parametrize(
    ("text", "path", "verdict"),
    [
        (b"*.md\n!a.md\n", "a.md", False),
        (b"!a.md\n*.md\n", "a.md", True),
        (b"*.md\n!a.md\na.*\n", "a.md", True),
        (b"*.md\n", "a.txt", None),
        (b"a/\n", "a", None),
    ],
)
def test_the_last_line_that_matches_decides(text: bytes, path: str, verdict: bool | None) -> None:
    assert parse_ignore_file(text).verdict(path, directory=False) is verdict


def test_a_trailing_slash_means_folders_alone() -> None:
    rules = parse_ignore_file(b"a/\nb\n")
    assert rules.verdict("x/a", directory=True) is True
    assert rules.verdict("x/b", directory=True) is True
    assert rules.verdict("x/b", directory=False) is True


def test_a_malformed_line_is_named_and_the_others_apply() -> None:
    rules = parse_ignore_file(b"# head\na.md\n[b\nc.md\nd\\\n")
    assert rules.pattern_count == 2
    assert rules.verdict("c.md", directory=False) is True
    assert [line.partition(":")[0] for line in rules.warnings] == [".grooveignore line 3", ".grooveignore line 5"]


def test_patterns_beyond_the_thousandth_are_dropped_with_their_number() -> None:
    rules = parse_ignore_file(b"# c\n\n" + b"".join(b"f%d.md\n" % number for number in range(1003)))
    assert rules.pattern_count == 1000
    assert rules.verdict("f999.md", directory=False) is True
    assert rules.verdict("f1000.md", directory=False) is None
    assert rules.warnings == (".grooveignore: only the first 1000 patterns apply, 3 more are dropped",)


def test_just_a_thousand_patterns_apply_without_a_warning() -> None:
    rules = parse_ignore_file(b"".join(b"f%d.md\n" % number for number in range(1000)))
    assert (rules.pattern_count, rules.warnings) == (1000, ())


@given(st.binary() | st.text(alphabet="ab*?[]!\\/-: ^#\n.").map(str.encode))
def test_any_bytes_are_rules(data: bytes) -> None:
    rules = parse_ignore_file(data)
    for path in ("a", "a/b", "ab/.b", "日"):
        assert rules.verdict(path, directory=False) in {True, False, None}


# What git does, on generated patterns and trees. Letters in brackets are small ones: git compares those with the folded
# name, so that `[A]` matches neither `a` nor `A`, which is not what a reader of "without regard to case" expects.
_ATOMS = [
    "a",
    "B",
    "ab",
    "a.md",
    "b.MD",
    "x",
    ".",
    ".a",
    "-",
    "*",
    "?",
    "*a",
    "b*",
    "a*b",
    "*.md",
    "[ab]",
    "[!a]x",
    "[a-c]*",
    "[]x]",
    "[a-]",
    "[b-a]x",
    "[^b]*",
    "[A-Y]",
    "[[:alpha:]]",
    "[a/b]",
    "**",
    "**",
    "***",
    "a**",
    "**b",
    "a**b",
    "\\a",
    "\\*",
]
_NAMES = ["a", "b", "A", "ab", "aB", "x", "a.md", "B.md", "b.md", "ax", "bx", ".a", "*", "axb", "a-b", "-", "]x", "."]


def _pattern(random_: random.Random) -> str:
    segments = [random_.choice(_ATOMS) for _ in range(random_.choice([1, 1, 1, 2, 2, 3, 4]))]
    if random_.random() < 0.15:
        segments[random_.randrange(len(segments))] += random_.choice(_ATOMS)
    line = "/".join(segments)
    return (
        random_.choice(["", "", "", "!"])
        + random_.choice(["", "", "", "/"])
        + line
        + random_.choice(["", "", "", "/", " ", "\\", "/**"])
    )


def _path(random_: random.Random) -> str:
    names = [name for name in _NAMES if name != "."]
    return "/".join(random_.choice(names) for _ in range(random_.choice([1, 2, 2, 3, 3, 4, 5])))


def _ignored_by_git(repository: Path, paths: list[str]) -> set[str]:
    """Paths that git's last matching pattern excludes, their folders considered."""
    answer = subprocess.run(
        ["git", "-c", "core.ignorecase=true", "check-ignore", "--stdin", "-z", "-v", "-n", "--no-index"],
        cwd=repository,
        input="\0".join(paths).encode() + b"\0",
        capture_output=True,
        check=False,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
    )
    assert answer.returncode in {0, 1}, answer.stderr.decode()
    fields = answer.stdout.decode().split("\0")[:-1]
    lines = [fields[start : start + 4] for start in range(0, len(fields), 4)]
    assert [line[3] for line in lines] == paths
    return {path for source, _number, pattern, path in lines if source and not pattern.startswith("!")}


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git")
@pytest.mark.parametrize("seed", range(10))
def test_the_rules_are_those_of_git(seed: int, tmp_path: Path) -> None:
    random_ = random.Random(seed)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for _ in range(15):
        lines = "\n".join(_pattern(random_) for _ in range(random_.choice([1, 1, 2, 3, 5, 8]))) + "\n"
        paths = sorted({_path(random_) for _ in range(30)})
        (tmp_path / ".gitignore").write_text(lines)
        exclusions = Exclusions(rules=parse_ignore_file(lines.encode()))
        ours = {path for path in paths if exclusions.excludes_file(path)}
        assert ours == _ignored_by_git(tmp_path, paths), lines


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git")
def test_folders_are_excluded_as_git_does_it(tmp_path: Path) -> None:
    random_ = random.Random(99)
    folders = sorted({_path(random_) for _ in range(60)})
    tree(tmp_path, *(f"{folder}/" for folder in folders))
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for _ in range(40):
        lines = "\n".join(_pattern(random_) for _ in range(random_.choice([1, 2, 3, 5]))) + "\n"
        (tmp_path / ".gitignore").write_text(lines)
        exclusions = Exclusions(rules=parse_ignore_file(lines.encode()))
        ours = {folder for folder in folders if exclusions.excludes_directory(folder)}
        assert ours == _ignored_by_git(tmp_path, folders), lines

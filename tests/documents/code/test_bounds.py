"""Files made to cost more than they should."""

from __future__ import annotations

import random
import time

import pytest

from grooveseek.documents.code.bounds import line_budget
from support.code import parse_source


@pytest.mark.parametrize(("budget", "weight", "expected"), [(30, 100_000, 392), (3500, 100_000, 3500), (30, 0, 30)])
def test_line_budget(budget: int, weight: int, expected: int) -> None:
    assert line_budget(budget, weight) == expected


@pytest.mark.parametrize(
    ("path", "unit", "tags"),
    [
        ("a.js", "// c\n", set()),
        ("a.js", "(", {"parse:too-costly"}),
        ("a.js", "`${", {"parse:too-costly"}),
        ("a.py", "(", {"parse:too-costly"}),
        ("a.py", "\n\\", {"parse:too-costly"}),
        ("a.py", "a=1\n", {"parse:too-many-chunks"}),
        ("a.rs", "<", {"parse:too-costly"}),
        ("a.rs", "mod f{", {"parse:degraded"}),
        ("a.php", "$", set()),
    ],
)
def test_a_repeated_unit_costs_seconds_and_loses_no_text(path: str, unit: str, tags: set[str]) -> None:
    source = unit * (400_000 // len(unit))
    started = time.process_time()
    document = parse_source(path, source)
    assert time.process_time() - started < 20
    assert set(document.tags[2:]) == tags
    assert "".join("".join(chunk.content for chunk in document.chunks).split()) == "".join(source.split())


@pytest.mark.parametrize("path", ["a.rs", "a.py", "a.js", "a.php"])
def test_noise_is_cut_by_lines_and_loses_no_text(path: str) -> None:
    noise = "".join(random.Random(1).choices([chr(code) for code in range(33, 127)] + ["\n"], k=20_000))
    document = parse_source(path, noise)
    assert "".join("".join(chunk.content for chunk in document.chunks).split()) == "".join(noise.split())


def test_the_same_file_is_cut_the_same_way_again() -> None:
    source = "def f():\n    pass\n" * 700
    assert parse_source("a.py", source) == parse_source("a.py", source)

from __future__ import annotations

import re

import pytest

from grooveseek.quality.page.lines import Line, lines
from support.pages import checked_part


def paths(drawing: str) -> list[str]:
    return re.findall(r'<path d="([^"]*)"', drawing)


def test_a_line_runs_through_its_values() -> None:
    drawing = lines([Line("a", [0.0, 1.0, 0.5])], ["one", "two", "three"])
    assert paths(drawing) == ["M40.0 230.0 L350.0 10.0 L660.0 120.0"]


def test_a_line_is_interrupted_at_breaks() -> None:
    (path,) = paths(lines([Line("a", [0.5, 0.5, 0.5])], ["1", "2", "3"], frozenset({2})))
    assert re.sub(r"[^ML]", "", path) == "MLM"


def test_names_that_lie_together_are_moved_apart_best_first() -> None:
    drawing = lines([Line("low", [0.1, 0.5]), Line("high", [0.2, 0.501])], ["1", "2"])
    names = re.findall(r'<text x="672" y="([\d.]+)"[^>]*>(\w+)', drawing)
    assert [name for _, name in names] == ["high", "low"]
    assert float(names[1][0]) - float(names[0][0]) == pytest.approx(14)


def test_points_tell_what_they_are() -> None:
    texts = checked_part(lines([Line("a<b", [0.25])], ["only"])).texts
    assert "only: a<b 0.2500" in texts

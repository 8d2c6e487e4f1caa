from __future__ import annotations

import re

import numpy as np

from grooveseek.quality.tuning.grid import DEFAULT_PLACE, GRID, POSITIONS, Condition
from grooveseek.quality.tuning.surface import ranges, surface
from support.pages import checked_part

BETTER, WORSE = POSITIONS[Condition(60.0, 4.0, 1.0, 1.0)], POSITIONS[Condition(5.0, 0.5, 0.5, 0.5)]


def test_every_condition_is_a_cell_that_tells_its_score() -> None:
    means = [0.5] * len(GRID)
    means[BETTER], means[WORSE] = 0.75, 0.375
    drawing = surface(means, BETTER)
    texts = checked_part(drawing).texts
    assert drawing.count("<title>") == 384
    assert "heading 4, context 1, content 1, rrf_k 60: 0.7500 (+0.2500)" in texts
    assert "heading 0.5, context 0.5, content 0.5, rrf_k 5: 0.3750 (-0.1250)" in texts
    assert {"D", "C", "rrf_k 100", "context 4"} <= set(texts)


def test_the_furthest_from_the_default_is_the_strongest() -> None:
    means = [0.5] * len(GRID)
    means[BETTER], means[WORSE] = 0.75, 0.375
    drawing = surface(means, DEFAULT_PLACE)
    assert sorted(re.findall(r'fill="var\(--(one|two)\)" fill-opacity="([\d.]+)"', drawing))[-2:] == [
        ("two", "0.00"),
        ("two", "0.50"),
    ]
    assert 'fill="var(--one)" fill-opacity="1.00"' in drawing


def test_a_flat_surface_is_drawn_all_the_same() -> None:
    assert checked_part(surface([0.0] * len(GRID), DEFAULT_PLACE)).texts.count("DC") == 1


def test_only_questions_that_move_have_a_line_ordered_by_the_default() -> None:
    scores = np.full((3, len(GRID)), 0.5)
    scores[0, BETTER], scores[2, WORSE], scores[2, DEFAULT_PLACE] = 1.0, 0.0, 0.25
    texts = checked_part(ranges(scores, ["up", "still", "<down>"])).texts
    assert [text for text in texts if ":" in text] == [
        "<down>: 0.000 to 0.500, default 0.250",
        "up: 0.500 to 1.000, default 0.500",
    ]


def test_where_nothing_moves_there_are_only_axes() -> None:
    assert checked_part(ranges(np.full((2, len(GRID)), 0.5), ["a", "b"])).texts == ["0", "0.5", "1"]

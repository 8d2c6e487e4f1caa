from __future__ import annotations

import re

from grooveseek.quality.page.bars import Bar, bars
from support.pages import checked_part


def test_a_bar_is_as_long_as_its_value() -> None:
    drawing = bars([Bar("none", 0.0), Bar("half", 0.5), Bar("all", 1.0)])
    assert re.findall(r'<rect y="8" width="([^"]*)"', drawing) == ["0", "500", "1000"]
    assert drawing.count('viewBox="0 0 1000 34"') == 3


def test_names_values_and_notes_are_text_and_everything_is_told_on_hovering() -> None:
    texts = checked_part(bars([Bar("a < b", 0.25, (0.125, 0.5), 0.75, "down")])).texts
    assert texts[:3] == ["a < b", "0.250 down", "a < b 0.2500, 95 % interval 0.1250 to 0.5000, before 0.7500"]
    assert texts[3:] == ["0", "0.25", "0.5", "0.75", "1"]


def test_the_interval_and_the_value_before_lie_on_the_scale() -> None:
    drawing = bars([Bar("a", 0.25, (0.0, 0.5), 1.0)])
    for path in ("M0 17H500", "M0 12V22", "M500 12V22"):
        assert drawing.count(f'd="{path}"') == 2
    assert drawing.count('<path d="M1000 4V30" stroke="var(--two)"') == 1


def test_lines_stay_thin_however_wide_the_drawing_is() -> None:
    drawing = bars([Bar("a", 0.25, (0.0, 0.5), 1.0)])
    assert drawing.count("<path ") == drawing.count('vector-effect="non-scaling-stroke"')

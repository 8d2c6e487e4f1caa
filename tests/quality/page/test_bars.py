from __future__ import annotations

from grooveseek.quality.page.bars import Bar, bars
from support.pages import checked_part


def test_a_bar_is_as_long_as_its_value() -> None:
    drawing = bars([Bar("none", 0.0), Bar("half", 0.5), Bar("all", 1.0)])
    assert [part.split('"')[0] for part in drawing.split('<rect x="90" y="')[1:]] == ["16", "50", "84"]
    assert [part.split('"')[0] for part in drawing.split(' width="')[1:] if "bar" in part] == ["0.0", "280.0", "560.0"]


def test_names_values_and_notes_are_written_and_everything_is_told_on_hovering() -> None:
    texts = checked_part(bars([Bar("a < b", 0.25, (0.125, 0.5), 0.75, "down")])).texts
    assert "a < b" in texts
    assert "0.250 down" in texts
    assert "a < b 0.2500, 95 % interval 0.1250 to 0.5000, before 0.7500" in texts


def test_the_interval_and_the_value_before_lie_on_the_scale() -> None:
    drawing = bars([Bar("a", 0.25, (0.0, 0.5), 1.0)])
    assert drawing.count('d="M90.0 25.0H370.0M90.0 20.0V30.0M370.0 20.0V30.0"') == 2
    assert '<line x1="650.0" y1="12" x2="650.0" y2="38" stroke="var(--two)"' in drawing

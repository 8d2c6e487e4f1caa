from __future__ import annotations

import pytest

from grooveseek.documents.pdf.gates import mojibake, too_thin


@pytest.mark.parametrize(
    ("pages", "reason"),
    [
        (["x" * 120, "", "x" * 10], None),
        (["x" * 60, "x" * 20], "40 characters a page on average, under 50"),
        (["x" * 50], None),
        (["x" * 50, "x" * 49], "49 characters a page on average, under 50"),
        (["", " \n"], "no page has text"),
        ([], "no page has text"),
    ],
)
def test_density(pages: list[str], reason: str | None) -> None:
    assert too_thin(pages) == reason


@pytest.mark.parametrize(("controls", "refused"), [(0, False), (9, False), (10, True)])
def test_control_codes_from_one_percent_on(controls: int, refused: bool) -> None:
    reason = mojibake(["\u0085" * controls, "語" * (1000 - controls)])
    assert (reason is not None) == refused
    if reason:
        assert reason.startswith("1.0 % of its characters are control codes")


LONG_CODES = "0a0b0c0d"
"""At even places one character, at odd places four."""


@pytest.mark.parametrize(
    ("run", "suspect"),
    [
        (LONG_CODES, True),
        ("0a1b0c1d", True),
        ("0a1b2c0d", False),
        ("0a0b0c0a", False),
        ("0a0b0c0", False),
        ("abcdefgh", False),
        ("0a0b0c0語", False),
    ],
)
def test_long_runs_of_two_byte_codes(run: str, suspect: bool) -> None:
    assert (mojibake([" ".join([run] * 3)]) is not None) == suspect


@pytest.mark.parametrize(("plain", "refused"), [(18, True), (19, False)])
def test_suspect_characters_from_thirty_percent_of_the_visible_on(plain: int, refused: bool) -> None:
    # Eight suspect characters beside 18 others are 30.8 %, beside 19 29.6 %.
    assert (mojibake([f"{LONG_CODES} {'語' * plain}"]) is not None) == refused


@pytest.mark.parametrize(
    ("runs", "suspect"),
    [
        (["0a", "0b", "0c", "0d", "0e", "0f"] * 2, True),
        (["0a0b", "0c0d", "0e0f"] * 2, True),
        (["0a", "0b", "0c", "0d", "0e", "0f"], False),
        (["0a", "0b", "0c", "0d", "0e"] * 3, False),
        (["0a", "1b", "0c", "1d", "0e", "1f"] * 2, True),
        (["0a", "1b", "2c", "3d", "4e", "5f"] * 2, False),
        (["0ax", "0bx", "0cx", "0dx", "0ex", "0fx"] * 2, True),
        (["of", "to", "in", "is", "it", "we", "an", "be", "by", "at", "on", "or", "the"], False),
    ],
)
def test_short_runs_count_together(runs: list[str], suspect: bool) -> None:
    assert (mojibake([" ".join(runs)]) is not None) == suspect


def test_ordinary_text_passes() -> None:
    english = "It was the best of times, it was the worst of times, it was the age of wisdom."
    japanese = "吾輩は猫である。名前はまだ無い。"
    assert mojibake([english, japanese, "Größe über alles: çà et là, año"]) is None

from __future__ import annotations

import pytest

from grooveseek.search.query.segments import Segment, scan, trim, words


@pytest.mark.parametrize(
    ("query", "segments"),
    [
        ("", []),
        ("plain", [Segment(0, 5, "plain")]),
        ('a "b" c', [Segment(0, 2, "a "), Segment(2, 5, "b", quoted=True), Segment(5, 7, " c")]),
        ("-no yes", [Segment(0, 3, "no", excluded=True), Segment(3, 7, " yes")]),
        ('-"no no"', [Segment(0, 8, "no no", quoted=True, excluded=True)]),
        ('"a""b"', [Segment(0, 6, 'a"b', quoted=True)]),
        ('"open', [Segment(0, 5, '"open')]),
        ('"shut" "open -x', [Segment(0, 6, "shut", quoted=True), Segment(6, 15, ' "open -x')]),
        ('-no -"open', [Segment(0, 3, "no", excluded=True), Segment(3, 10, ' -"open')]),
    ],
)
def test_a_query_is_cut_at_quotes_and_exclusions(query: str, segments: list[Segment]) -> None:
    assert list(scan(query)) == segments


def test_a_long_query_takes_linear_time() -> None:
    assert len(scan('- " ' * 100_000)) <= 200_001
    assert len(scan("-a " * 100_000)) == 200_000
    assert len(scan("-" * 300_000)) == 1


def test_white_space_is_what_unicode_calls_so() -> None:
    assert trim("\u3000 a\u2028") == "a"
    assert trim("\x1ca") == "\x1ca"
    assert words("a\u3000b\u00a0c") == ("a", "b", "c")

from __future__ import annotations

import pytest

from grooveseek.documents.pdf.tidy import tidy

FULL = "この行は紙面の右の端まで届いている長い行であり次の行へと続いていく"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("exam-\nple", "example"),
        ("ABC-\n123", "ABC-\n123"),
        ("exam-\nPle", "exam-\nPle"),
        ("Über-\nall", "Überall"),
        ("e-\né", "e-\né"),
        ("o\ufb00ice \ufb01le \ufb02oor a\ufb03ne wa\ufb04e", "office file floor affine waffle"),
        ("a\x00b\x02\tc\nd", "ab\tc\nd"),
        ("plain lines\nof a latin text", "plain lines\nof a latin text"),
        (f"{FULL}文\n章の終わり。", f"{FULL}文章の終わり。"),
        (f"{FULL}。\n次の文", f"{FULL}。\n次の文"),
        (f"見出し\n{FULL}", f"見出し\n{FULL}"),
        ("りんご\nみかん\nぶどう", "りんご\nみかん\nぶどう"),
        (f"{FULL}\nLatin", f"{FULL}\nLatin"),
    ],
)
def test_what_the_layout_has_broken_is_made_whole(raw: str, expected: str) -> None:
    assert tidy(raw) == expected


def test_a_wide_latin_line_does_not_hide_full_lines() -> None:
    latin = "x" * 2 * len(FULL)
    assert tidy(f"{latin}\n{FULL}文\n章") == f"{latin}\n{FULL}文章"

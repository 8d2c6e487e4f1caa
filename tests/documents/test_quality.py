from __future__ import annotations

import pytest

from grooveseek.documents.quality import quality_score


@pytest.mark.parametrize(
    ("content", "score"),
    [
        ("TBD", 0.0),
        ("", 0.1),
        ("MAXYEAR = 9999", 0.1),
        ("a" * 30, 0.7),
        ("a" * 80, 1.0),
        ("パスワードは管理画面で変える。", 0.7),
        ("変える。", 0.1),
        ("あ" * 40, 1.0),
        ("a\nb", 0.4),
        ("  a\nb \n", 0.4),
        ("coming SOON. ", 0.0),
        ("（準備中）", 0.1),
        ("(準備中)。", 0.0),
        ("詳細は後述する", 0.0),
    ],
)
def test_the_score_of_text(content: str, score: float) -> None:
    assert quality_score(content) == score


@pytest.mark.parametrize(("content", "score"), [("TBD", 0.5), ("MAXYEAR = 9999", 1.0), ("", 1.0)])
def test_the_score_where_brevity_is_fine(content: str, score: float) -> None:
    assert quality_score(content, brief_is_fine=True) == score

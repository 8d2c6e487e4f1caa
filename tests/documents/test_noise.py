from __future__ import annotations

import pytest

from grooveseek.documents.noise import without_noise

PACKED = "eNplUkFugzAQ5MqKC1SiIekxIpEq9QVV1BMXCguhBdsyaxqE+PcuGAhNfYGd3Z0ZDwzeq1K7zqB39OI205UiaJ"


def test_only_the_beginning_of_packed_data_stays() -> None:
    text = f"[Try it](https://play.example.org/#{PACKED}GMOieiapTUBAO) now"
    assert without_noise(text) == "[Try it](https://play.example.org/#eNplUkFugzAQ5MqK…) now"


@pytest.mark.parametrize(
    "text",
    [
        "Short keys stay: eNplUkFugzAQ5MqKC1SiIekxIpEq9QVV1BMXCguhBdsyaxqE",
        "a" * 500,
        "docs/2024/a-very-long-title-of-an-article-in-the-web-that-says-much-and-goes-on-for-some-time",
        "日本語の長い文は区切りがなくても言葉である。" * 10,
        "=" * 79 + " " + "-" * 79,
    ],
)
def test_words_stay(text: str) -> None:
    assert without_noise(text) == text

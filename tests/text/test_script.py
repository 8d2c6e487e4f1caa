from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.text.script import Script, script_of


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("how do I watch a property", "Latin"),
        ("Où est l'été ?", "Latin"),
        ("監視する方法", "Japanese"),
        ("コンポーネント", "Japanese"),
        ("これは", "Japanese"),
        ("v-model と computed を一緒に使う", "Japanese"),
        ("what does the sign 犬 at the entrance of the park mean", "Latin"),
        ("как это работает", None),
        ("사용자 설정", None),
        ("API для пользователей", None),
        ("2026-11-30", None),
        ("", None),
    ],
)
def test_the_script_of_a_text(text: str, script: Script | None) -> None:
    assert script_of(text) == script


@given(st.text(max_size=60))
def test_any_text_has_a_script_or_none(text: str) -> None:
    assert script_of(text) in {"Latin", "Japanese", None}

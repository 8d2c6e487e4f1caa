from __future__ import annotations

import time
from typing import Any

import pytest

from grooveseek.quality.golden.yaml import read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("2024-01-15", "2024-01-15"),
        ("12:30:45", "12:30:45"),
        ("=", "="),
        ("<<", "<<"),
        ("true", True),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-1.5", -1.5),
        ("1_000", "1_000"),
        ("1e3", 1000.0),
        ('"12"', "12"),
        ("日本語", "日本語"),
    ],
)
def test_scalars_are_read_as_the_core_schema_reads_them(text: str, value: Any) -> None:
    assert read_yaml(f"a: {text}".encode()) == {"a": value}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3", "'a' stands twice"),
        ("a: 1\n? [b]\n: 2", "unhashable key"),
        ("a: " + "1" * 5000, "4300 digits"),
        ("a: [1", "expected"),
        ("a: 1\n---\nb: 2", "single document"),
        ("a: !!python/object:os.system x", "could not determine a constructor"),
        ("a: " + "[" * 100_000, "nesting depth"),
        ("? " + "[" * 900 + "]" * 900 + "\n: 1", "nested too deeply"),
        ("a: \xff", "UTF-8"),
    ],
)
def test_what_is_not_read_says_why_in_one_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        read_yaml(text.encode("latin-1"))
    assert "\n" not in str(caught.value)


def test_a_mapping_of_many_keys_takes_no_time_to_speak_of() -> None:
    start = time.process_time()
    assert len(read_yaml("".join(f"key{number}: 1\n" for number in range(20_000)).encode())) == 20_000
    assert time.process_time() - start < 5

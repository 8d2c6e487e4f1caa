from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grooveseek.text.offsets import ByteOffsets


@given(st.text())
def test_an_offset_is_the_length_of_what_lies_before(text: str) -> None:
    offsets = ByteOffsets(text)
    assert [offsets[position] for position in range(len(text) + 1)] == [
        len(text[:position].encode()) for position in range(len(text) + 1)
    ]


def test_a_lone_surrogate_is_three_bytes() -> None:
    assert ByteOffsets("a\ud800b")[2] == 4


def test_offsets_hold_far_into_a_text() -> None:
    text = "aé日𠮷" * 1000
    offsets = ByteOffsets(text)
    assert [offsets[4 * count] for count in range(1001)] == [10 * count for count in range(1001)]

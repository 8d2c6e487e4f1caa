from __future__ import annotations

import io

import pytest

from grooveseek.documents.isolation.job import Terms, read_frame, write_frame


def test_terms_survive_the_way_through_the_pipe() -> None:
    terms = Terms("pdf", 1.5, None, 2**40)
    assert Terms.from_bytes(terms.to_bytes()) == terms


def test_frames_follow_each_other() -> None:
    stream = io.BytesIO()
    write_frame(stream, b"ab", b"c")
    write_frame(stream)
    stream.seek(0)
    assert read_frame(stream) == b"abc"
    assert read_frame(stream) == b""


@pytest.mark.parametrize("cut", [0, 5, 8, 10])
def test_a_stream_that_ends_early_is_no_frame(cut: int) -> None:
    stream = io.BytesIO()
    write_frame(stream, b"abc")
    with pytest.raises(EOFError):
        read_frame(io.BytesIO(stream.getvalue()[:cut]))


def test_a_frame_longer_than_allowed_is_not_waited_for() -> None:
    stream = io.BytesIO()
    write_frame(stream, b"abc")
    with pytest.raises(EOFError):
        read_frame(io.BytesIO(stream.getvalue()), most=2)

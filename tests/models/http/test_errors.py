"""What the endpoint said, for the operator's terminal."""

from __future__ import annotations

import pytest

from grooveseek.models.http.errors import EndpointReplyError, RefusedInputError


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (b'{"error": "no"}', '{"error": "no"}'),
        ("拒否\n\x1b[31m".encode(), r"\u62d2\u5426\n\x1b[31m"),
        (b"\xff\xfe", r"\xff\xfe"),
        ("🎷".encode(), r"\U0001f3b7"),
    ],
)
def test_it_is_shown_as_ascii(body: bytes, shown: str) -> None:
    assert str(EndpointReplyError(body)) == f"the endpoint replied: {shown}"


@pytest.mark.parametrize("body", [b"x" * 1000, "拒".encode() * 1000])
def test_it_is_shown_up_to_512_bytes(body: bytes) -> None:
    assert len(str(EndpointReplyError(body)).removeprefix("the endpoint replied: ")) == 512


def test_a_refusal_carries_its_status() -> None:
    assert str(RefusedInputError(413)) == "embedding endpoint rejected the input (HTTP 413)"
    assert (RefusedInputError(422, 2).status, RefusedInputError(422, 2).accepted) == (422, 2)

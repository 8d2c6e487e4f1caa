"""Every answer is checked before it is believed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from grooveseek.models.http.errors import EndpointError
from grooveseek.models.http.reply import largest_body, vectors_in


def reply(*items: object, **more: object) -> bytes:
    return json.dumps({"data": items, **more}).encode()


def item(index: object, *numbers: object) -> dict[str, object]:
    return {"index": index, "embedding": numbers, "object": "embedding"}


def test_rows_follow_the_index_and_are_scaled() -> None:
    matrix = vectors_in(reply(item(1, 0, 5), item(0, 3, 4.0), usage={"total_tokens": 1}), 2, 2)
    np.testing.assert_allclose(matrix, np.array([[0.6, 0.8], [0.0, 1.0]]), rtol=1e-7)
    assert matrix.dtype == np.float32


@pytest.mark.parametrize("scale", [1e-200, 1e200, 1e308, 5e-324])
def test_numbers_of_any_size_are_scaled(scale: float) -> None:
    np.testing.assert_allclose(np.linalg.norm(vectors_in(reply(item(0, scale, scale)), 1, 2)), 1, rtol=1e-6)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (reply(item(0, 1, 2)), "gave 1 vector for 2 inputs"),
        (reply(item(0, 1, 2), item(1, 1, 2), item(2, 1, 2)), "gave 3 vectors for 2 inputs"),
        (reply(item(0, 1, 2), item(0, 1, 2)), "index 0 twice or out of range"),
        (reply(item(0, 1, 2), item(2, 1, 2)), "index 2 twice or out of range"),
        (reply(item(0, 1, 2), item(-1, 1, 2)), "index -1 twice or out of range"),
        (reply(item(0, 1, 2), item(1, 1, 2, 3)), "a vector of 3 numbers, but dimension is 2"),
        (reply(item(0, 1, 2), item(1)), "a vector of 0 numbers, but dimension is 2"),
        (reply(item(0, 1, 2), item(1, 0, 0.0)), "all zero or not finite"),
        (reply(item(0, 1, 2), item(1, 1, None)), "did not answer"),
        (reply(item(0, 1, 2), item(1, 1, "2")), "did not answer"),
        (reply(item(0, 1, 2), item(1, 1, True)), "did not answer"),
        (reply(item(0, 1, 2), item("1", 1, 2)), "did not answer"),
        (reply(item(0, 1, 2), {"embedding": [1, 2]}), "did not answer"),
        (b'{"data": [{"index": 0, "embedding": [NaN, 1]}, {"index": 1, "embedding": [1, 2]}]}', "did not answer"),
        (b'{"data": [{"index": 0, "embedding": [1e999, 1]}, {"index": 1, "embedding": [1, 2]}]}', "did not answer"),
        (b'{"error": "no"}', "did not answer"),
        (b"<html>", "did not answer"),
        (b"", "did not answer"),
        (b"\xff", "did not answer"),
        (b"[" * 100_000, "did not answer"),
    ],
)
def test_an_answer_that_does_not_hold_together(body: bytes, message: str) -> None:
    with pytest.raises(EndpointError, match=message):
        vectors_in(body, 2, 2)


def test_the_largest_honest_answer_fits() -> None:
    numbers = [-1.2345678901234567e-100] * 1024
    body = json.dumps({"data": [item(place, *numbers) for place in range(64)]}, indent=2).encode()
    assert len(body) < largest_body(64, 1024)

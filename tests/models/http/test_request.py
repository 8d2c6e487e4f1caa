"""What is sent."""

from __future__ import annotations

import json

import pytest

from grooveseek.models.http.request import batches, request_body, request_headers
from grooveseek.models.http.settings import HttpSettings

PLAIN = HttpSettings("http://h/e", "d", "q", 3)


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (64, [64]), (65, [64, 1]), (130, [64, 64, 2])])
def test_batches_of_at_most_64(count: int, sizes: list[int]) -> None:
    texts = [str(number) for number in range(count)]
    made = list(batches(texts))
    assert [len(batch) for batch in made] == sizes
    assert [text for batch in made for text in batch] == texts


def test_body_holds_model_and_inputs() -> None:
    assert json.loads(request_body("d", ["one", "二"], PLAIN)) == {"model": "d", "input": ["one", "二"]}


def test_dimensions_are_sent_on_request() -> None:
    settings = HttpSettings("http://h/e", "d", "q", 3, request_dimensions=True)
    assert json.loads(request_body("d", ["one"], settings))["dimensions"] == 3


def test_inputs_are_cut_by_characters() -> None:
    settings = HttpSettings("http://h/e", "d", "q", 3, max_input_chars=2)
    assert json.loads(request_body("d", ["日本語", "ab", "😀😀😀"], settings))["input"] == ["日本", "ab", "😀😀"]


def test_half_a_surrogate_pair_can_be_sent() -> None:
    assert json.loads(request_body("d", ["a\ud83db"], PLAIN))["input"] == ["a?b"]


def test_the_key_is_a_bearer_token() -> None:
    assert "Authorization" not in request_headers(PLAIN)
    keyed = HttpSettings("http://h/e", "d", "q", 3, api_key="sesame")
    assert request_headers(keyed)["Authorization"] == "Bearer sesame"

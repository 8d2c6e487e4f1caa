"""The endpoint as an embedder."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grooveseek.models.http import EndpointError, RefusedInputError
from grooveseek.models.protocol import Embedder
from support.endpoint import DIMENSION, Endpoint, Waits, unit


def texts(count: int) -> list[str]:
    return [f"text {number}" for number in range(count)]


def test_it_is_an_embedder(endpoint: Endpoint) -> None:
    embedder: Embedder = endpoint.embedder()
    assert embedder.dimension == DIMENSION
    assert (embedder.build, embedder.window) == ("", 0)
    assert embedder.identity.startswith("openai-compatible:document-model|query-model:")
    embedder.close()
    assert endpoint.requests == []


def test_documents_come_back_in_order(endpoint: Endpoint) -> None:
    matrix = endpoint.embedder().embed_documents(texts(130))
    np.testing.assert_allclose(matrix, [unit(text) for text in texts(130)], rtol=1e-6)
    assert endpoint.sizes == [64, 64, 2]
    assert {request["body"]["model"] for request in endpoint.requests} == {"document-model"}


def test_a_query_has_its_own_model(endpoint: Endpoint) -> None:
    np.testing.assert_allclose(endpoint.embedder().embed_query("text"), unit("text"), rtol=1e-6)
    assert [request["body"] for request in endpoint.requests] == [{"model": "query-model", "input": ["text"]}]


def test_many_questions_are_one_request_to_the_query_model(endpoint: Endpoint) -> None:
    vectors = endpoint.embedder().embed_queries(["one", "two"])
    np.testing.assert_allclose(vectors, [unit("one"), unit("two")], rtol=1e-6)
    assert [request["body"] for request in endpoint.requests] == [{"model": "query-model", "input": ["one", "two"]}]


def test_no_documents_are_no_request(endpoint: Endpoint) -> None:
    assert endpoint.embedder().embed_documents([]).shape == (0, DIMENSION)
    assert endpoint.requests == []


def test_inputs_are_cut_and_dimensions_asked_for(endpoint: Endpoint) -> None:
    embedder = endpoint.embedder(max_input_chars=3, request_dimensions=True)
    embedder.embed_documents(["abcdef"])
    embedder.embed_query("日本語です")
    assert [request["body"]["input"] for request in endpoint.requests] == [["abc"], ["日本語"]]
    assert [request["body"]["dimensions"] for request in endpoint.requests] == [DIMENSION, DIMENSION]


def test_a_refused_third_batch_of_130_chunks(endpoint: Endpoint) -> None:
    embedder = endpoint.embedder()
    with pytest.raises(RefusedInputError) as caught:
        embedder.embed_documents([*texts(128), "TOO-LARGE", "text"])
    assert endpoint.sizes == [64, 64, 2]
    assert (caught.value.status, caught.value.accepted) == (413, 2)
    assert embedder.accepted == 2


def test_a_refused_first_batch(endpoint: Endpoint) -> None:
    embedder = endpoint.embedder()
    with pytest.raises(RefusedInputError) as caught:
        embedder.embed_documents(["TOO-LARGE"])
    assert (caught.value.accepted, embedder.accepted) == (0, 0)
    assert len(endpoint.requests) == 1


def test_503_twice_then_an_answer(endpoint: Endpoint) -> None:
    endpoint.will({"status": 503}, {"status": 503})
    waits = Waits()
    np.testing.assert_allclose(endpoint.embedder(waits).embed_documents(["text"])[0], unit("text"), rtol=1e-6)
    assert len(endpoint.requests) == 3
    assert waits.waited == [1.125, 2.25]


def test_a_retry_sends_its_own_batch_alone(endpoint: Endpoint) -> None:
    endpoint.will({}, {"status": 500})
    endpoint.embedder().embed_documents(texts(70))
    assert endpoint.sizes == [64, 6, 6]


@pytest.mark.parametrize(
    ("header", "waited"),
    [("9", [9.0]), ("Fri, 15 Jan 2027 08:00:20 GMT", [20.0])],
)
def test_429_with_retry_after(endpoint: Endpoint, header: str, waited: list[float]) -> None:
    endpoint.will({"status": 429, "headers": {"Retry-After": header}})
    waits = Waits()
    endpoint.embedder(waits).embed_query("text")
    assert waits.waited == waited


def test_429_with_too_long_a_wait(endpoint: Endpoint) -> None:
    endpoint.will({"status": 429, "headers": {"Retry-After": "3600"}})
    with pytest.raises(EndpointError, match="HTTP 429; it asks to wait longer than 60 seconds"):
        endpoint.embedder().embed_query("text")
    assert len(endpoint.requests) == 1


def test_attempts_are_bounded_and_named(endpoint: Endpoint) -> None:
    endpoint.will(*[{"status": 503}] * 4)
    with pytest.raises(EndpointError, match="HTTP 503; gave up after 4 attempts"):
        endpoint.embedder(max_retries=3).embed_documents(["text"])
    assert len(endpoint.requests) == 4


def test_no_retries_send_once(endpoint: Endpoint) -> None:
    endpoint.will({"status": 503})
    with pytest.raises(EndpointError, match=r"answered HTTP 503$"):
        endpoint.embedder(max_retries=0).embed_documents(["text"])
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("behaviour", [{"drop": True}, {"delay": 1.5}, {"body_delay": 1.5}])
def test_a_lost_or_late_answer_is_asked_for_again(endpoint: Endpoint, behaviour: dict[str, Any]) -> None:
    endpoint.will(behaviour)
    embedder = endpoint.embedder(timeout_seconds=0.5)
    np.testing.assert_allclose(embedder.embed_query("text"), unit("text"), rtol=1e-6)
    assert len(endpoint.requests) == 2


@pytest.mark.parametrize(
    "behaviour",
    [
        {"status": 401},
        {"status": 307, "headers": {"Location": "/elsewhere"}},
        {"change": "data + data[:1]"},
        {"change": "data[1:]"},
        {"change": "[data[0], {**data[1], 'index': data[0]['index']}]"},
        {"change": "[{**data[0], 'embedding': data[0]['embedding'][1:]}, data[1]]"},
        {"change": "[{**data[0], 'embedding': [0.0] * 4}, data[1]]"},
        {"change": "[{**data[0], 'embedding': [float('nan')] * 4}, data[1]]"},
        {"body": "not json"},
        {"break_off": True},
        {"endless": True},
    ],
    ids=[
        "unauthorized", "redirect", "one too many", "one missing", "an index twice", "another dimension", "all zero",
        "not a number", "no JSON", "broken off", "without end",
    ],
)  # fmt: skip
def test_what_lasts_is_asked_for_once(endpoint: Endpoint, behaviour: dict[str, Any]) -> None:
    endpoint.will(behaviour)
    waits = Waits()
    with pytest.raises(EndpointError):
        endpoint.embedder(waits).embed_documents(["one", "two"])
    assert len(endpoint.requests) == 1
    assert waits.waited == []


def test_the_probe_embeds_one_fixed_document(endpoint: Endpoint) -> None:
    endpoint.embedder().probe()
    expected = {"model": "document-model", "input": ["GrooveSeek endpoint probe"]}
    assert [request["body"] for request in endpoint.requests] == [expected]


@pytest.mark.parametrize(
    ("behaviour", "requests", "message"),
    [
        ({"status": 401, "body": "who are you"}, 1, "HTTP 401"),
        ({"status": 413}, 1, "rejected the input"),
        ({"change": "[{**data[0], 'embedding': [1.0]}]"}, 1, "a vector of 1 number, but dimension is 4"),
    ],
)
def test_a_failed_probe_says_that_nothing_was_removed(
    endpoint: Endpoint, behaviour: dict[str, Any], requests: int, message: str
) -> None:
    endpoint.will(behaviour)
    with pytest.raises(EndpointError, match=f"nothing was removed: .*{message}") as caught:
        endpoint.embedder().probe()
    assert len(endpoint.requests) == requests
    assert "who are you" not in str(caught.value)


def test_the_probe_retries_like_any_request(endpoint: Endpoint) -> None:
    endpoint.will({"status": 503})
    waits = Waits()
    endpoint.embedder(waits).probe()
    assert waits.waited == [1.125]

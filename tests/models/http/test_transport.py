"""Single requests to a real server that misbehaves."""

from __future__ import annotations

import logging
import socket
import time
from typing import Any

import pytest

from grooveseek.models.http.errors import EndpointError, EndpointReplyError, PassingError, RefusedInputError
from grooveseek.models.http.settings import HttpSettings
from grooveseek.models.http.transport import Transport, is_loopback_host
from support.endpoint import Endpoint

BODY = b'{"model": "m", "input": ["text"]}'


def post(url: str, *, timeout: float = 10, largest: int = 100_000, key: str | None = None) -> bytes:
    transport = Transport(HttpSettings(url, "d", "q", 4, timeout_seconds=timeout, api_key=key))
    try:
        return transport.post(BODY, largest)
    finally:
        transport.close()


def test_an_answer_and_what_was_sent(endpoint: Endpoint) -> None:
    assert b'"embedding"' in post(endpoint.url, key="sesame")
    (request,) = endpoint.requests
    assert request["path"] == "/v1/embeddings"
    assert request["body"] == {"model": "m", "input": ["text"]}
    assert request["headers"]["Authorization"] == "Bearer sesame"
    assert request["headers"]["Content-Type"] == "application/json"


@pytest.mark.parametrize("status", [400, 413, 422])
def test_refusals(endpoint: Endpoint, status: int) -> None:
    endpoint.will({"status": status, "body": "too long"})
    with pytest.raises(RefusedInputError, match=rf"rejected the input \(HTTP {status}\)") as caught:
        post(endpoint.url)
    assert str(caught.value.__cause__) == "the endpoint replied: too long"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 529, 599])
def test_passing_failures(endpoint: Endpoint, status: int) -> None:
    endpoint.will({"status": status, "headers": {"Retry-After": "7"}})
    with pytest.raises(PassingError, match=f"answered HTTP {status}$") as caught:
        post(endpoint.url)
    assert caught.value.retry_after == "7"


@pytest.mark.parametrize("status", [301, 302, 303, 304, 307, 308, 401, 403, 404, 405, 408, 409, 418, 451])
def test_every_other_status_lasts(endpoint: Endpoint, status: int) -> None:
    body = "" if status == 304 else "elsewhere"
    endpoint.will({"status": status, "headers": {"Location": endpoint.url}, "body": body})
    with pytest.raises(EndpointError, match=f"answered HTTP {status}$") as caught:
        post(endpoint.url)
    assert not isinstance(caught.value, PassingError)
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "behaviour",
    [{"drop": True}, {"delay": 1.5}, {"body_delay": 1.5}],
    ids=["dropped before the status line", "no status line in time", "no body in time"],
)
def test_failures_that_may_pass(endpoint: Endpoint, behaviour: dict[str, Any]) -> None:
    endpoint.will(behaviour)
    with pytest.raises(PassingError, match=r"did not answer within 0\.5 s|connection to the embedding endpoint"):
        post(endpoint.url, timeout=0.5)


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(PassingError, match=r"connection to the embedding endpoint failed \(Connection refused\)$"):
            post(f"http://127.0.0.1:{port}/secret-path?token=hush")


def test_an_unknown_host_is_not_named() -> None:
    with pytest.raises(EndpointError) as caught:
        post("http://no-such-host.invalid/secret-path?token=hush", timeout=5)
    assert "invalid" not in str(caught.value)
    assert "hush" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_body_that_breaks_off_lasts(endpoint: Endpoint) -> None:
    endpoint.will({"break_off": True})
    with pytest.raises(EndpointError, match="broke off its answer") as caught:
        post(endpoint.url)
    assert not isinstance(caught.value, PassingError)


@pytest.mark.parametrize("behaviour", [{"endless": True}, {"body": "x" * 5000}])
def test_a_body_is_read_up_to_its_bound(endpoint: Endpoint, behaviour: dict[str, Any]) -> None:
    endpoint.will(behaviour)
    with pytest.raises(EndpointError, match="answer is larger than 4000 bytes"):
        post(endpoint.url, largest=4000)


def test_the_body_of_an_error_is_read_up_to_its_bound(endpoint: Endpoint) -> None:
    endpoint.will({"status": 401, "endless": True})
    started = time.monotonic()
    with pytest.raises(EndpointError, match="HTTP 401") as caught:
        post(endpoint.url)
    assert time.monotonic() - started < 5
    assert len(str(caught.value.__cause__)) == len("the endpoint replied: ") + 512


def test_the_status_decides_whatever_becomes_of_the_body(endpoint: Endpoint) -> None:
    endpoint.will({"status": 413, "body": "long" * 50, "break_off": True})
    with pytest.raises(RefusedInputError):
        post(endpoint.url)


def test_an_error_without_a_word(endpoint: Endpoint) -> None:
    endpoint.will({"status": 403, "body": ""})
    with pytest.raises(EndpointError) as caught:
        post(endpoint.url)
    assert caught.value.__cause__ is None


def test_loopback_passes_by_any_proxy(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    post(endpoint.url)
    post(endpoint.url.replace("127.0.0.1", "localhost"))
    assert len(endpoint.requests) == 2


def test_other_hosts_are_reached_through_the_proxy(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{endpoint.port}")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    post("http://embeddings.invalid/v1/embeddings")
    assert endpoint.requests[0]["headers"]["Host"] == "embeddings.invalid"


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost.example.org", False),
        ("128.0.0.1", False),
        ("10.0.0.1", False),
        ("example.org", False),
        ("", False),
    ],
)
def test_loopback_hosts(host: str, loopback: bool) -> None:
    assert is_loopback_host(host) is loopback


def test_neither_url_nor_key_is_logged(endpoint: Endpoint, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        post(endpoint.url + "?token=hush", key="sesame")
    assert endpoint.requests[0]["path"] == "/v1/embeddings?token=hush"
    assert "hush" not in caplog.text
    assert "sesame" not in caplog.text


def test_what_an_operator_is_told_is_no_more_than_a_cause(endpoint: Endpoint) -> None:
    endpoint.will({"status": 500, "body": "stack trace of the endpoint"})
    with pytest.raises(PassingError) as caught:
        post(endpoint.url)
    assert "stack trace" not in str(caught.value)
    assert isinstance(caught.value.__cause__, EndpointReplyError)

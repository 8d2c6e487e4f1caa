"""One request over the network, its outcome sorted into answer, refusal, passing and lasting failure."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from grooveseek.config.address import is_loopback
from grooveseek.models.http.errors import (
    LONGEST_REPLY_BYTES,
    EndpointError,
    EndpointReplyError,
    PassingError,
    RefusedInputError,
)
from grooveseek.models.http.request import request_headers
from grooveseek.models.http.settings import HttpSettings

if TYPE_CHECKING:
    import httpx2

REFUSED = frozenset({400, 413, 422})


class Transport:
    """Keeps its connections between requests. Safe to use from many threads."""

    def __init__(self, settings: HttpSettings) -> None:
        import httpx2

        for name in ("httpx2", "httpcore2"):  # they log the URL of every request, and its headers
            logging.getLogger(name).setLevel(logging.WARNING)
        self._settings = settings
        self._headers = request_headers(settings)
        self._client = httpx2.Client(
            timeout=settings.timeout_seconds,
            follow_redirects=False,
            trust_env=not is_loopback_host(urlsplit(settings.endpoint).hostname or ""),
        )

    def post(self, body: bytes, largest_answer: int) -> bytes:
        """The body of a 2xx answer.

        Raises `RefusedInputError`, `PassingError`, or `EndpointError` for what no second attempt would mend.
        """
        import httpx2

        deadline = time.monotonic() + self._settings.timeout_seconds
        try:
            with self._client.stream("POST", self._settings.endpoint, content=body, headers=self._headers) as response:
                if response.is_success:
                    return self._answer(response, largest_answer, deadline)
                raise _failure(response)
        except httpx2.TimeoutException:
            raise PassingError(self._late()) from None
        except (httpx2.NetworkError, httpx2.RemoteProtocolError) as error:
            raise PassingError(f"the connection to the embedding endpoint failed ({_reason(error)})") from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise EndpointError(f"the embedding endpoint cannot be reached ({_reason(error)})") from None

    def close(self) -> None:
        self._client.close()

    def _answer(self, response: httpx2.Response, largest: int, deadline: float) -> bytes:
        """The whole body. Its status has been read, so that a connection lost now is no passing failure."""
        import httpx2

        body = bytearray()
        try:
            for part in response.iter_bytes():
                body += part
                if len(body) > largest:
                    raise EndpointError(f"the embedding endpoint's answer is larger than {largest} bytes")
                if time.monotonic() > deadline:
                    raise PassingError(self._late())
        except httpx2.TimeoutException:
            raise PassingError(self._late()) from None
        except httpx2.HTTPError as error:
            raise EndpointError(f"the embedding endpoint broke off its answer ({_reason(error)})") from None
        return bytes(body)

    def _late(self) -> str:
        return f"the embedding endpoint did not answer within {self._settings.timeout_seconds:g} s"


def is_loopback_host(host: str) -> bool:
    """True for names and addresses of this machine, which no proxy can reach."""
    if host.lower() == "localhost":
        return True
    try:
        return is_loopback(ip_address(host))
    except ValueError:
        return False


def _failure(response: httpx2.Response) -> EndpointError | RefusedInputError:
    status = response.status_code
    error: EndpointError | RefusedInputError
    if status in REFUSED:
        error = RefusedInputError(status)
    elif status == 429 or 500 <= status <= 599:
        error = PassingError(f"the embedding endpoint answered HTTP {status}", response.headers.get("Retry-After"))
    else:
        error = EndpointError(f"the embedding endpoint answered HTTP {status}")
    if said := _beginning(response):
        error.__cause__ = EndpointReplyError(said)
    return error


def _beginning(response: httpx2.Response) -> bytes:
    """The first bytes of an error's body, as far as they come: the status has decided already."""
    import httpx2

    said = b""
    try:
        for part in response.iter_bytes():
            said += part
            if len(said) >= LONGEST_REPLY_BYTES:
                break
    except httpx2.HTTPError:
        return said
    return said


def _reason(error: BaseException) -> str:
    """What went wrong, in the system's words where there are some: the library's may hold the URL."""
    for cause in _chain(error):
        if isinstance(cause, OSError) and cause.errno and cause.errno > 0:
            return os.strerror(cause.errno)
    return type(error).__name__


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__

"""What is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grooveseek.models.http.settings import HttpSettings

BATCH = 64
"""Inputs of one request."""


def batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(texts), BATCH):
        yield texts[start : start + BATCH]


def request_body(model: str, texts: Sequence[str], settings: HttpSettings) -> bytes:
    """JSON; each input cut to the configured number of characters, what no UTF-8 can hold replaced."""
    inputs = [text[: settings.max_input_chars].encode("utf-8", "replace").decode() for text in texts]
    body: dict[str, object] = {"model": model, "input": inputs}
    if settings.request_dimensions:
        body["dimensions"] = settings.dimension
    return msgspec.json.encode(body)


def request_headers(settings: HttpSettings) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
    if settings.api_key:
        headers["Authorization"] = f"Bearer {settings.api_key}"
    return headers

"""One endpoint process for all tests of this folder; each test finds it well-behaved and forgetful."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.endpoint import Endpoint, running_endpoint


@pytest.fixture(scope="session")
def endpoint_process() -> Iterator[Endpoint]:
    with running_endpoint() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(endpoint_process: Endpoint) -> Iterator[Endpoint]:
    endpoint_process.will()
    yield endpoint_process
    while endpoint_process.opened:
        endpoint_process.opened.pop().close()

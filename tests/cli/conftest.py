from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def log_handlers_of_one_test_alone() -> Iterator[None]:
    """A command that runs in this process sends its log to a stream that is gone after the test."""
    logger = logging.getLogger()
    handlers, level = list(logger.handlers), logger.level
    yield
    for handler in set(logger.handlers) - set(handlers):
        logger.removeHandler(handler)
    logger.setLevel(level)

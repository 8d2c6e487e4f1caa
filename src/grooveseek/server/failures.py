"""Crashes that must not reach a client: one line for the operator, the traceback only where debugging is on."""

from __future__ import annotations

import logging


def log_crash(logger: logging.Logger, what: str, crash: BaseException) -> None:
    debugging = logger.isEnabledFor(logging.DEBUG)
    logger.error("%s failed: %s: %s", what, type(crash).__name__, crash, exc_info=crash if debugging else None)

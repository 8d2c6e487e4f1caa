"""The caller's trace in our log lines, so that a line can be found from the request that caused it."""

from __future__ import annotations

import logging
import re
from contextvars import ContextVar
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

_TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
"""W3C Trace Context, version 00 and later."""

_current: ContextVar[str | None] = ContextVar("traceparent", default=None)


async def trace(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware of the MCP server. Worker threads inherit what it sets."""
    given = (ctx.meta or {}).get("traceparent")
    if not isinstance(given, str) or not _TRACEPARENT.fullmatch(given):
        return await call_next(ctx)
    token = _current.set(given)
    try:
        return await call_next(ctx)
    finally:
        _current.reset(token)


def add_traces_to_log_lines() -> None:
    """From now on every record made while a traced request is answered names its trace."""
    make = logging.getLogRecordFactory()

    def make_traced(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        traceparent = _current.get()
        if traceparent is not None:
            record.msg = f"{record.msg} (traceparent {traceparent})"
        return record

    logging.setLogRecordFactory(make_traced)

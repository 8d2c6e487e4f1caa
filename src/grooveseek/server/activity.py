"""Whether anything has been answered yet, so that what is heavy can wait for the first answer."""

from __future__ import annotations

from typing import Any

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext


class Activity:
    """Middleware of the MCP server; belongs to the event loop."""

    def __init__(self) -> None:
        self.answered = anyio.Event()
        """Set when the first request has its answer."""

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        try:
            return await call_next(ctx)
        finally:
            if ctx.request_id is not None:
                self.answered.set()

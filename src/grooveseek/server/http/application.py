"""The ASGI application: its routes, the gate before each, and the MCP server behind `/mcp`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import RequestBodyLimitMiddleware
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from grooveseek.server.http.admin import Daemon, status
from grooveseek.server.http.cut_off import CutOff
from grooveseek.server.http.endpoint import McpEndpoint
from grooveseek.server.http.gates import Gates
from grooveseek.server.http.guard import Guarded, WithSecurityHeaders
from grooveseek.server.http.sparingly import Sparingly
from grooveseek.server.preload import preload
from grooveseek.server.service import Service
from grooveseek.server.ui import page

logger = logging.getLogger(__name__)

MAX_BODY_BYTES = 1024 * 1024
SESSION_IDLE_SECONDS = 300.0


class HttpApplication:
    """`max_sessions` 0 means no limit."""

    def __init__(self, server: Server[Any], service: Service, gates: Gates, daemon: Daemon, max_sessions: int) -> None:
        self._service = service
        self._manager = StreamableHTTPSessionManager(
            server, session_idle_timeout=SESSION_IDLE_SECONDS, max_sessions=max_sessions or None
        )
        self._endpoint = McpEndpoint(self._manager)
        log = Sparingly(logger)
        admin = Guarded(_Answer(partial(_status, service, daemon)), gates.admin, "admin", log)
        ui = Guarded(_Answer(_page), gates.admin, "admin", log)
        routed = Starlette(
            routes=[
                Route("/mcp", _limited(Guarded(self._endpoint, gates.mcp, "mcp", log))),
                Route("/healthz", _limited(Guarded(_Answer(_healthy), gates.healthz, "healthz", log))),
                Route("/api/admin/status", WithSecurityHeaders(_limited(admin))),
                Route("/ui", WithSecurityHeaders(_limited(ui))),
            ],
            lifespan=self._lifespan,
        )
        # A redirect from `/mcp/` would answer before the gate was asked.
        routed.router.redirect_slashes = False
        self._cut_off = CutOff(routed)
        self.asgi: ASGIApp = self._cut_off

    def begin_to_end(self) -> None:
        """End what would otherwise stand open for ever, and expect that what runs too long will be cut off."""
        self._endpoint.close_streams()
        self._cut_off.begin()

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with self._manager.run(), anyio.create_task_group() as tasks:
            tasks.start_soon(preload, self._service)
            yield
            tasks.cancel_scope.cancel()


def _limited(app: ASGIApp) -> ASGIApp:
    return RequestBodyLimitMiddleware(app, MAX_BODY_BYTES)


class _Answer:
    """A route that is only read."""

    def __init__(self, answer: Callable[[], Awaitable[Response]]) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in ("GET", "HEAD"):
            response = await self._answer()
        else:
            response = PlainTextResponse("Method Not Allowed", status_code=405, headers={"Allow": "GET"})
        await response(scope, receive, send)


async def _healthy() -> Response:
    return PlainTextResponse("ok")


async def _page() -> Response:
    # It changes with the program alone, but a stale page would speak to a newer server.
    return HTMLResponse(page(), headers={"Cache-Control": "no-cache"})


async def _status(service: Service, daemon: Daemon) -> Response:
    return JSONResponse(await status(service, daemon))

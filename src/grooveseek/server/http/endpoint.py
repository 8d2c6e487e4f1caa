"""`/mcp`: what is decided about a request before the protocol sees it."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

import anyio
import mcp_types as types
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, check_accept_headers
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from grooveseek.server.answerable import answerable_id
from grooveseek.server.http.messages import (
    Fault,
    claims_version,
    is_initialize,
    is_too_deep,
    opens_session,
    read_message,
)
from grooveseek.server.http.sparingly import Sparingly

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 30
_METHODS = "GET, POST, DELETE"


class McpEndpoint:
    """ASGI application around the SDK's session manager, which must be running."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager
        self._log = Sparingly(logger)
        self._closing = anyio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.method == "POST":
            await self._post(request, send)
        elif request.method not in ("GET", "DELETE"):
            await _error(405, types.INVALID_REQUEST, "Method not allowed", {"Allow": _METHODS})(scope, receive, send)
        elif MCP_SESSION_ID_HEADER not in request.headers or _is_sessionless(request):
            await _error(405, types.INVALID_REQUEST, "Method not allowed", {"Allow": "POST"})(scope, receive, send)
        elif request.method == "GET":
            await self._stream(scope, receive, send)
        else:
            await self._manager.handle_request(scope, receive, send)

    def close_streams(self) -> None:
        """End every standing stream; its client may open it again elsewhere."""
        self._closing.set()

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def end_when_closing() -> None:
            await self._closing.wait()
            tasks.cancel_scope.cancel()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(end_when_closing)
            await self._manager.handle_request(scope, receive, send)
            tasks.cancel_scope.cancel()

    async def _post(self, request: Request, send: Send) -> None:
        try:
            body = await request.body()
        except ClientDisconnect:
            return
        message = read_message(body)
        refusal = _refusal(request, body, message)
        scope = request.scope
        if _takes_seat(request, message):
            send = self._with_seats(send, refusal)
            if refusal is not None:
                # Only the manager knows whether a seat is free; without this header it gives none away.
                scope = {**scope, "headers": [header for header in scope["headers"] if header[0] != b"accept"]}
        elif refusal is not None:
            await refusal(scope, request.receive, send)
            return
        await self._manager.handle_request(scope, _replayed(body, request.receive), send)

    def _with_seats(self, send: Send, refusal: Response | None) -> Send:
        """The manager admits exactly as many sessions as there are seats, but refuses in words of its own.

        `refusal` is answered in place of what it says where a seat is free.
        """
        answered = False

        async def translated(event: Message) -> None:
            nonlocal answered
            if event["type"] == "http.response.start" and event["status"] == 503:
                answered = True
                self._log.warn("sessions", f"session refused: all {self._manager.max_sessions} are taken")
                answer = PlainTextResponse(
                    "Too Many Requests: the limit of concurrent sessions is reached; try again later",
                    status_code=429,
                    headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
                )
                await answer({"type": "http"}, _nothing, send)
            elif refusal is not None and not answered:
                answered = True
                await refusal({"type": "http"}, _nothing, send)
            elif not answered:
                await send(event)

        return translated


def _takes_seat(request: Request, message: Mapping[str, Any] | Fault) -> bool:
    if isinstance(message, Fault) or _is_sessionless(request) or MCP_SESSION_ID_HEADER in request.headers:
        return False
    return is_initialize(message)


def _refusal(request: Request, body: bytes, message: Mapping[str, Any] | Fault) -> Response | None:
    if not all(check_accept_headers(request)):
        return _error(406, types.INVALID_REQUEST, "Not acceptable: accept application/json and text/event-stream")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return _error(415, types.INVALID_REQUEST, "Unsupported media type: the body must be application/json")
    if isinstance(message, Fault):
        return _error(400, message.code, message.message, request_id=message.request_id)
    if _is_sessionless(request):
        return None
    if is_too_deep(body):
        told = "Invalid request: the message is nested too deeply"
        return _error(400, types.INVALID_REQUEST, told, request_id=answerable_id(message))
    if claims_version(message):
        return _error(
            400,
            types.HEADER_MISMATCH,
            f"{MCP_PROTOCOL_VERSION_HEADER} header does not match the request envelope's protocol version",
            request_id=message.get("id"),
        )
    if MCP_SESSION_ID_HEADER not in request.headers:
        if not is_initialize(message):
            return _error(400, types.INVALID_REQUEST, "Bad request: no session; send initialize first")
        if not opens_session(message):
            return _error(
                400, types.INVALID_PARAMS, "Invalid request parameters of initialize", request_id=message.get("id")
            )
    return None


def _is_sessionless(request: Request) -> bool:
    version = request.headers.get(MCP_PROTOCOL_VERSION_HEADER)
    return version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS


def _error(
    status: int, code: int, message: str, headers: Mapping[str, str] | None = None, *, request_id: object = None
) -> Response:
    body = {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}
    return Response(json.dumps(body), status_code=status, headers=headers, media_type="application/json")


def _replayed(body: bytes, receive: Receive) -> Receive:
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


async def _nothing() -> Message:
    return {"type": "http.disconnect"}

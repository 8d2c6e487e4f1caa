"""ASGI wrappers around a route: the gate, and the headers that keep a browser from being used against the page."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grooveseek.server.http.gate import Gate
from grooveseek.server.http.sparingly import Sparingly

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


class Guarded:
    """Asks the gate before the application behind it; `group` names the route in the log."""

    def __init__(self, app: ASGIApp, gate: Gate, group: str, log: Sparingly) -> None:
        self._app = app
        self._gate = gate
        self._group = group
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        refusal = self._gate.refusal(client[0] if client else None, scope["headers"])
        if refusal is None:
            await self._app(scope, receive, send)
            return
        self._log.warn(self._group, f"{self._group}: refused with {refusal.status}: {refusal.body}: {refusal.value}")
        await PlainTextResponse(refusal.body, status_code=refusal.status)(scope, receive, send)


class WithSecurityHeaders:
    """Adds `SECURITY_HEADERS` to every answer, refusals included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(event: Message) -> None:
            if event["type"] == "http.response.start":
                MutableHeaders(scope=event).update(SECURITY_HEADERS)
            await send(event)

        await self._app(scope, receive, send_with_headers)

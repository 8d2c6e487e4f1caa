"""A request that is still running when the server has to end is told so; without this it would read as a crash."""

from __future__ import annotations

import asyncio

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class CutOff:
    """Outermost ASGI wrapper."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._ending = False

    def begin(self) -> None:
        """From now on the server ends: being cancelled is no accident any more."""
        self._ending = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answering = False

        async def noted(event: Message) -> None:
            nonlocal answering
            answering = True
            await send(event)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if not self._ending or scope["type"] != "http":
                raise
            if not answering:
                text = "Service Unavailable: the server ends; what was committed is kept"
                await PlainTextResponse(text, status_code=503, headers={"Connection": "close"})(scope, receive, send)

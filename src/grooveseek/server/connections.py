"""The clients that speak a revision with a handshake, and which resources each has subscribed to."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import mcp_types as types
from mcp.server.connection import Connection
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError

logger = logging.getLogger(__name__)

MAX_SUBSCRIPTIONS = 1024
"""Per connection."""


class Connections:
    """Middleware of the MCP server that notices connections; belongs to the event loop."""

    def __init__(self) -> None:
        self._subscriptions: dict[Connection, set[str]] = {}

    def __bool__(self) -> bool:
        return bool(self._subscriptions)

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if ctx.method == "notifications/initialized":
            self._note(_connection_of(ctx))
        return await call_next(ctx)

    def subscribe(self, ctx: ServerRequestContext[Any, Any], uri: str) -> None:
        """Raises `MCPError` once a connection has too many."""
        uris = self._note(_connection_of(ctx))
        if len(uris) >= MAX_SUBSCRIPTIONS:
            raise MCPError(types.INVALID_REQUEST, f"this connection already has {MAX_SUBSCRIPTIONS} subscriptions")
        uris.add(uri)

    def unsubscribe(self, ctx: ServerRequestContext[Any, Any], uri: str) -> None:
        self._note(_connection_of(ctx)).discard(uri)

    async def tell_updated(self, uris: Iterable[str]) -> None:
        """Tell each connection of those among `uris` that it subscribed to."""
        changed = sorted(uris)
        for connection, wanted in list(self._subscriptions.items()):
            for uri in changed:
                if uri in wanted:
                    await connection.send_resource_updated(uri)

    async def tell_list_changed(self) -> None:
        for connection in list(self._subscriptions):
            await connection.send_resource_list_changed()

    def _note(self, connection: Connection) -> set[str]:
        if connection not in self._subscriptions:
            self._subscriptions[connection] = set()
            connection.exit_stack.callback(self._subscriptions.pop, connection, None)
        return self._subscriptions[connection]


def _connection_of(ctx: ServerRequestContext[Any, Any]) -> Connection:
    # The SDK documents the connection's state and exit stack for handlers, but hands out no public way to it yet.
    return ctx.session._connection

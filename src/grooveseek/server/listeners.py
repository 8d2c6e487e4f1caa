"""Who listens for changes by `subscriptions/listen`."""

from __future__ import annotations

from collections.abc import Callable

from mcp.server.subscriptions import InMemorySubscriptionBus, ServerEvent


class Listeners(InMemorySubscriptionBus):
    """The SDK's bus, which also knows whether anyone listens."""

    def __init__(self) -> None:
        super().__init__()
        self._open: set[object] = set()

    def __bool__(self) -> bool:
        return bool(self._open)

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        unsubscribe, token = super().subscribe(listener), object()
        self._open.add(token)

        def leave() -> None:
            self._open.discard(token)
            unsubscribe()

        return leave

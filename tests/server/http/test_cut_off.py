from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from grooveseek.server.http.cut_off import CutOff

SCOPE: Scope = {"type": "http", "method": "GET", "headers": []}


async def cancelled(app: CutOff) -> list[Message]:
    """What is sent by a request that is cancelled while it waits."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(event: Message) -> None:
        sent.append(event)

    request = asyncio.ensure_future(app(SCOPE, receive, send))
    await asyncio.sleep(0)
    request.cancel()
    await request
    return sent


async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(60)


async def streaming(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await asyncio.sleep(60)


def test_at_the_end_what_has_no_answer_yet_gets_one() -> None:
    app = CutOff(waiting)
    app.begin()

    sent = asyncio.run(cancelled(app))

    assert sent[0]["status"] == 503
    assert b"the server ends" in sent[1]["body"]


def test_at_the_end_what_is_being_answered_just_stops() -> None:
    app = CutOff(streaming)
    app.begin()

    assert [event["type"] for event in asyncio.run(cancelled(app))] == ["http.response.start"]


def test_before_the_end_nothing_is_changed() -> None:
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled(CutOff(waiting)))

"""The messages of one stdio connection on their way between the pipes and the protocol."""

from __future__ import annotations

import json

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from grooveseek.server.answerable import answerable_id
from grooveseek.server.surrogates import COMPLAINT, has_lone_surrogate

Incoming = SessionMessage | Exception


class Conversation:
    """Relays both directions, knows which requests still wait for an answer, and answers what is no message at all."""

    def __init__(self) -> None:
        self._unanswered: set[types.RequestId] = set()
        self._all_answered = anyio.Event()

    async def relay_in(
        self,
        pipe: ReadStream[Incoming],
        protocol: MemoryObjectSendStream[Incoming],
        reply: WriteStream[SessionMessage],
    ) -> None:
        """Until the pipe ends; lines that are no message are answered straight away."""
        async for item in pipe:
            if isinstance(item, Exception):
                answer = complaint(item)
                if answer is not None:
                    await reply.send(answer)
                continue
            if isinstance(item.message, types.JSONRPCRequest):
                self._unanswered.add(item.message.id)
            await protocol.send(item)

    async def relay_out(
        self, protocol: MemoryObjectReceiveStream[SessionMessage], pipe: WriteStream[SessionMessage]
    ) -> None:
        async for item in protocol:
            await pipe.send(item)
            if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError) and item.message.id is not None:
                self._unanswered.discard(item.message.id)
                if not self._unanswered:
                    self._all_answered.set()

    async def finish(self, seconds: float) -> None:
        """Wait for the answers that are still owed, at most `seconds`."""
        if self._unanswered:
            self._all_answered = anyio.Event()
            with anyio.move_on_after(seconds):
                await self._all_answered.wait()


def complaint(failure: Exception) -> SessionMessage | None:
    """What a line that is no JSON-RPC message is answered with; None for an empty line."""
    if not isinstance(failure, ValidationError):
        return None
    errors = failure.errors(include_url=False, include_context=False)
    first = errors[0]
    if isinstance(first["input"], str) and not first["input"].strip():
        return None
    if first["type"] != "json_invalid":
        request_ids = (answerable_id(error["input"]) for error in errors)
        request_id = next((found for found in request_ids if found is not None), None)
        return _error(types.INVALID_REQUEST, "Invalid request: not one JSON-RPC 2.0 message", request_id)
    try:
        decoded = json.loads(first["input"])
    except (ValueError, RecursionError):
        return _error(types.PARSE_ERROR, "Parse error: the line is no JSON")
    if has_lone_surrogate(first["input"], decoded):
        return _error(types.INVALID_PARAMS, COMPLAINT, answerable_id(decoded))
    return _error(types.INVALID_REQUEST, "Invalid request: the message is nested too deeply", answerable_id(decoded))


def _error(code: int, message: str, request_id: types.RequestId | None = None) -> SessionMessage:
    error = types.ErrorData(code=code, message=message)
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=request_id, error=error))

"""The body of a POST to `/mcp`: one JSON-RPC message, or why it is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp_types import methods
from mcp_types.version import LATEST_HANDSHAKE_VERSION
from pydantic import ValidationError
from pydantic_core import from_json

from grooveseek.server.answerable import answerable_id
from grooveseek.server.surrogates import COMPLAINT, has_lone_surrogate


@dataclass(frozen=True, slots=True)
class Fault:
    """A JSON-RPC error that is answered with HTTP 400."""

    code: int
    message: str
    request_id: types.RequestId | None = None


def read_message(body: bytes) -> Mapping[str, Any] | Fault:
    """A request, notification or response as decoded JSON. Batches are none of these."""
    try:
        text = body.decode()
        decoded = json.loads(text)
    except (ValueError, RecursionError):
        return Fault(types.PARSE_ERROR, "Parse error: the body is no JSON in UTF-8")
    if has_lone_surrogate(text, decoded):
        return Fault(types.INVALID_PARAMS, COMPLAINT, answerable_id(decoded))
    if not isinstance(decoded, dict) or not _is_message(decoded):
        complaint = "Invalid request: the body must be one JSON-RPC 2.0 message"
        return Fault(types.INVALID_REQUEST, complaint, answerable_id(decoded))
    return decoded


def _is_message(decoded: dict[str, Any]) -> bool:
    try:
        if "method" not in decoded:
            types.jsonrpc_message_adapter.validate_python(decoded, by_name=False)
        elif "id" in decoded:
            types.JSONRPCRequest.model_validate(decoded)
        else:
            types.JSONRPCNotification.model_validate(decoded)
    except ValidationError:
        return False
    return True


def is_too_deep(body: bytes) -> bool:
    """Whether JSON that could be read is nested deeper than the SDK reads it in a session, where it forgets the id."""
    try:
        from_json(body)
    except ValueError:
        return True
    return False


def opens_session(message: Mapping[str, Any]) -> bool:
    """Whether `message` is an `initialize` that will succeed; one that fails would leave its session behind."""
    try:
        methods.validate_client_request("initialize", LATEST_HANDSHAKE_VERSION, message.get("params"))
    except ValidationError:
        return False
    return True


def is_initialize(message: Mapping[str, Any]) -> bool:
    return message.get("method") == "initialize"


def claims_version(message: Mapping[str, Any]) -> bool:
    """Whether the message describes itself as the session-less revisions do."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, Mapping) else None
    return isinstance(meta, Mapping) and types.PROTOCOL_VERSION_META_KEY in meta and not is_initialize(message)

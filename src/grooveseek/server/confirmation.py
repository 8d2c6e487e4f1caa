"""Asking the person at the client before everything is rebuilt, where the client can ask."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

MESSAGE = (
    "Rebuild the whole index? Every document is read and embedded again, which can take long. Searches go on from the "
    "present state meanwhile."
)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Rebuild everything", "default": True}},
}
_KEY = "confirm"

Answer = bool | types.InputRequiredResult
"""Whether the person agreed, or the question itself, which a session-less client puts before it calls again."""


async def confirm(context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams) -> Answer:
    """True also where nobody can be asked: the call itself was allowed."""
    if not _can_ask(context):
        return True
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        answer = (params.input_responses or {}).get(_KEY)
        if answer is None:
            question = types.ElicitRequestFormParams(message=MESSAGE, requested_schema=SCHEMA)
            return types.InputRequiredResult(input_requests={_KEY: types.ElicitRequest(params=question)})
        return isinstance(answer, types.ElicitResult) and _agreed(answer)
    try:
        return _agreed(await context.session.elicit_form(MESSAGE, SCHEMA, related_request_id=context.request_id))
    except (MCPError, NoBackChannelError):
        return True


def _can_ask(context: ServerRequestContext[Any, Any]) -> bool:
    capabilities = context.session.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    # A client that names no mode can show a form.
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _agreed(answer: types.ElicitResult) -> bool:
    return answer.action == "accept" and (answer.content or {}).get("confirm", True) is True

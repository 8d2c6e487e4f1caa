"""What the protocol's own test suite asks of a session-less server: tools and a prompt that need more input."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

Context = ServerRequestContext[Any, Any]
Rounds = list[types.InputRequests]
Result = types.CallToolResult | types.InputRequiredResult

CAPABILITIES: dict[str, str] = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}


def form(message: str, key: str, kind: str = "string") -> types.ElicitRequest:
    schema = {"type": "object", "properties": {key: {"type": kind}}, "required": [key]}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def sampling(question: str) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=types.TextContent(text=question))
    return types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[message], max_tokens=100))


NAME = form("What is your name?", "name")

INPUT_TOOLS: dict[str, tuple[Rounds, bool]] = {
    "test_input_required_result_elicitation": ([{"user_name": NAME}], False),
    "test_input_required_result_sampling": ([{"capital_question": sampling("What is the capital of France?")}], False),
    "test_input_required_result_list_roots": ([{"client_roots": types.ListRootsRequest()}], False),
    "test_input_required_result_request_state": ([{"confirm": form("Please confirm", "ok", "boolean")}], True),
    "test_input_required_result_tampered_state": ([{"confirm": form("Please confirm", "ok", "boolean")}], True),
    "test_input_required_result_multiple_inputs": (
        [{"user_name": NAME, "greeting": sampling("Generate a greeting"), "client_roots": types.ListRootsRequest()}],
        True,
    ),
    "test_input_required_result_multi_round": (
        [
            {"step1": form("Step 1: What is your name?", "name")},
            {"step2": form("Step 2: What is your favorite color?", "color")},
        ],
        True,
    ),
    "test_input_required_result_capabilities": (
        [{"user_name": NAME, "capital_question": sampling("What is the capital of France?")}],
        False,
    ),
    "test_streaming_elicitation": ([{"user_name": NAME}], False),
}
"""By name: what is asked in each round, and whether a state goes along."""


def asked_tool(context: Context, params: types.CallToolRequestParams) -> Result:
    rounds, stateful = INPUT_TOOLS[params.name]
    answers = params.input_responses or {}
    done = int(params.request_state or 0)
    if done < len(rounds) and rounds[done].keys() <= answers.keys():
        done += 1
    if done < len(rounds):
        allowed = {key: request for key, request in rounds[done].items() if _declared(context, request)}
        return types.InputRequiredResult(input_requests=allowed, request_state=str(done) if stateful else None)
    words = [answer.model_dump_json(by_alias=True) for answer in answers.values()]
    return types.CallToolResult(content=[types.TextContent(text="state-ok " + " ".join(words))])


def asked_prompt(params: types.GetPromptRequestParams) -> types.GetPromptResult | types.InputRequiredResult:
    if "user_context" not in (params.input_responses or {}):
        question = form("What context should the prompt use?", "context")
        return types.InputRequiredResult(input_requests={"user_context": question})
    message = types.PromptMessage(role="user", content=types.TextContent(text="A prompt with context."))
    return types.GetPromptResult(messages=[message])


async def missing_capability(context: Context, _arguments: dict[str, Any]) -> list[types.ContentBlock]:
    if _capability(context, "sampling") is None:
        raise MCPError(
            types.MISSING_REQUIRED_CLIENT_CAPABILITY, "needs sampling", {"requiredCapabilities": {"sampling": {}}}
        )
    return [types.TextContent(text="done")]


DIAGNOSTIC_TOOLS: dict[str, Callable[[Context, dict[str, Any]], Awaitable[list[types.ContentBlock]]]] = {
    "test_missing_capability": missing_capability,
}


def _declared(context: Context, request: types.InputRequest) -> bool:
    return _capability(context, CAPABILITIES[request.method]) is not None


def _capability(context: Context, name: str) -> object:
    return getattr(context.session.client_capabilities, name, None)

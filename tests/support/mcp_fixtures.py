"""A server with the tools, prompts and resources that the protocol's own test suite asks for."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.exceptions import MCPError

from support.mcp_input_fixtures import DIAGNOSTIC_TOOLS, INPUT_TOOLS, asked_prompt, asked_tool

Context = ServerRequestContext[Any, Any]
Answer = list[types.ContentBlock]

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

NO_ARGUMENTS: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
STRICT: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


def takes(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


def text(words: str) -> types.TextContent:
    return types.TextContent(text=words)


def embedded(uri: str, mime_type: str, words: str) -> types.EmbeddedResource:
    return types.EmbeddedResource(resource=types.TextResourceContents(uri=uri, mime_type=mime_type, text=words))


def image() -> types.ImageContent:
    return types.ImageContent(data=PNG, mime_type="image/png")


async def simple_text(_context: Context, _arguments: dict[str, Any]) -> Answer:
    return [text("This is a simple text response for testing.")]


async def image_content(_context: Context, _arguments: dict[str, Any]) -> Answer:
    return [image()]


async def audio_content(_context: Context, _arguments: dict[str, Any]) -> Answer:
    return [types.AudioContent(data=WAV, mime_type="audio/wav")]


async def embedded_resource(_context: Context, _arguments: dict[str, Any]) -> Answer:
    return [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]


async def multiple(_context: Context, _arguments: dict[str, Any]) -> Answer:
    data = json.dumps({"test": "data", "value": 123})
    return [
        text("Multiple content types test:"),
        image(),
        embedded("test://mixed-content-resource", "application/json", data),
    ]


async def with_logging(context: Context, _arguments: dict[str, Any]) -> Answer:
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        notification = types.LoggingMessageNotification(
            params=types.LoggingMessageNotificationParams(level="info", data=words)
        )
        await context.session.send_notification(notification, related_request_id=context.request_id)
        await asyncio.sleep(0.05)
    return [text("done")]


async def failing(_context: Context, _arguments: dict[str, Any]) -> Answer:
    raise RuntimeError("This tool intentionally returns an error for testing")


async def with_progress(context: Context, _arguments: dict[str, Any]) -> Answer:
    for done in (0, 50, 100):
        await context.session.report_progress(done, 100)
        await asyncio.sleep(0.05)
    return [text("done")]


async def sampling(context: Context, arguments: dict[str, Any]) -> Answer:
    message = types.SamplingMessage(role="user", content=text(arguments["prompt"]))
    request = types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[message], max_tokens=100))
    result = await _ask(context, request, types.CreateMessageResult)
    return [text(f"LLM response: {result.model_dump_json()}")]


async def elicitation(context: Context, arguments: dict[str, Any]) -> Answer:
    properties = {"username": {"type": "string"}, "email": {"type": "string"}}
    return await _elicited(context, arguments["message"], properties, ["username", "email"])


async def elicitation_defaults(context: Context, _arguments: dict[str, Any]) -> Answer:
    properties = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    return await _elicited(context, "defaults", properties, [])


async def elicitation_enums(context: Context, _arguments: dict[str, Any]) -> Answer:
    options = ["option1", "option2", "option3"]
    titled = [{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}]
    properties = {
        "untitledSingle": {"type": "string", "enum": options},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["Option One", "Option Two"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    return await _elicited(context, "enums", properties, [])


async def _elicited(context: Context, message: str, properties: dict[str, Any], required: list[str]) -> Answer:
    schema = {"type": "object", "properties": properties, "required": required}
    request = types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))
    result = await _ask(context, request, types.ElicitResult)
    return [text(f"Elicitation completed: action={result.action}, content={json.dumps(result.content)}")]


async def _ask(context: Context, request: Any, kind: Any) -> Any:
    from mcp.shared.message import ServerMessageMetadata

    metadata = ServerMessageMetadata(related_request_id=context.request_id)
    return await context.session.send_request(request, kind, metadata=metadata)


TOOLS: dict[str, tuple[dict[str, Any], Callable[[Context, dict[str, Any]], Awaitable[Answer]]]] = {
    "test_simple_text": (NO_ARGUMENTS, simple_text),
    "test_image_content": (NO_ARGUMENTS, image_content),
    "test_audio_content": (NO_ARGUMENTS, audio_content),
    "test_embedded_resource": (NO_ARGUMENTS, embedded_resource),
    "test_multiple_content_types": (NO_ARGUMENTS, multiple),
    "test_tool_with_logging": (NO_ARGUMENTS, with_logging),
    "test_error_handling": (NO_ARGUMENTS, failing),
    "test_tool_with_progress": (NO_ARGUMENTS, with_progress),
    "test_sampling": (takes("prompt"), sampling),
    "test_elicitation": (takes("message"), elicitation),
    "test_elicitation_sep1034_defaults": (NO_ARGUMENTS, elicitation_defaults),
    "test_elicitation_sep1330_enums": (NO_ARGUMENTS, elicitation_enums),
    "json_schema_2020_12_tool": (STRICT, simple_text),
    "test_logging_tool": (NO_ARGUMENTS, simple_text),
    **{name: (NO_ARGUMENTS, tool) for name, tool in DIAGNOSTIC_TOOLS.items()},
}

ASKING_PROMPT = "test_input_required_result_prompt"

PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
    ASKING_PROMPT: [],
}


async def list_tools(_context: Context, _params: Any) -> types.ListToolsResult:
    schemas = {name: schema for name, (schema, _) in TOOLS.items()} | dict.fromkeys(INPUT_TOOLS, NO_ARGUMENTS)
    listed = [types.Tool(name=name, description=name, input_schema=schema) for name, schema in schemas.items()]
    return types.ListToolsResult(tools=listed)


async def call_tool(
    context: Context, params: types.CallToolRequestParams
) -> types.CallToolResult | types.InputRequiredResult:
    if params.name in INPUT_TOOLS:
        return asked_tool(context, params)
    if params.name not in TOOLS:
        raise MCPError(types.INVALID_PARAMS, "unknown tool")
    try:
        return types.CallToolResult(content=await TOOLS[params.name][1](context, params.arguments or {}))
    except RuntimeError as error:
        return types.CallToolResult(content=[text(str(error))], is_error=True)


async def list_resources(_context: Context, _params: Any) -> types.ListResourcesResult:
    uris = ("test://static-text", "test://static-binary", "test://watched-resource")
    return types.ListResourcesResult(resources=[types.Resource(uri=uri, name=uri, description=uri) for uri in uris])


async def list_templates(_context: Context, _params: Any) -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(uri_template="test://template/{id}/data", name="template", description="data")
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(_context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    uri = params.uri
    found = re.fullmatch(r"test://template/([^/]+)/data", uri)
    content: types.TextResourceContents | types.BlobResourceContents
    if found:
        data = {"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"}
        content = types.TextResourceContents(uri=uri, mime_type="application/json", text=json.dumps(data))
    elif uri == "test://static-binary":
        content = types.BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)
    elif uri != "test://static-text" and uri != "test://watched-resource":
        raise MCPError(types.INVALID_PARAMS, "Resource not found", {"uri": uri})
    else:
        words = "This is the content of the static text resource."
        content = types.TextResourceContents(uri=uri, mime_type="text/plain", text=words)
    return types.ReadResourceResult(contents=[content])


async def list_prompts(_context: Context, _params: Any) -> types.ListPromptsResult:
    listed = [
        types.Prompt(
            name=name,
            description=name,
            arguments=[types.PromptArgument(name=argument, required=True) for argument in arguments],
        )
        for name, arguments in PROMPTS.items()
    ]
    return types.ListPromptsResult(prompts=listed)


def prompt_parts(name: str, arguments: dict[str, str]) -> Answer:
    match name:
        case "test_simple_prompt":
            return [text("This is a simple prompt for testing.")]
        case "test_prompt_with_arguments":
            return [text(f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'")]
        case "test_prompt_with_embedded_resource":
            resource = embedded(arguments["resourceUri"], "text/plain", "Embedded resource content for testing.")
            return [resource, text("Please process the embedded resource above.")]
        case "test_prompt_with_image":
            return [image(), text("Please analyze the image above.")]
    raise MCPError(types.INVALID_PARAMS, "unknown prompt")


async def get_prompt(
    _context: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult | types.InputRequiredResult:
    if params.name == ASKING_PROMPT:
        return asked_prompt(params)
    parts = prompt_parts(params.name, params.arguments or {})
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=part) for part in parts])


async def nothing(_context: Context, _params: Any) -> types.EmptyResult:
    return types.EmptyResult()


async def complete(_context: Context, _params: Any) -> types.CompleteResult:
    return types.CompleteResult(completion=types.Completion(values=["paris", "park", "party"]))


def fixture_server() -> Server[Any]:
    server: Server[Any] = Server(
        "fixture",
        version="1",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=nothing,
        on_unsubscribe_resource=nothing,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
        on_subscriptions_listen=ListenHandler(InMemorySubscriptionBus()),
    )
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience="fixture"))
    server.add_request_handler("logging/setLevel", types.SetLevelRequestParams, nothing)
    return server

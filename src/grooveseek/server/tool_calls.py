"""`tools/list` and `tools/call`: the protocol's side of the tools."""

from __future__ import annotations

import logging
from functools import cache, partial

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from grooveseek.errors import GrooveError
from grooveseek.server.confirmation import confirm
from grooveseek.server.failures import log_crash
from grooveseek.server.icon import ICONS
from grooveseek.server.parameters import WrongArgumentError, object_schema, read_arguments, unknown_names
from grooveseek.server.replies import Reply, refusal
from grooveseek.server.schemas import REBUILD_INDEX, TOOLS, Lane, ToolDefinition
from grooveseek.server.service import Service
from grooveseek.server.tools.call import ToolCall
from grooveseek.server.tools.lookup import tool_named
from grooveseek.server.work import Progress, Work, run_in_thread

logger = logging.getLogger(__name__)

_LONG: tuple[Lane, ...] = ("walk", "rebuild")
"""What takes long enough to tell how far it is."""

_BY_NAME = {definition.name: definition for definition in TOOLS}


@cache
def list_tools(version: str) -> types.ListToolsResult:
    """The tools as the protocol revision `version` can describe them."""
    return types.ListToolsResult(tools=[_listed(definition, version) for definition in TOOLS])


async def call_tool(
    service: Service, context: ServerRequestContext[object, object], params: types.CallToolRequestParams
) -> types.CallToolResult | types.InputRequiredResult:
    """Raises `MCPError` (invalid params) for an unknown tool and for arguments of the wrong JSON type."""
    definition = _BY_NAME.get(params.name)
    if definition is None:
        raise MCPError(types.INVALID_PARAMS, f"unknown tool {params.name!r}; there are: {', '.join(_BY_NAME)}")
    try:
        arguments = read_arguments(definition.parameters, params.arguments)
    except WrongArgumentError as error:
        raise MCPError(types.INVALID_PARAMS, f"{definition.name}: {error}") from None
    if definition is REBUILD_INDEX and arguments.get("force") is True and service.rebuilds.running is None:
        answer = await confirm(context, params)
        if isinstance(answer, types.InputRequiredResult):
            return answer
        if not answer:
            return _result(refusal("nothing was rebuilt: the person asked did not agree"), context.protocol_version)
    work = Work()
    reply = await run_in_thread(
        partial(_run, service, definition, arguments, unknown_names(definition.parameters, params.arguments), work),
        work,
        lane=service.lanes[definition.lane],
        report=partial(_report, context) if definition.lane in _LONG else None,
    )
    return _result(reply, context.protocol_version)


def _run(
    service: Service, definition: ToolDefinition, arguments: dict[str, object], unknown: tuple[str, ...], work: Work
) -> Reply:
    try:
        call = ToolCall(service.backend.opened(), arguments, work, service.rebuilds, unknown)
        return tool_named(definition.name)(call)
    except GrooveError as error:
        return refusal(service.redacted(str(error)))
    except Exception as crash:  # noqa: BLE001 - one call's crash is that call's answer, never the connection's end
        log_crash(logger, definition.name, crash)
        return refusal(f"{definition.name} failed: internal error ({type(crash).__name__}); see the server's log")


async def _report(context: ServerRequestContext[object, object], progress: Progress) -> None:
    await context.session.report_progress(progress.done, progress.total, progress.message)


def _result(reply: Reply, version: str) -> types.CallToolResult:
    structured = not reply.failed and (isinstance(reply.value, dict) or version in MODERN_PROTOCOL_VERSIONS)
    return types.CallToolResult(
        content=[types.TextContent(text=reply.text)],
        structured_content=reply.value if structured else None,
        is_error=reply.failed,
    )


def _listed(definition: ToolDefinition, version: str) -> types.Tool:
    # Before 2026-07-28 a structured answer has to be an object.
    describable = definition.output.get("type") == "object" or version in MODERN_PROTOCOL_VERSIONS
    return types.Tool(
        name=definition.name,
        title=definition.title,
        description=definition.description,
        input_schema=object_schema(definition.parameters),
        output_schema=dict(definition.output) if describable else None,
        icons=ICONS,
        annotations=types.ToolAnnotations(
            title=definition.title,
            read_only_hint=definition.read_only,
            destructive_hint=None if definition.read_only else True,
            idempotent_hint=None if definition.read_only else True,
            open_world_hint=False,
        ),
    )

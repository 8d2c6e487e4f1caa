"""The MCP server itself: identity, capabilities, and which module answers which method."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from grooveseek import __version__
from grooveseek.errors import GrooveError
from grooveseek.server.failures import log_crash
from grooveseek.server.icon import ICONS
from grooveseek.server.service import Service
from grooveseek.server.tracing import trace

logger = logging.getLogger(__name__)

INSTRUCTIONS = (
    "A searchable knowledge base of the user's own notes. Start with `search`, in plain language; read what matters "
    "with `get_document` before relying on it, and cite the `path` of every document used. `low_confidence: true` "
    "means that the notes may not cover the question: say so instead of guessing. `list_topics` shows what there is, "
    "`get_connection_graph` what is related to a document. The prompts (summarize_topic, deep_dive, whats_new, "
    "find_gaps) lay out longer tasks."
)

_CONSTANT = CacheHint(ttl_ms=3_600_000, scope="public")

Context = ServerRequestContext[Any, Any]


class GrooveServer(Server[Any]):
    """The SDK's server with capabilities that say what is really sent: tools and prompts never change."""

    def get_capabilities(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
        *,
        protocol_version: str | None = None,
    ) -> types.ServerCapabilities:
        return types.ServerCapabilities(
            tools=types.ToolsCapability(),
            prompts=types.PromptsCapability(),
            resources=types.ResourcesCapability(subscribe=True, list_changed=True),
            completions=types.CompletionsCapability(),
        )

    @property
    def server_info_stamp(self) -> dict[str, Any]:
        """What every session-less result says of its origin; the picture goes with `server/discover` alone."""
        return {"name": self.name, "title": self.title, "version": self.version}


def build_server(service: Service) -> GrooveServer:
    """A server whose handlers share `service`; the modules behind them are imported when first asked for."""
    server = GrooveServer(
        "grooveseek",
        version=__version__,
        title="GrooveSeek",
        description="Search in the user's own notes",
        instructions=INSTRUCTIONS,
        icons=ICONS,
        cache_hints={
            "server/discover": _CONSTANT,
            "tools/list": _CONSTANT,
            "prompts/list": _CONSTANT,
            "resources/templates/list": _CONSTANT,
            "resources/list": CacheHint(0, "public"),
            "resources/read": CacheHint(0, "private"),
        },
        # No parameter of ours is mirrored in a header; without an answer here every call would list all tools first.
        get_tool_input_schema=lambda _name: None,
        on_list_tools=_list_tools,
        on_call_tool=partial(_call_tool, service),
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        on_list_resources=partial(_list_resources, service),
        on_list_resource_templates=_list_templates,
        on_read_resource=partial(_read_resource, service),
        on_subscribe_resource=partial(_subscribe, service),
        on_unsubscribe_resource=partial(_unsubscribe, service),
        on_subscriptions_listen=partial(_listen, service),
        on_completion=partial(_complete, service),
    )
    server.add_request_handler("server/discover", types.RequestParams, partial(_discover, server))
    server.middleware += [trace, service.activity, service.connections, _contain]
    return server


async def _discover(server: GrooveServer, context: Context, _params: types.RequestParams) -> types.DiscoverResult:
    return types.DiscoverResult(
        supported_versions=list(KNOWN_PROTOCOL_VERSIONS),
        capabilities=server.get_capabilities(protocol_version=context.protocol_version),
        instructions=server.instructions,
        _meta={types.SERVER_INFO_META_KEY: server.server_info.model_dump(by_alias=True, exclude_none=True)},
    )


async def _list_tools(context: Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    from grooveseek.server.tool_calls import list_tools

    return list_tools(context.protocol_version)


async def _call_tool(
    service: Service, context: Context, params: types.CallToolRequestParams
) -> types.CallToolResult | types.InputRequiredResult:
    from grooveseek.server.tool_calls import call_tool

    return await call_tool(service, context, params)


async def _list_prompts(_context: Context, _params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    from grooveseek.server.prompt_calls import list_prompts

    return list_prompts()


async def _get_prompt(_context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    from grooveseek.server.prompt_calls import get_prompt

    return get_prompt(params)


async def _list_resources(
    service: Service, _context: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    from grooveseek.server.resource_calls import list_resources

    return await list_resources(service, params.cursor if params else None)


async def _list_templates(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    from grooveseek.server.resource_calls import list_templates

    return list_templates()


async def _read_resource(
    service: Service, context: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    from grooveseek.server.resource_calls import read

    return await read(service, context, params.uri)


async def _complete(service: Service, _context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    from grooveseek.server.resource_calls import complete

    return await complete(service, params)


async def _subscribe(service: Service, context: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
    await _begin_to_follow(service)
    service.connections.subscribe(context, params.uri)
    return types.EmptyResult()


async def _listen(
    service: Service, context: Context, params: types.SubscriptionsListenRequestParams
) -> types.SubscriptionsListenResult:
    await _begin_to_follow(service)
    return await service.listen(context, params)


async def _begin_to_follow(service: Service) -> None:
    """What changes after the answer is told; where nothing can be opened yet, nothing can change either."""
    try:
        await service.changes.begin()
    except GrooveError as error:
        logger.debug("%s", error)


async def _unsubscribe(service: Service, context: Context, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
    service.connections.unsubscribe(context, params.uri)
    return types.EmptyResult()


async def _contain(ctx: Context, call_next: CallNext) -> HandlerResult:
    """No crash of a handler shows its words to a client."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise
    except Exception as crash:  # noqa: BLE001 - told as an internal error; the words stay in the log
        log_crash(logger, ctx.method, crash)
        raise MCPError(types.INTERNAL_ERROR, f"{ctx.method} failed: internal error; see the server's log") from None

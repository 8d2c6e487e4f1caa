"""`resources/*` and `completion/complete`: the protocol's side of the resources."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from grooveseek.errors import GrooveError
from grooveseek.kb.uris import group_uri
from grooveseek.server.backend import Opened
from grooveseek.server.completions import NO_COMPLETION, Completion, complete_day, complete_path, complete_topic
from grooveseek.server.icon import ICONS
from grooveseek.server.resources import Listed, ResourceNotFoundError, list_groups, read_resource
from grooveseek.server.service import Service
from grooveseek.server.work import Work, run_in_thread

T = TypeVar("T")

PAGE = 500
"""Groups on one page of the listing."""

TEMPLATE = "kb://doc/{path}"

LEGACY_NOT_FOUND = -32002
"""The revisions before 2026-07-28 have a code of their own for a resource that is not there."""

_COMPLETERS: dict[tuple[str, str], Callable[[Opened, str], Completion]] = {
    ("summarize_topic", "topic"): complete_topic,
    ("find_gaps", "topic"): complete_topic,
    ("whats_new", "since"): complete_day,
    (TEMPLATE, "path"): complete_path,
}


async def list_resources(service: Service, cursor: str | None) -> types.ListResourcesResult:
    """Raises `MCPError` (invalid params) for a cursor that was never given."""
    start = _position(cursor)
    groups = await _read(service, list_groups)
    end = start + PAGE
    return types.ListResourcesResult(
        resources=[_resource(listed) for listed in groups[start:end]],
        next_cursor=str(end) if end < len(groups) else None,
    )


def list_templates() -> types.ListResourceTemplatesResult:
    template = types.ResourceTemplate(
        uri_template=TEMPLATE,
        name="document",
        title="A document",
        description="One document of the knowledge base by its path, as `search` returns it (in `uri`).",
        icons=ICONS,
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read(service: Service, context: ServerRequestContext[Any, Any], uri: str) -> types.ReadResourceResult:
    """Raises `MCPError`: not found, or internal error when the file cannot be read as it was offered."""
    try:
        content = await _read(service, partial(read_resource, uri=uri))
    except ResourceNotFoundError as error:
        modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
        raise MCPError(types.INVALID_PARAMS if modern else LEGACY_NOT_FOUND, str(error), {"uri": uri}) from None
    item = types.TextResourceContents(uri=content.uri, mime_type=content.mime_type, text=content.text)
    return types.ReadResourceResult(contents=[item])


async def complete(service: Service, params: types.CompleteRequestParams) -> types.CompleteResult:
    reference = params.ref
    name = reference.name if isinstance(reference, types.PromptReference) else reference.uri
    completer = _COMPLETERS.get((name, params.argument.name))
    found = NO_COMPLETION
    if completer is not None:
        found = await _read(service, lambda opened: completer(opened, params.argument.value))
    values = list(found.values)
    return types.CompleteResult(
        completion=types.Completion(values=values, total=found.total, has_more=found.total > len(values))
    )


async def _read(service: Service, function: Callable[[Opened], T]) -> T:
    try:
        return await run_in_thread(lambda: function(service.backend.opened()), Work(), lane=service.lanes["read"])
    except ResourceNotFoundError:
        raise
    except GrooveError as error:
        raise MCPError(types.INTERNAL_ERROR, service.redacted(str(error))) from None


def _position(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise MCPError(types.INVALID_PARAMS, f"unknown cursor {cursor!r}")
    return int(cursor)


def _resource(listed: Listed) -> types.Resource:
    return types.Resource(
        uri=group_uri(listed.group.prefix),
        name=listed.group.name,
        title=listed.group.name,
        description=listed.group.description,
        mime_type="text/markdown",
        size=listed.size,
        annotations=types.Annotations(audience=["assistant", "user"], last_modified=listed.last_modified),
    )

"""The official client drives every tool, prompt and resource, over both transports and in both lifecycles."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.client import ConnectMode

from support.server import EXAMPLE, TESTS, backend_of, example_base, http_server, rebuilding

CHILD = """
import sys
from pathlib import Path
from support.server import backend_of, example_base, rebuilding
from grooveseek.server.stdio import serve_stdio
opened = rebuilding(example_base(Path(sys.argv[1])))
sys.exit(serve_stdio(backend_of(opened, best_practice_templates=("{target}.md",))))
"""

PROMPTS = {
    "summarize_topic": {"topic": "mcp"},
    "deep_dive": {"question": "why?"},
    "whats_new": {"since": "2026-03-01"},
    "find_gaps": {"topic": "mcp"},
}

Connect = Callable[[], AbstractAsyncContextManager[Client]]


@pytest.fixture(params=["stdio", "http"])
def transport(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StdioServerParameters | str]:
    if request.param == "stdio":
        yield StdioServerParameters(
            command=sys.executable, args=["-c", CHILD, str(tmp_path)], env={"PYTHONPATH": str(TESTS)}
        )
        return
    opened = example_base(tmp_path)
    with http_server(backend_of(rebuilding(opened), best_practice_templates=("{target}.md",))) as server:
        yield server.url + "/mcp"
    opened.index.close()


@pytest.fixture(params=["legacy", "2026-07-28"])
def connect(request: pytest.FixtureRequest, transport: StdioServerParameters | str) -> Connect:
    mode: ConnectMode = request.param

    @asynccontextmanager
    async def connected() -> AsyncIterator[Client]:
        async with Client(transport, mode=mode) as client:
            yield client

    return connected


def payload(result: types.CallToolResult) -> Any:
    """The one text block as JSON, which the structured form has to repeat where there is one."""
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    value = json.loads(block.text)
    assert block.text == json.dumps(value, ensure_ascii=False, indent=2)
    assert result.structured_content in (None, value)
    return value


def test_everything_answers(connect: Connect) -> None:
    async def main() -> None:
        async with connect() as client:
            tools = await client.list_tools()
            assert len(tools.tools) == 6

            found = payload(await client.call_tool("search", {"query": "chunking", "limit": 2}))
            assert {hit["path"] for hit in found["results"]} == {"readme.md", "ai-news/today.md"}

            topics = payload(await client.call_tool("list_topics"))
            assert [(entry["category"], entry["topic"], entry["file_count"]) for entry in topics] == [
                (None, None, 1),
                ("ai-news", None, 1),
                ("deep-dive", "mcp", 2),
            ]
            assert [entry["children"] for entry in topics] == [
                [],
                [],
                [{"segment": "sub", "file_count": 1, "children": []}],
            ]

            document = payload(await client.call_tool("get_document", {"path": "deep-dive/mcp/overview.md"}))
            assert document["content"] == EXAMPLE["deep-dive/mcp/overview.md"]

            guide = payload(await client.call_tool("get_best_practice", {"target": "readme"}))
            assert guide.keys() == {"target", "content"}

            graph = payload(await client.call_tool("get_connection_graph", {"start": "readme.md"}))
            assert graph["start_path"] == "readme.md"

            counters = payload(await client.call_tool("rebuild_index"))
            assert counters["total_documents"] == 4

            prompts = await client.list_prompts()
            assert [prompt.name for prompt in prompts.prompts] == list(PROMPTS)
            for name, arguments in PROMPTS.items():
                (message,) = (await client.get_prompt(name, arguments)).messages
                assert message.role == "user"
                assert isinstance(message.content, types.TextContent)
                assert all(argument in message.content.text for argument in arguments.values())

            resources = await client.list_resources()
            assert [resource.uri for resource in resources.resources] == [
                "kb://topic/",
                "kb://topic/ai-news",
                "kb://topic/deep-dive/mcp",
            ]
            for resource in resources.resources:
                (content,) = (await client.read_resource(resource.uri)).contents
                assert content.mime_type == "text/markdown"
            templates = await client.list_resource_templates()
            assert [template.uri_template for template in templates.resource_templates] == ["kb://doc/{path}"]
            read = await client.read_resource("kb://doc/readme.md")
            (content,) = read.contents
            assert isinstance(content, types.TextResourceContents)
            assert content.text == EXAMPLE["readme.md"]

            completed = await client.complete(
                types.ResourceTemplateReference(uri="kb://doc/{path}"), {"name": "path", "value": "deep"}
            )
            assert len(completed.completion.values) == 2

    anyio.run(main)


def test_refusals_of_a_tool_are_answers_with_the_error_flag(connect: Connect) -> None:
    async def main() -> None:
        async with connect() as client:
            missing = await client.call_tool("get_document", {"path": "./readme.md"})
            assert missing.is_error
            assert payload(missing).keys() == {"error"}
            range_error = await client.call_tool("search", {"query": "x", "mmr_lambda": 1.5})
            assert range_error.is_error
            assert "mmr_lambda" in payload(range_error)["error"]

    anyio.run(main)


MALFORMED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search", {}),
    ("search", {"query": None}),
    ("search", {"query": 7}),
    ("search", {"query": "x", "limit": "many"}),
    ("search", {"query": "x", "fields": {"status": "open"}}),
    ("no_such_tool", {}),
)


def test_malformed_calls_are_protocol_errors(connect: Connect) -> None:
    async def main() -> None:
        async with connect() as client:
            for tool, arguments in MALFORMED:
                with pytest.raises(MCPError) as refusal:
                    await client.call_tool(tool, arguments)
                assert refusal.value.error.code == types.INVALID_PARAMS

    anyio.run(main)


def test_unknown_arguments_are_ignored_but_told_and_null_is_absent(connect: Connect) -> None:
    async def main() -> None:
        given = {"query": "chunking", "limit": None, "path_glob": "none/**", "hue": None}
        async with connect() as client:
            found = payload(await client.call_tool("search", given))
            assert len(found["results"]) == 4
            assert {
                "code": "parameter-ignored",
                "message": "'path_glob': ignored, because there is no such parameter; did you mean `path_globs`?",
            } in found["notices"]
            assert "hue" not in str(found["notices"])

    anyio.run(main)


def test_an_unknown_prompt_or_a_missing_argument_is_a_protocol_error(connect: Connect) -> None:
    async def main() -> None:
        async with connect() as client:
            with pytest.raises(MCPError, match="summarize_topic") as unknown:
                await client.get_prompt("nope")
            with pytest.raises(MCPError, match="`topic` is required") as missing:
                await client.get_prompt("summarize_topic")
            assert unknown.value.error.code == missing.value.error.code == types.INVALID_PARAMS

    anyio.run(main)

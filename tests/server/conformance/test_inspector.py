"""The protocol's inspector, by its command line, drives every tool, prompt and resource of an installed `groove`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.cli import GROOVE, User, user
from support.protocol_tools import INSPECTOR, needs_protocol_tools, run_node
from support.serving import serving

pytestmark = [needs_protocol_tools, pytest.mark.timeout(300)]

TOOLS: dict[str, dict[str, Any]] = {
    "search": {"query": "where to drop the anchor", "limit": 1},
    "list_topics": {},
    "get_document": {"path": "sea/anchor.md"},
    "get_best_practice": {"target": "anchor"},
    "get_connection_graph": {"start": "sea/anchor.md", "depth": 1},
    "rebuild_index": {"force": False},
}
PROMPTS = {
    "summarize_topic": "topic=sea",
    "deep_dive": "question=where to anchor?",
    "whats_new": "since=2026-03-01",
    "find_gaps": "topic=sea",
}


class Inspector:
    """Calls one method of the server named `entry` in the file `config`."""

    def __init__(self, config: Path, era: str, home: Path) -> None:
        self._words = ("--config", str(config), "--server", "notes", "--protocol-era", era, "--format", "json", "-q")
        self._home = home

    def __call__(self, method: str, *words: str) -> Any:
        ended = run_node(INSPECTOR, *self._words, "--method", method, *words, home=self._home)
        assert ended.returncode == 0, f"{method} {words}: {ended.stdout}{ended.stderr}"
        assert "Warning" not in ended.stderr
        return json.loads(ended.stdout)["result"]

    def tool(self, name: str, arguments: dict[str, Any]) -> Any:
        result = self("tools/call", "--tool-name", name, "--tool-args-json", json.dumps(arguments))
        (block,) = result["content"]
        return json.loads(block["text"])


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> User:
    made = user(tmp_path_factory.mktemp("inspected"))
    made.note("sea/anchor.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    made.note("復旧.md", "# 復旧の手順\n\n問題が起きたら、前のタグへロールバックする。\n")
    made.config(f'kb_path = "{made.notes}"\n[best_practice]\npath_templates = ["sea/{{target}}.md"]\n')
    assert made.groove("index").code == 0
    return made


WAYS = {"stdio session-less": ("stdio", "modern"), "http sessions": ("http", "legacy")}
"""The other two pairs are driven by the official client."""


@pytest.fixture(scope="module", params=WAYS)
def inspect(request: pytest.FixtureRequest, somebody: User) -> Iterator[Inspector]:
    transport, era = WAYS[request.param]
    config = somebody.root / f"{transport}.mcp.json"
    settings = ("--config", somebody.cwd / "groove.toml")
    if transport == "stdio":
        command = {"type": "stdio", "command": str(GROOVE), "args": ["serve", "--no-watch", *map(str, settings)]}
        config.write_text(json.dumps({"mcpServers": {"notes": {**command, "env": {"HOME": str(somebody.home)}}}}))
        yield Inspector(config, era, somebody.root)
        return
    with serving(somebody, *settings, "--transport", "http", "--port", "0") as server:
        address = {"type": "streamable-http", "url": f"http://{server.address}/mcp"}
        config.write_text(json.dumps({"mcpServers": {"notes": address}}))
        yield Inspector(config, era, somebody.root)


def test_schemas_are_portable(inspect: Inspector) -> None:
    """The inspector's strict reading finds nothing that some client could not take."""
    listed = inspect("tools/list", "--strict")["tools"]

    assert {tool["name"] for tool in listed} == TOOLS.keys()


def test_every_tool(inspect: Inspector) -> None:
    answers = {name: inspect.tool(name, arguments) for name, arguments in TOOLS.items()}

    assert [hit["path"] for hit in answers["search"]["results"]] == ["sea/anchor.md"]
    assert [entry["category"] for entry in answers["list_topics"]] == [None, "sea"]
    assert answers["get_document"]["title"] == "Anchors"
    assert "shallow water" in answers["get_best_practice"]["content"]
    assert answers["get_connection_graph"]["start_path"] == "sea/anchor.md"
    assert answers["rebuild_index"]["total_documents"] == 2


def test_every_prompt(inspect: Inspector) -> None:
    assert {prompt["name"] for prompt in inspect("prompts/list")["prompts"]} == PROMPTS.keys()
    for name, argument in PROMPTS.items():
        (message,) = inspect("prompts/get", "--prompt-name", name, "--prompt-args", argument)["messages"]
        assert argument.partition("=")[2] in message["content"]["text"]


def test_every_resource(inspect: Inspector) -> None:
    listed = [resource["uri"] for resource in inspect("resources/list")["resources"]]
    assert listed == ["kb://topic/", "kb://topic/sea"]
    (template,) = inspect("resources/templates/list")["resourceTemplates"]
    assert template["uriTemplate"] == "kb://doc/{path}"
    for uri, words in (("kb://topic/sea", "sea/anchor.md"), ("kb://doc/sea/anchor.md", "shallow water")):
        (content,) = inspect("resources/read", "--uri", uri)["contents"]
        assert words in content["text"]

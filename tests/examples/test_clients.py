"""The `.mcp.json` examples, connected by the official client."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from support.cli import GROOVE, User, parsed
from support.paths import REPOSITORY
from support.recipes import EXAMPLES, filled, paths_found
from support.serving import serving

CLIENTS = sorted((EXAMPLES / "clients").glob("*.json"))


def the_server(text: str) -> dict[str, Any]:
    """The one entry of a `.mcp.json`."""
    (entry,) = json.loads(text)["mcpServers"].values()
    assert isinstance(entry, dict)
    return entry


def stdio_client(entry: dict[str, Any], somebody: User) -> Client:
    assert entry.pop("type") == "stdio"
    environ = somebody.environ | entry.pop("env", {})
    return Client(StdioServerParameters(**entry, env=environ, cwd=somebody.cwd))


def found(client: Client, query: str) -> list[str]:
    async def ask() -> list[str]:
        with anyio.fail_after(50):
            async with client:
                return await paths_found(client, query)

    return anyio.run(ask)


def test_a_client_starts_the_server_by_itself(somebody: User) -> None:
    text = filled("clients/stdio.mcp.json", {"/path/to/groove": GROOVE, "/path/to/notes": somebody.notes})

    assert found(stdio_client(the_server(text), somebody), "anchor")[0] == "anchor.md"


def test_a_client_starts_the_server_with_a_settings_file(somebody: User) -> None:
    file = somebody.config(f"kb_path = '{somebody.notes}'\n")
    text = filled("clients/config.mcp.json", {"/path/to/groove.toml": file, "/path/to/groove": GROOVE})

    assert found(stdio_client(the_server(text), somebody), "ロールバック")[0] == "復旧.md"


def test_a_client_joins_a_running_server(somebody: User) -> None:
    with serving(somebody, "--kb-path", somebody.notes, "--transport", "http", "--port", "0") as server:
        text = filled("clients/http.mcp.json", {"127.0.0.1:3100": server.address or ""})
        entry = the_server(text)
        assert entry.pop("type") == "http"

        assert found(Client(**{"server": entry.pop("url"), **entry}), "anchor")[0] == "anchor.md"


def test_the_flags_for_reranking_are_taken() -> None:
    entry = the_server((EXAMPLES / "clients/reranking.mcp.json").read_text("utf-8"))
    command, *words = entry["args"]
    flags = parsed(command, *words)

    assert command == "serve"
    assert (flags["model"], flags["reranker"], flags["rerank_by_default"]) == ("bge-m3", "bge-v2-m3", False)
    assert entry["env"] == {"FASTEMBED_CACHE_DIR": "/path/to/models"}


@pytest.mark.parametrize("file", CLIENTS, ids=lambda file: file.name)
def test_the_docs_show_the_example_as_it_is(file: Path) -> None:
    shown = re.findall(r"^```json\n(.*?)^```", (REPOSITORY / "docs/clients.md").read_text("utf-8"), re.M | re.S)

    assert json.loads(file.read_text("utf-8")) in [json.loads(block) for block in shown]

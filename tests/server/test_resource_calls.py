from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grooveseek.server import resource_calls
from support.server import EXAMPLE, HttpServer, backend_of, example_base, http_server, message_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    opened = example_base(tmp_path_factory.mktemp("resources"))
    with http_server(backend_of(opened)) as running:
        yield running
    opened.index.close()


def result(server: HttpServer, method: str, **params: Any) -> dict[str, Any]:
    response = server.ask(method, params)
    assert response.status_code == 200, response.text
    return dict(message_of(response)["result"])


def test_one_entry_a_group_in_order(server: HttpServer) -> None:
    listed = result(server, "resources/list")

    assert [(entry["uri"], entry["name"]) for entry in listed["resources"]] == [
        ("kb://topic/", "(root)"),
        ("kb://topic/ai-news", "ai-news"),
        ("kb://topic/deep-dive/mcp", "deep-dive/mcp"),
    ]
    assert {entry["mimeType"] for entry in listed["resources"]} == {"text/markdown"}
    assert "2" in listed["resources"][2]["description"]
    assert listed["resources"][0]["annotations"]["audience"] == ["assistant", "user"]
    assert (listed["ttlMs"], listed["cacheScope"]) == (0, "public")
    assert "nextCursor" not in listed


def test_one_template_without_a_media_type(server: HttpServer) -> None:
    (template,) = result(server, "resources/templates/list")["resourceTemplates"]

    assert template["uriTemplate"] == "kb://doc/{path}"
    assert "mimeType" not in template


def test_a_document_is_one_content_item(server: HttpServer) -> None:
    read = result(server, "resources/read", uri="kb://doc/readme.md")

    assert read["contents"] == [
        {"uri": "kb://doc/readme.md", "mimeType": "text/markdown", "text": EXAMPLE["readme.md"]}
    ]
    assert read["cacheScope"] == "private"


def test_not_found_has_the_code_of_the_revision(server: HttpServer) -> None:
    uri = "kb://doc/nope.md"
    sessionless = server.ask("resources/read", {"uri": uri})
    session = {"Mcp-Session-Id": server.session()}
    legacy = server.post({"jsonrpc": "2.0", "id": 2, "method": "resources/read", "params": {"uri": uri}}, session)

    assert sessionless.status_code == 400
    assert sessionless.json()["error"]["code"] == -32602
    assert message_of(legacy)["error"]["code"] == -32002
    assert "groove doctor" in message_of(legacy)["error"]["message"]


def test_a_failure_of_the_moment_is_an_internal_error_without_a_path(tmp_path: Path) -> None:
    opened = example_base(tmp_path)
    (opened.kb.root / "readme.md").unlink()
    with http_server(backend_of(opened)) as server:
        error = message_of(server.ask("resources/read", {"uri": "kb://doc/readme.md"}))["error"]

    assert error["code"] == -32603
    assert str(tmp_path) not in error["message"]
    opened.index.close()


def test_pages_follow_one_another(server: HttpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_calls, "PAGE", 2)

    first = result(server, "resources/list")
    second = result(server, "resources/list", cursor=first["nextCursor"])

    assert [len(page["resources"]) for page in (first, second)] == [2, 1]
    assert "nextCursor" not in second


@pytest.mark.parametrize("cursor", ["x", "-1", "9" * 40, "²"])
def test_a_cursor_that_was_never_given_is_refused(server: HttpServer, cursor: str) -> None:
    response = server.ask("resources/list", {"cursor": cursor})

    assert response.json()["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("reference", "argument", "values"),
    [
        ({"type": "ref/prompt", "name": "summarize_topic"}, {"name": "topic", "value": "m"}, ["mcp"]),
        ({"type": "ref/prompt", "name": "find_gaps"}, {"name": "topic", "value": ""}, ["mcp"]),
        ({"type": "ref/prompt", "name": "deep_dive"}, {"name": "question", "value": "how"}, []),
        ({"type": "ref/prompt", "name": "nope"}, {"name": "topic", "value": ""}, []),
        ({"type": "ref/resource", "uri": "kb://doc/{path}"}, {"name": "path", "value": "read"}, ["readme.md"]),
    ],
)
def test_arguments_are_completed(
    server: HttpServer, reference: dict[str, str], argument: dict[str, str], values: list[str]
) -> None:
    completion = result(server, "completion/complete", ref=reference, argument=argument)["completion"]

    assert completion == {"values": values, "total": len(values), "hasMore": False}

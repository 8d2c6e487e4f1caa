from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from grooveseek.errors import InvalidRequestError
from grooveseek.index.records import FileState
from grooveseek.models.protocol import Models
from grooveseek.reading.errors import TooLargeError
from grooveseek.server.backend import Opened
from grooveseek.server.outputs import SEARCH_OUTPUT
from grooveseek.server.replies import Reply
from grooveseek.server.resources import ResourceNotFoundError, read_resource
from support.models import GivenModels
from support.server import EXAMPLE, call_tool, example_base


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = example_base(tmp_path)
    yield made
    made.index.close()


def search(opened: Opened, **arguments: object) -> dict[str, Any]:
    answer = call_tool(opened, "search", **arguments)
    jsonschema.validate(answer, dict(SEARCH_OUTPUT))
    return dict(answer)


def test_a_hit_has_every_field_and_a_uri_to_read(opened: Opened) -> None:
    (hit,) = search(opened, query="chunking", limit=1)["results"]

    assert hit.keys() == {
        "score",
        "path",
        "title",
        "heading",
        "topic",
        "date",
        "tags",
        "content",
        "match_spans",
        "highlights",
        "lines",
        "uri",
    }
    assert hit["uri"] == "kb://doc/" + hit["path"]


def test_the_wrapper_is_there_without_hits(opened: Opened) -> None:
    answer = search(opened, query="chunking", category="nowhere")

    assert answer["results"] == []
    assert answer["low_confidence"] in (True, False)
    assert answer["filter_applied"] == {"category": "nowhere"}


def test_a_document_too_large_to_read_is_found_without_a_uri(tmp_path: Path) -> None:
    picture = "![x](data:image/png;base64," + "A" * 2 * 1024 * 1024 + ")"
    opened = example_base(tmp_path, {"big.md": f"# Big\n\nchunking of long notes\n\n{picture}\n", **EXAMPLE})

    (hit,) = [hit for hit in search(opened, query="chunking")["results"] if hit["path"] == "big.md"]

    assert "uri" not in hit
    assert "big.md" not in read_resource(opened, "kb://topic/").text
    with pytest.raises(ResourceNotFoundError):
        read_resource(opened, "kb://doc/big.md")
    with pytest.raises(TooLargeError, match="too large"):
        call_tool(opened, "get_document", path="big.md")
    opened.index.close()


def test_recorded_sizes_that_cannot_be_read_cost_the_uris_alone(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grooveseek.server.tools import search as module

    def fail(*_: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr(module, "offered", fail)
    hits = search(opened, query="chunking")["results"]

    assert hits
    assert all("uri" not in hit for hit in hits)


def test_without_a_model_words_answer_and_say_so(opened: Opened) -> None:
    models: Models = GivenModels(None)

    answer = search(replace(opened, models=models), query="chunking")

    assert {hit["path"] for hit in answer["results"]} == {"readme.md", "ai-news/today.md"}
    assert [notice["code"] for notice in answer["notices"]] == ["words-only"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"query": "x", "mmr_lambda": 1.5}, ["mmr_lambda", "1.5"]),
        ({"query": "x", "mmr_same_doc_penalty": -0.1}, ["mmr_same_doc_penalty", "-0.1"]),
        ({"query": "x" * 1025}, ["1025", "1024"]),
        ({"query": "x", "path_globs": []}, ["path_globs"]),
        ({"query": "x", "tags_any": ["t"] * 65}, ["65", "64"]),
        ({"query": "x", "tags_all": ["t" * 1025]}, ["tags_all", "1025"]),
        ({"query": "-alpha -beta"}, ["exclu"]),
        ({"query": "x", "fields": {"": ["a"]}}, ["fields"]),
        ({"query": "x", "fields": {"status": [""]}}, ["fields.status"]),
    ],
)
def test_what_is_out_of_range_is_refused_by_name(opened: Opened, arguments: dict[str, Any], named: list[str]) -> None:
    with pytest.raises(InvalidRequestError) as refusal:
        search(opened, **arguments)

    assert all(word in str(refusal.value) for word in named)


def test_a_limit_beyond_the_most_is_lowered_silently(opened: Opened) -> None:
    assert len(search(opened, query="chunking", limit=4294967295)["results"]) == 4


def test_a_reply_stays_within_its_budget_and_says_what_was_cut(tmp_path: Path) -> None:
    section = "The protocol of transports and sessions goes on.\n\n" * 2_000
    opened = example_base(tmp_path, {f"n{number}.md": f"# N{number}\n\n{section}" for number in range(4)})

    answer = search(opened, query="protocol of transports", limit=20)

    assert len(Reply(answer).text.encode()) <= 64 * 1024 + 1000
    first, last = answer["results"][0], answer["results"][-1]
    assert "truncated" not in first
    assert last["truncated"] is True
    assert last["shown"]["end"] == len(last["content"].encode()) < last["shown"]["total"]
    read_on = call_tool(opened, last["rest"]["tool"], **last["rest"]["arguments"])
    assert read_on["lines"]["start"] == last["lines"]["end"]
    (notice,) = [notice for notice in answer["notices"] if notice["code"] == "content-cut"]
    assert "get_document" in notice["message"]
    opened.index.close()


def test_the_state_of_a_document_is_what_decides_on_its_uri(opened: Opened) -> None:
    opened.index.touch({"readme.md": FileState(size=1_048_577, mtime_ns=1, inode=1, sha256="")})

    hits = search(opened, query="chunking")["results"]

    assert ["uri" in hit for hit in hits if hit["path"] == "readme.md"] == [False]

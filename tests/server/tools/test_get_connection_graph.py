from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from grooveseek.errors import InvalidRequestError
from grooveseek.server.backend import Opened
from grooveseek.server.outputs import GRAPH_OUTPUT
from grooveseek.server.rebuilds import Rebuilds
from grooveseek.server.tools.call import ToolCall
from grooveseek.server.tools.get_connection_graph import get_connection_graph
from grooveseek.server.work import Work, WorkCancelledError
from support.server import call_tool, example_base


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    made = example_base(tmp_path)
    yield made
    made.index.close()


def test_a_walk_finds_neighbours(opened: Opened) -> None:
    answer = call_tool(opened, "get_connection_graph", start="readme.md", min_similarity=0.0)

    jsonschema.validate(answer, dict(GRAPH_OUTPUT))
    assert answer["nodes"][0]["path"] == "readme.md"
    assert {node["path"] for node in answer["nodes"][1:]} > set()


@pytest.mark.parametrize("arguments", [{"depth": -1}, {"fan_out": -7}, {"max_nodes": 10**30}, {"max_seed_chunks": 0}])
def test_numbers_out_of_range_are_clamped(opened: Opened, arguments: dict[str, int]) -> None:
    assert call_tool(opened, "get_connection_graph", start="readme.md", **arguments)["stats"]["seeds_used"] == 1


def test_an_unknown_strategy_and_an_unknown_start_are_refused(opened: Opened) -> None:
    with pytest.raises(InvalidRequestError, match=r"all-chunks.*centroid"):
        call_tool(opened, "get_connection_graph", start="readme.md", seed_strategy="some")
    with pytest.raises(InvalidRequestError, match=r"nope\.md"):
        call_tool(opened, "get_connection_graph", start="nope.md")


def test_a_walk_nobody_waits_for_ends_and_tells_how_far_it_was(opened: Opened) -> None:
    work = Work()
    work.stopped.set()

    with pytest.raises(WorkCancelledError):
        get_connection_graph(ToolCall(opened, {"start": "readme.md"}, work, Rebuilds()))

from __future__ import annotations

import math

import pytest

from grooveseek.errors import InvalidRequestError, UsageError
from grooveseek.search.door import COMMAND_LINE, MCP
from grooveseek.search.graph.request import GraphArguments, GraphRequest, resolve_graph


def test_defaults() -> None:
    request = resolve_graph(GraphArguments("a.md"), 0.3)

    assert request == GraphRequest("a.md", min_quality=0.3)
    assert (request.depth, request.fan_out, request.min_similarity) == (2, 5, 0.3)
    assert (request.max_nodes, request.max_seed_chunks, request.seed_strategy) == (100, 32, "all_chunks")


def test_numbers_are_clamped() -> None:
    high = GraphArguments("a.md", depth=9, fan_out=99, min_similarity=7.0, max_nodes=5000, max_seed_chunks=9999)
    low = GraphArguments("a.md", depth=-1, fan_out=-1, min_similarity=-1.0, max_nodes=-1, max_seed_chunks=0)

    highest, lowest = resolve_graph(high, 0.0), resolve_graph(low, 0.0)

    assert (highest.depth, highest.fan_out, highest.min_similarity) == (3, 20, 1.0)
    assert (highest.max_nodes, highest.max_seed_chunks) == (2000, 1000)
    assert (lowest.depth, lowest.fan_out, lowest.min_similarity) == (0, 0, 0.0)
    assert (lowest.max_nodes, lowest.max_seed_chunks) == (0, 1)


@pytest.mark.parametrize("spelling", ["all_chunks", "all-chunks"])
def test_both_spellings_of_all_chunks(spelling: str) -> None:
    assert resolve_graph(GraphArguments("a.md", seed_strategy=spelling), 0.0).seed_strategy == "all_chunks"


@pytest.mark.parametrize(("door", "error"), [(MCP, InvalidRequestError), (COMMAND_LINE, UsageError)])
def test_another_strategy_is_refused_with_the_known_ones(door: object, error: type[Exception]) -> None:
    door_ = MCP if door is MCP else COMMAND_LINE
    with pytest.raises(error, match=r"'mean'.*all-chunks, all_chunks, centroid"):
        resolve_graph(GraphArguments("a.md", seed_strategy="mean"), 0.0, door_)


def test_a_list_too_long_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match="exclude_paths has 65 entries; the maximum is 64"):
        resolve_graph(GraphArguments("a.md", exclude_paths=["x.md"] * 65), 0.0, MCP)


def test_a_similarity_that_is_no_number() -> None:
    arguments = GraphArguments("a.md", min_similarity=math.nan)

    assert resolve_graph(arguments, 0.0, MCP).min_similarity == 0.3
    with pytest.raises(UsageError, match="--min-similarity must be finite"):
        resolve_graph(arguments, 0.0, COMMAND_LINE)

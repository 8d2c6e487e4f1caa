from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from grooveseek.server.parameters import object_schema, read_arguments
from grooveseek.server.schemas import SEARCH, TOOLS, ToolDefinition

each_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)


def test_the_tools_and_their_order_are_fixed() -> None:
    assert [tool.name for tool in TOOLS] == [
        "search",
        "list_topics",
        "get_document",
        "get_best_practice",
        "rebuild_index",
        "get_connection_graph",
    ]


def test_search_has_its_nineteen_parameters() -> None:
    assert {parameter.name: parameter.kind for parameter in SEARCH.parameters} == {
        "query": "string",
        "limit": "integer",
        "category": "string",
        "topic": "string",
        "rerank": "boolean",
        "min_quality": "number",
        "include_low_quality": "boolean",
        "path_globs": "strings",
        "tags_any": "strings",
        "tags_all": "strings",
        "date_from": "string",
        "date_to": "string",
        "fields": "string lists",
        "fields_not": "string lists",
        "min_confidence_ratio": "number",
        "mmr": "boolean",
        "mmr_lambda": "number",
        "mmr_same_doc_penalty": "number",
        "parent_retriever": "boolean",
    }


@pytest.mark.parametrize(
    ("name", "required", "optional"),
    [
        ("search", {"query"}, None),
        ("list_topics", set(), set()),
        ("get_document", {"path"}, {"start_line", "end_line"}),
        ("get_best_practice", {"target"}, {"category"}),
        ("rebuild_index", set(), {"force"}),
        (
            "get_connection_graph",
            {"start"},
            {
                "depth",
                "fan_out",
                "min_similarity",
                "seed_strategy",
                "dedup_by_path",
                "category",
                "topic",
                "exclude_paths",
                "max_nodes",
                "max_seed_chunks",
            },
        ),
    ],
)
def test_what_is_required_and_what_is_not(name: str, required: set[str], optional: set[str] | None) -> None:
    (tool,) = [tool for tool in TOOLS if tool.name == name]

    assert {parameter.name for parameter in tool.parameters if parameter.required} == required
    if optional is not None:
        assert {parameter.name for parameter in tool.parameters if not parameter.required} == optional


def every_schema(schema: object) -> list[dict[str, Any]]:
    """`schema` and every schema inside it."""
    if isinstance(schema, list):
        return [found for entry in schema for found in every_schema(entry)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(found for entry in schema.values() for found in every_schema(entry))]


@each_tool
def test_input_schemas_stay_within_what_every_client_reads(tool: ToolDefinition) -> None:
    schema = object_schema(tool.parameters)

    assert schema["type"] == "object"
    assert isinstance(schema["required"], list)
    for entry in every_schema(schema):
        assert not entry.keys() & {"anyOf", "oneOf", "allOf", "$ref", "$schema", "format", "null"}
        assert entry.get("type") is None or isinstance(entry["type"], str | dict)


def test_an_optional_count_of_32_bits_is_a_plain_integer_with_its_whole_range() -> None:
    """Neither a union with `null` nor a format of a width."""
    schema: dict[str, Any] = object_schema(SEARCH.parameters)
    limit = dict(schema["properties"]["limit"])
    assert limit.pop("description")
    assert limit == {"type": "integer", "minimum": 0, "maximum": 4294967295}
    assert "limit" not in schema["required"]
    assert read_arguments(SEARCH.parameters, {"query": "x", "limit": None}) == {"query": "x"}


@each_tool
def test_schemas_are_valid(tool: ToolDefinition) -> None:
    jsonschema.Draft202012Validator.check_schema(object_schema(tool.parameters))
    jsonschema.Draft202012Validator.check_schema(dict(tool.output))


@each_tool
def test_everything_is_described(tool: ToolDefinition) -> None:
    assert tool.title
    assert len(tool.description) > 100
    assert all(parameter.description for parameter in tool.parameters)


def test_the_walk_is_told_to_follow_similarity_and_to_give_excerpts() -> None:
    (walk,) = [tool for tool in TOOLS if tool.name == "get_connection_graph"]

    assert "embedding similarity" in walk.description
    assert "not from a query" in walk.description
    assert "`get_document` gives the full text" in walk.description

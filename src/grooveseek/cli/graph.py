"""`groove graph`: what is related to a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import format_option, kb_options, model_option
from grooveseek.cli.values import Choice, Commas, Number, Text, Whole
from grooveseek.search.graph.request import (
    MAX_DEPTH,
    MAX_FAN_OUT,
    MAX_NODES,
    MAX_SEED_CHUNKS,
    GraphArguments,
    GraphRequest,
    resolve_graph,
)

if TYPE_CHECKING:
    from grooveseek.search.graph.graph import Graph

_DEFAULT = GraphRequest("")


def _graph(output_format: str, **flags: Any) -> None:
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.search.door import COMMAND_LINE
    from grooveseek.search.graph.walk import walk

    space = workspace_of(flags)
    request = resolve_graph(_arguments(flags), space.loaded.config.quality_filter.in_force, COMMAND_LINE)
    index = space.existing_index()
    try:
        with index.snapshot() as snapshot:
            graph = walk(snapshot, request)
    finally:
        index.close()
    _print(graph, output_format)


def _arguments(flags: dict[str, Any]) -> GraphArguments:
    return GraphArguments(
        start=flags["start"],
        depth=flags["depth"],
        fan_out=flags["fan_out"],
        min_similarity=flags["min_similarity"],
        seed_strategy=flags["seed_strategy"],
        category=flags["category"],
        topic=flags["topic"],
        exclude_paths=flags["exclude_paths"],
        dedup_by_path=flags["dedup_by_path"],
        max_nodes=flags["max_nodes"],
        max_seed_chunks=flags["max_seed_chunks"],
    )


def _print(graph: Graph, output_format: str) -> None:
    from grooveseek.cli.output import print_json, print_text, say

    for notice in graph.notices:
        say(f"note: {notice.message}")
    if output_format == "json":
        from grooveseek.search.graph.wire import graph_to_wire

        print_json(graph_to_wire(graph))
        return
    if output_format == "text":
        from grooveseek.search.graph.text import graph_to_text as written
    elif output_format == "dot":
        from grooveseek.search.graph.dot import graph_to_dot as written
    else:
        from grooveseek.search.graph.svg import graph_to_svg as written
    print_text(written(graph).rstrip("\n"))


def _count(flag: str, default: int, text: str) -> Option:
    return Option(flag, type=Whole(32), default=default, show_default=True, help=text)


command = Command(
    _graph,
    [
        Option("--start", type=Text("PATH"), required=True, help="The document to start from, as search returns it."),
        *kb_options(),
        model_option(),
        _count("--depth", _DEFAULT.depth, f"Steps from the start, at most {MAX_DEPTH}."),
        _count("--fan-out", _DEFAULT.fan_out, f"Neighbours of each node, at most {MAX_FAN_OUT}; 0: the start alone."),
        Option(
            "--min-similarity",
            type=Number(),
            default=_DEFAULT.min_similarity,
            show_default=True,
            help="Neighbours below this similarity, 0 to 1, are left out.",
        ),
        Option(
            "--seed-strategy",
            type=Choice(["all-chunks", "centroid"], also={"all_chunks": "all-chunks"}),
            default="all-chunks",
            show_default=True,
            help="Walk from each chunk of the document, or from their mean.",
        ),
        _count("--max-nodes", _DEFAULT.max_nodes, f"Most nodes, at most {MAX_NODES}."),
        _count(
            "--max-seed-chunks",
            _DEFAULT.max_seed_chunks,
            f"Most chunks of the document to start from, 1 to {MAX_SEED_CHUNKS}.",
        ),
        Option("--exclude-paths", type=Commas("PATH,..."), help="Documents to leave out."),
        Option("--dedup-by-path", is_flag=True, help="Each document once."),
        Option("--category", type=Text("NAME"), help="Only this category, on every step."),
        Option("--topic", type=Text("NAME"), help="Only this topic, on every step."),
        format_option("json", "text", "dot", "svg"),
    ],
)

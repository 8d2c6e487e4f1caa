"""`groove search` and `groove ask`: one question, answered as JSON for programs or as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import format_option, kb_options, model_option, no_color_option, reranker_option
from grooveseek.cli.values import Bool, Commas, Number, Pair, Text, Whole
from grooveseek.search.bounds import DEFAULT_LIMIT, MAX_LIMIT

if TYPE_CHECKING:
    from grooveseek.search.answer import Answer
    from grooveseek.search.request import SearchArguments, SearchRequest
    from grooveseek.workspace.workspace import Workspace


def question_command(*formats: str, person: bool = False) -> Command:
    """A subcommand that answers one question, for a program or a `person`; `formats` begins with its default."""
    return Command(
        partial(_search, person=person),
        [
            click.Argument(["query"], metavar="QUERY"),
            *kb_options(),
            model_option(),
            reranker_option(),
            Option(
                "--limit",
                type=Whole(32),
                default=DEFAULT_LIMIT,
                show_default=True,
                help=f"Most hits, at most {MAX_LIMIT}.",
            ),
            *_filter_options(),
            *ranking_options(),
            format_option(*formats),
            *([no_color_option()] if person else []),
        ],
    )


def _filter_options() -> list[Option]:
    return [
        Option("--category", type=Text("NAME"), help="Only this category: the first folder of the path, exactly."),
        Option("--topic", type=Text("NAME"), help="Only this topic, exactly."),
        Option("--path-glob", type=Text("GLOB"), multiple=True, help="Only these paths; a leading ! excludes. Repeat."),
        Option("--tag-any", type=Commas(), multiple=True, help="At least one of these tags."),
        Option("--tag-all", type=Commas(), multiple=True, help="All of these tags."),
        Option("--date-from", type=Text("DATE"), help="Dated on or after, compared as text."),
        Option("--date-to", type=Text("DATE"), help="Dated on or before, compared as text."),
        Option(
            "--field", type=Pair(), multiple=True, help="A frontmatter key holds this value. Repeat: a key twice is OR."
        ),
        Option("--field-not", type=Pair(), multiple=True, help="A frontmatter key does not hold this value. Repeat."),
        Option(
            "--min-quality",
            type=Number(finite=False),
            show_default="[quality_filter] of groove.toml",
            help="Leave out chunks of lower quality, 0 to 1.",
        ),
        Option(
            "--include-low-quality", is_flag=True, help="Leave nothing out for its quality; wins over --min-quality."
        ),
        Option(
            "--min-confidence-ratio",
            type=Number(0.0),
            takes_dash=True,
            show_default="[search] of groove.toml",
            help="An answer with less evidence than this is marked; 0 switches the mark off.",
        ),
    ]


def ranking_options() -> list[Option]:
    """How results are ordered and widened, where `groove.toml` is to be overruled."""
    return [
        Option(
            "--mmr",
            type=Bool(),
            show_default="[search.mmr] of groove.toml",
            help="Order results by maximal marginal relevance, for variety.",
        ),
        Option(
            "--mmr-lambda",
            type=Number(0.0, 1.0),
            takes_dash=True,
            show_default="[search.mmr] of groove.toml",
            help="Relevance (1) against novelty (0).",
        ),
        Option(
            "--mmr-same-doc-penalty",
            type=Number(0.0, 1.0),
            takes_dash=True,
            show_default="[search.mmr] of groove.toml",
            help="Penalty for a further hit of the same document.",
        ),
        Option(
            "--parent-retriever",
            type=Bool(),
            show_default="[search.parent_retriever] of groove.toml",
            help="Widen hits to their surroundings.",
        ),
    ]


def _search(query: str, output_format: str, *, person: bool, **flags: Any) -> None:
    from grooveseek.cli.output import mark_for, print_json, print_text, say
    from grooveseek.cli.text import answer_text
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.search.door import COMMAND_LINE
    from grooveseek.search.resolve import resolve
    from grooveseek.search.wire import answer_to_wire

    space = workspace_of(flags, log="warn" if person else None)
    # Naming a reranker asks for it, whatever the file says by default.
    settings = space.search_settings(rerank=True if flags["reranker"] else None)
    request = resolve(arguments_of(query, flags), settings, COMMAND_LINE)
    answer = _answer(space, request)
    for notice in answer.notices:
        say(f"note: {notice.message}")
    if output_format == "json":
        print_json(answer_to_wire(answer))
    elif answer.hits:
        mark = mark_for(no_color=flags["no_color"]) if person else str
        print_text(answer_text(answer, request.min_confidence_ratio, mark))
    else:
        say("Nothing found.")


def arguments_of(query: str, flags: dict[str, Any]) -> SearchArguments:
    """The flags of one call as search arguments."""
    from grooveseek.search.request import SearchArguments

    return SearchArguments(
        query=query,
        limit=flags["limit"],
        category=flags["category"],
        topic=flags["topic"],
        path_globs=flags["path_glob"] or None,
        tags_any=_joined(flags["tag_any"]),
        tags_all=_joined(flags["tag_all"]),
        date_from=flags["date_from"],
        date_to=flags["date_to"],
        fields=_by_key(flags["field"]),
        fields_not=_by_key(flags["field_not"]),
        min_quality=flags["min_quality"],
        include_low_quality=flags["include_low_quality"] or None,
        min_confidence_ratio=flags["min_confidence_ratio"],
        mmr=flags["mmr"],
        mmr_lambda=flags["mmr_lambda"],
        mmr_same_doc_penalty=flags["mmr_same_doc_penalty"],
        parent_retriever=flags["parent_retriever"],
    )


def _joined(lists: Iterable[Sequence[str]]) -> list[str] | None:
    return [entry for entries in lists for entry in entries] or None


def _by_key(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]] | None:
    by_key: dict[str, list[str]] = {}
    for key, value in pairs:
        by_key.setdefault(key, []).append(value)
    return by_key or None


def _answer(space: Workspace, request: SearchRequest) -> Answer:
    from grooveseek.cli.output import say
    from grooveseek.index.errors import NoIndexError
    from grooveseek.search.ask import ask

    try:
        index = space.existing_index()
    except NoIndexError:
        return _unindexed(space, request)
    # Loading begins beside the first half of the search, unless that half may still refuse the question.
    eager = not (request.where.fields or request.where.fields_not)
    models = space.models(eager=eager, rerank=request.rerank, note=say)
    try:
        return ask(index, models, request)
    finally:
        models.close()
        index.close()


def _unindexed(space: Workspace, request: SearchRequest) -> Answer:
    """The answer where nothing was ever indexed: empty, and saying so."""
    from grooveseek.search import notices
    from grooveseek.search.answer import Answer
    from grooveseek.search.filters import filter_applied

    return Answer((), False, filter_applied(request), (*request.notices, notices.no_index(space.index_command())))


command = question_command("json", "text")

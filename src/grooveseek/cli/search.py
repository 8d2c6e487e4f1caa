"""`groove search`: one question, answered as JSON for programs or as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grooveseek.cli.command import Bool, Command, Option, config_option, kb_options, model_options
from grooveseek.cli.output import print_json, say
from grooveseek.cli.workspace import workspace_of

if TYPE_CHECKING:
    from grooveseek.search.answer import Answer
    from grooveseek.search.request import SearchArguments, SearchRequest


def search_options() -> list[click.Parameter]:
    """The flags of a question, shared by `search` and `ask`."""
    return [
        click.Argument(["query"], metavar="QUERY"),
        *kb_options(),
        *model_options(),
        Option(["--reranker"], type=click.Choice(["none", "bge-v2-m3", "jina-v2-ml", "bge-base"])),
        Option(["--limit"], type=click.IntRange(0, 2**32 - 1), default=5, show_default=True, help="Number of hits."),
        Option(["--category"], help="First folder of the path, exactly."),
        Option(["--topic"], help="Topic, exactly."),
        Option(["--min-quality"], type=float, metavar="0..1", help="Leave out chunks of lower quality."),
        Option(["--include-low-quality"], is_flag=True, help="Leave nothing out for its quality."),
        Option(["--path-glob"], multiple=True, metavar="GLOB", help="Only these paths; a leading ! excludes."),
        Option(["--tag-any"], multiple=True, metavar="A,B", help="At least one of these tags."),
        Option(["--tag-all"], multiple=True, metavar="A,B", help="All of these tags."),
        Option(["--date-from"], metavar="DATE", help="Dated on or after, compared as text."),
        Option(["--date-to"], metavar="DATE", help="Dated on or before, compared as text."),
        Option(["--field"], multiple=True, metavar="KEY=VALUE", help="Frontmatter key holds this value."),
        Option(["--field-not"], multiple=True, metavar="KEY=VALUE", help="Frontmatter key does not hold this value."),
        Option(
            ["--min-confidence-ratio"],
            type=float,
            takes_dash=True,
            metavar="NUMBER",
            help="Evidence under which an answer is marked low_confidence; 0 switches the mark off.",
        ),
        Option(["--mmr"], type=Bool(), metavar="true|false", help="Order for variety."),
        Option(
            ["--mmr-lambda"], type=float, takes_dash=True, metavar="0..1", help="Relevance (1) against novelty (0)."
        ),
        Option(["--mmr-same-doc-penalty"], type=float, takes_dash=True, metavar="0..1"),
        Option(["--parent-retriever"], type=Bool(), metavar="true|false", help="Widen hits to their surroundings."),
        config_option(),
    ]


def arguments_of(query: str, flags: dict[str, Any]) -> SearchArguments:
    """The flags of one call as search arguments. Raises `click.UsageError` for a malformed `--field`."""
    from grooveseek.search.request import SearchArguments

    return SearchArguments(
        query=query,
        limit=flags["limit"],
        category=flags["category"],
        topic=flags["topic"],
        path_globs=list(flags["path_glob"]) or None,
        tags_any=_split(flags["tag_any"]),
        tags_all=_split(flags["tag_all"]),
        date_from=flags["date_from"],
        date_to=flags["date_to"],
        fields=_pairs("--field", flags["field"]),
        fields_not=_pairs("--field-not", flags["field_not"]),
        min_quality=flags["min_quality"],
        include_low_quality=flags["include_low_quality"] or None,
        min_confidence_ratio=flags["min_confidence_ratio"],
        mmr=flags["mmr"],
        mmr_lambda=flags["mmr_lambda"],
        mmr_same_doc_penalty=flags["mmr_same_doc_penalty"],
        parent_retriever=flags["parent_retriever"],
    )


def _split(values: tuple[str, ...]) -> list[str] | None:
    return [item for value in values for item in value.split(",")] if values else None


def _pairs(flag: str, values: tuple[str, ...]) -> dict[str, list[str]] | None:
    pairs: dict[str, list[str]] = {}
    for value in values:
        key, equals, wanted = value.partition("=")
        if not (key and equals and wanted):
            raise click.UsageError(f"{flag} needs KEY=VALUE with a key and a value, got {value!r}")
        pairs.setdefault(key, []).append(wanted)
    return pairs or None


def answer_of(query: str, flags: dict[str, Any]) -> Answer:
    """One question from flags to answer: everything that can be refused cheaply is refused before a model loads."""
    from grooveseek.index.errors import NoIndexError
    from grooveseek.search.ask import ask
    from grooveseek.search.door import COMMAND_LINE
    from grooveseek.search.resolve import resolve

    space = workspace_of(flags)
    # Naming a reranker asks for it, whatever the file says by default.
    settings = space.search_settings(rerank=True if flags["reranker"] else None)
    request = resolve(arguments_of(query, flags), settings, COMMAND_LINE)
    try:
        index = space.existing_index()
    except NoIndexError as error:
        say(f"groove: {error}")
        return unindexed(request)
    # The model loads beside the words' half of the search.
    models = space.models()
    try:
        return ask(index, models, request)
    finally:
        models.close()
        index.close()


def unindexed(request: SearchRequest) -> Answer:
    """The answer where nothing was ever indexed: empty, and saying so."""
    from grooveseek.search import notices
    from grooveseek.search.answer import Answer
    from grooveseek.search.filters import filter_applied

    return Answer((), False, filter_applied(request), (*request.notices, notices.no_index("groove index")))


def _search(query: str, output_format: str, **flags: Any) -> None:
    from grooveseek.cli.text import print_answer
    from grooveseek.search.wire import answer_to_wire

    answer = answer_of(query, flags)
    if output_format == "text":
        print_answer(answer)
    else:
        print_json(answer_to_wire(answer))


command = Command(
    "search",
    help="Answer QUERY from the notes: JSON for programs, or text.",
    callback=_search,
    params=[
        *search_options(),
        Option(["--format", "output_format"], type=click.Choice(["json", "text"]), default="json", show_default=True),
    ],
)

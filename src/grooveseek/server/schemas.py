"""The six tools as a client sees them: names, parameters and words for the model. Names and types are stable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from grooveseek.server.outputs import (
    BEST_PRACTICE_OUTPUT,
    DOCUMENT_OUTPUT,
    GRAPH_OUTPUT,
    REBUILD_OUTPUT,
    SEARCH_OUTPUT,
    TOPICS_OUTPUT,
)
from grooveseek.server.parameters import Parameter

Lane = Literal["read", "search", "walk", "rebuild"]
"""Which calls share a bound on how many run at once: searches and long walks must not keep quick reads waiting."""

UINT32 = 4294967295


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    output: Mapping[str, object]
    lane: Lane = "read"
    read_only: bool = True


_CATEGORY = "only documents whose category (first folder) is exactly this; `list_topics` tells the values"
_TOPIC = "only documents whose topic is exactly this; `list_topics` tells the values"

SEARCH = ToolDefinition(
    name="search",
    title="Search the knowledge base",
    description=(
        "Search the knowledge base by meaning and by words at once. Call it first for any question its notes may "
        "answer; ask in plain language or with exact terms, in Japanese or English. Returns `results`, best first: "
        "ranked excerpts (`content`), each with the `path` to cite and to hand to `get_document` for the whole text. "
        "`low_confidence: true` means that nothing fits well: rephrase, loosen the filters, or say that the knowledge "
        "base may not cover it. `notices`, where present, says what limited this answer. `filter_applied` repeats "
        "the filters that had an effect."
    ),
    parameters=(
        Parameter(
            "query",
            "string",
            "what to look for, at most 1024 bytes of UTF-8. Words in double quotes are kept together; a leading `-` "
            'excludes (`-draft`, `-"exact phrase"`; under 3 characters it excludes nothing)',
            required=True,
        ),
        Parameter(
            "limit",
            "integer",
            "how many results at most; default 5, above 1000 acts as 1000",
            minimum=0,
            maximum=UINT32,
        ),
        Parameter("category", "string", _CATEGORY),
        Parameter("topic", "string", _TOPIC),
        Parameter(
            "rerank",
            "boolean",
            "order the best hits again with the cross-encoder; no effect where none is loaded. Default: the server's",
        ),
        Parameter(
            "min_quality",
            "number",
            "leave out chunks whose quality score (0 stub to 1 substantial) is below this; brought into 0..1. "
            "Default: the server's threshold",
        ),
        Parameter(
            "include_low_quality", "boolean", "true returns stubs too, whatever `min_quality` says; default false"
        ),
        Parameter(
            "path_globs",
            "strings",
            "only paths that match one of these globs (`*` crosses `/`); a leading `!` excludes, and a list of "
            "exclusions alone means everything else. At most 64, not empty",
        ),
        Parameter("tags_any", "strings", "only documents with at least one of these tags; at most 64"),
        Parameter("tags_all", "strings", "only documents with all of these tags; at most 64"),
        Parameter(
            "date_from",
            "string",
            "only documents whose frontmatter date is this or later, compared as plain text: write YYYY-MM-DD",
        ),
        Parameter(
            "date_to",
            "string",
            "only documents whose frontmatter date is this or earlier, compared as plain text: write YYYY-MM-DD",
        ),
        Parameter(
            "fields",
            "string lists",
            "only documents whose declared frontmatter field holds one of the listed values, for every key given",
        ),
        Parameter(
            "fields_not", "string lists", "leave out documents whose declared frontmatter field holds a listed value"
        ),
        Parameter(
            "min_confidence_ratio",
            "number",
            "evidence below this sets `low_confidence`; default the server's (1.5), 0 switches the flag off",
        ),
        Parameter("mmr", "boolean", "spread the results over different content; default: the server's"),
        Parameter("mmr_lambda", "number", "relevance (1) against variety (0) when spreading", minimum=0.0, maximum=1.0),
        Parameter(
            "mmr_same_doc_penalty",
            "number",
            "how much a further hit from the same document loses when spreading",
            minimum=0.0,
            maximum=1.0,
        ),
        Parameter(
            "parent_retriever",
            "boolean",
            "widen each excerpt to its neighbouring sections or its whole small document; default: the server's",
        ),
    ),
    output=SEARCH_OUTPUT,
    lane="search",
)

LIST_TOPICS = ToolDefinition(
    name="list_topics",
    title="List topics",
    description=(
        "List what the knowledge base holds: one entry per category and topic, with the number of documents, their "
        "titles and the folders below. Call it to see what there is before searching widely, and to learn which "
        "`category` and `topic` values the filters of `search` accept. Do not build paths from `children`; paths "
        "come from `search`."
    ),
    parameters=(),
    output=TOPICS_OUTPUT,
)

GET_DOCUMENT = ToolDefinition(
    name="get_document",
    title="Read a document",
    description=(
        "Read one document whole: its text as it is in the file (frontmatter included), or the extracted text of a "
        "PDF or office file. Pass `path` exactly as `search` returned it. Read a document before you rely on it or "
        "mention it; excerpts leave things out. For a long text give `start_line` and `end_line`, for instance "
        "around the `lines` of a hit."
    ),
    parameters=(
        Parameter("path", "string", "the document's path exactly as `search` returned it", required=True),
        Parameter("start_line", "integer", "first line wanted, 1-based; default: the first", minimum=1, maximum=UINT32),
        Parameter(
            "end_line", "integer", "last line wanted, 1-based, inclusive; default: the last", minimum=1, maximum=UINT32
        ),
    ),
    output=DOCUMENT_OUTPUT,
)

GET_BEST_PRACTICE = ToolDefinition(
    name="get_best_practice",
    title="Get a best-practice guide",
    description=(
        "Fetch the guide this knowledge base keeps for a target such as a language, tool or product. Without "
        "`category` it begins with the list of its sections and then gives the whole guide; with `category` only "
        "the first section whose heading contains that text. Available only where the operator configured where "
        "such guides lie."
    ),
    parameters=(
        Parameter("target", "string", "what the guide is about, as it stands in the guide's file name", required=True),
        Parameter("category", "string", "part of a section heading, upper and lower case alike"),
    ),
    output=BEST_PRACTICE_OUTPUT,
)

REBUILD_INDEX = ToolDefinition(
    name="rebuild_index",
    title="Rebuild the index",
    description=(
        "Scan the knowledge base again and bring the index up to date. Only changed files are read, unless `force` "
        "rebuilds everything, which can take long. Needed only when `search` misses recent changes; the server "
        "normally follows them by itself. Searches go on from the last committed state meanwhile, and a second "
        "call is refused while one runs."
    ),
    parameters=(Parameter("force", "boolean", "true reads and embeds every document again; default false"),),
    output=REBUILD_OUTPUT,
    lane="rebuild",
    read_only=False,
)

GET_CONNECTION_GRAPH = ToolDefinition(
    name="get_connection_graph",
    title="Walk related documents",
    description=(
        "Find what is related to one document: a walk over embedding similarity that starts from that document, not "
        "from a query. Call it with the `path` of a strong hit to discover neighbours that no query would name. "
        "Each node's `snippet` is only an excerpt (its first 200 characters); `get_document` gives the full text. "
        "`truncation` says what was left out and how to see more."
    ),
    parameters=(
        Parameter(
            "start", "string", "the document to start from: its path exactly as `search` returned it", required=True
        ),
        Parameter(
            "depth", "integer", "steps away from the start; default 2, at most 3, 0 gives the start alone", minimum=0
        ),
        Parameter("fan_out", "integer", "neighbours taken per node; default 5, at most 20", minimum=0),
        Parameter("min_similarity", "number", "leave out neighbours less similar than this, 0 to 1; default 0.3"),
        Parameter(
            "seed_strategy",
            "string",
            "start from every chunk of the document (`all_chunks`, the default) or from their mean (`centroid`)",
            allowed=("all_chunks", "all-chunks", "centroid"),
        ),
        Parameter("dedup_by_path", "boolean", "at most one node per document; default false"),
        Parameter("category", "string", _CATEGORY),
        Parameter("topic", "string", _TOPIC),
        Parameter("exclude_paths", "strings", "documents that must not appear; at most 64"),
        Parameter("max_nodes", "integer", "size of the graph; default 100, at most 2000", minimum=0),
        Parameter(
            "max_seed_chunks", "integer", "chunks of the start document to start from; default 32, 1 to 1000", minimum=0
        ),
    ),
    output=GRAPH_OUTPUT,
    lane="walk",
)

TOOLS: tuple[ToolDefinition, ...] = (
    SEARCH,
    LIST_TOPICS,
    GET_DOCUMENT,
    GET_BEST_PRACTICE,
    REBUILD_INDEX,
    GET_CONNECTION_GRAPH,
)
"""In the order in which they are listed."""

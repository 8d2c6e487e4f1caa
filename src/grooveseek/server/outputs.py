"""The shapes of the tools' answers, published as `outputSchema`. Further fields may appear; these stay."""

from __future__ import annotations

from collections.abc import Mapping

Schema = Mapping[str, object]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
NULL: Schema = {"type": "null"}
# Branches of one type each, since readers of schemas that know no lists of types know these.
TEXT_OR_NULL: Schema = {"anyOf": [TEXT, NULL]}
WHOLE_OR_NULL: Schema = {"anyOf": [WHOLE, NULL]}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(always: Mapping[str, Schema], sometimes: Mapping[str, Schema] | None = None) -> Schema:
    return {"type": "object", "properties": {**always, **(sometimes or {})}, "required": list(always)}


_SPAN = _object({"start": WHOLE, "end": WHOLE})
_NOTICES: Mapping[str, Schema] = {"notices": _array(_object({"code": TEXT, "message": TEXT}))}
_STRING_LISTS: Schema = {"type": "object", "additionalProperties": _array(TEXT)}

_HIT = _object(
    {
        "score": NUMBER,
        "path": TEXT,
        "title": TEXT_OR_NULL,
        "heading": TEXT_OR_NULL,
        "topic": TEXT_OR_NULL,
        "date": TEXT_OR_NULL,
        "tags": _array(TEXT),
        "content": TEXT,
    },
    {
        "match_spans": _array(_SPAN),
        "highlights": _array(_SPAN),
        "lines": _object({"start": WHOLE, "end": WHOLE}),
        "expanded_from": _object({"kind": TEXT}, {"from_index": WHOLE, "to_index": WHOLE, "total_chunks": WHOLE}),
        "start_line": WHOLE,
        "end_line": WHOLE,
        "symbol_kind": TEXT,
        "uri": TEXT,
        "truncated": FLAG,
        "shown": _object({"start": WHOLE, "end": WHOLE, "total": WHOLE}),
        "rest": _object({"tool": TEXT, "arguments": _object({"path": TEXT}, {"start_line": WHOLE, "end_line": WHOLE})}),
    },
)

SEARCH_OUTPUT = _object(
    {
        "results": _array(_HIT),
        "low_confidence": FLAG,
        "filter_applied": _object(
            {},
            {
                "category": TEXT,
                "topic": TEXT,
                "date_from": TEXT,
                "date_to": TEXT,
                "path_globs": _array(TEXT),
                "tags_any": _array(TEXT),
                "tags_all": _array(TEXT),
                "fields": _STRING_LISTS,
                "fields_not": _STRING_LISTS,
                "min_confidence_ratio": NUMBER,
                "min_quality": NUMBER,
                "include_low_quality": FLAG,
                "excluded_terms": _array(TEXT),
            },
        ),
    },
    _NOTICES,
)

TOPICS_OUTPUT = _array(
    _object(
        {
            "category": TEXT_OR_NULL,
            "topic": TEXT_OR_NULL,
            "file_count": WHOLE,
            "last_updated": TEXT,
            "titles": _array(TEXT),
            "children": _array(_object({"segment": TEXT, "file_count": WHOLE, "children": {"type": "array"}})),
        }
    )
)

DOCUMENT_OUTPUT = _object(
    {
        "path": TEXT,
        "title": TEXT_OR_NULL,
        "date": TEXT_OR_NULL,
        "topic": TEXT_OR_NULL,
        "tags": _array(TEXT),
        "content": TEXT,
        "truncated": FLAG,
    },
    {"lines": _object({"start": WHOLE, "end": WHOLE, "total": WHOLE})},
)

BEST_PRACTICE_OUTPUT = _object({"target": TEXT, "content": TEXT}, {"category": TEXT})

REBUILD_OUTPUT = _object(
    {
        "total_documents": WHOLE,
        "updated": WHOLE,
        "renamed": WHOLE,
        "deleted": WHOLE,
        "skipped": WHOLE,
        "frontmatter_unparsed": WHOLE,
        "total_chunks": WHOLE,
        "duration_ms": WHOLE,
    },
    {"error": TEXT},
)

_NODE = _object(
    {
        "node_id": WHOLE,
        "parent_id": WHOLE_OR_NULL,
        "depth": WHOLE,
        "chunk_id": WHOLE,
        "score": NUMBER,
        "path": TEXT,
        "heading": TEXT_OR_NULL,
        "title": TEXT_OR_NULL,
        "topic": TEXT_OR_NULL,
        "snippet": TEXT,
    }
)

GRAPH_OUTPUT = _object(
    {
        "start_path": TEXT,
        "truncated": FLAG,
        "truncation": _array(_object({"reason": TEXT, "limit": WHOLE, "detail": TEXT})),
        "nodes": _array(_NODE),
        "stats": _object(
            {
                "total_nodes": WHOLE,
                "max_depth_reached": WHOLE,
                "knn_queries": WHOLE,
                "duration_ms": WHOLE,
                "seeds_used": WHOLE,
            }
        ),
    },
    _NOTICES,
)

"""The table of contents of a knowledge base: its documents grouped by category and topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from grooveseek.index.records import DocumentRow, TopicGroup, TopicNode


def group(documents: Iterable[DocumentRow]) -> list[TopicGroup]:
    """One group per (category, topic), none before any, else by code point; titles in the order of their paths."""

    def place(document: DocumentRow) -> tuple[tuple[bool, str], tuple[bool, str]]:
        return _none_first(document.category), _none_first(document.topic)

    ordered = sorted(documents, key=lambda document: (place(document), document.path))
    return [_group(list(members)) for _, members in groupby(ordered, key=place)]


def _none_first(name: str | None) -> tuple[bool, str]:
    return name is not None, name or ""


def _group(members: Sequence[DocumentRow]) -> TopicGroup:
    return TopicGroup(
        category=members[0].category,
        topic=members[0].topic,
        file_count=len(members),
        last_updated=max(document.indexed_at for document in members),
        titles=tuple(document.title for document in members if document.title is not None),
        children=_nodes(sorted(tuple(document.path.split("/")[2:-1]) for document in members)),
    )


def _nodes(trails: Sequence[Sequence[str]]) -> tuple[TopicNode, ...]:
    """The tree of folder trails, which come sorted; an empty trail ends at the parent."""
    below = [trail for trail in trails if trail]
    nodes = []
    for segment, found in groupby(below, key=lambda trail: trail[0]):
        rest = [trail[1:] for trail in found]
        nodes.append(TopicNode(segment, len(rest), _nodes(rest)))
    return tuple(nodes)

"""The groups of a knowledge base as the JSON of `list_topics`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grooveseek.index.records import TopicGroup, TopicNode


def topics_to_wire(groups: Sequence[TopicGroup]) -> list[dict[str, Any]]:
    """One entry per (category, topic), ordered by category then topic, null first, by code point."""
    return [_group(group) for group in sorted(groups, key=_position)]


def _position(group: TopicGroup) -> tuple[bool, str, bool, str]:
    return group.category is not None, group.category or "", group.topic is not None, group.topic or ""


def _group(group: TopicGroup) -> dict[str, Any]:
    return {
        "category": group.category,
        "topic": group.topic,
        "file_count": group.file_count,
        "last_updated": group.last_updated,
        "titles": list(group.titles),
        "children": [_node(node) for node in group.children],
    }


def _node(node: TopicNode) -> dict[str, Any]:
    children = [_node(child) for child in node.children]
    return {"segment": node.segment, "file_count": node.file_count, "children": children}

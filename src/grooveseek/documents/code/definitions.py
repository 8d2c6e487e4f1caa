"""The definitions of a source file: what the grammar's own tags query finds, with the comments that belong to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from grooveseek.documents.code.bounds import (
    MOST_ANCESTORS,
    MOST_DEFINITIONS,
    TOO_DEEP,
    TOO_MANY_CHUNKS,
    OverBoundError,
    children,
)
from grooveseek.documents.code.languages import Language

_LONGEST_NAME = 200
_PREFIX = "definition."
_SCOPE_FIELDS = ("name", "type", "trait")


@dataclass(frozen=True, slots=True)
class Definition:
    """A named piece of source code: `source[start:end]` in bytes."""

    start: int
    end: int
    kind: str
    """The grammar's word."""
    name: str
    scope: tuple[str, ...] = ()
    """What it stands in, outermost first."""


@dataclass(frozen=True, slots=True)
class Tag:
    """What the tags query says of one name."""

    node: tree_sitter.Node
    kind: str
    name: tree_sitter.Node


def find_tags(tree: tree_sitter.Tree, query: tree_sitter.Query) -> list[Tag]:
    """One tag for each name, by the pattern written first, in order of the names' positions.

    Raises `OverBoundError` for more than 50,000 of them.
    """
    best: dict[tuple[int, int], tuple[int, Tag]] = {}
    for pattern, captures in tree_sitter.QueryCursor(query).matches(tree.root_node):
        names = captures.get("name")
        tagged = next(((key, nodes[0]) for key, nodes in captures.items() if key.startswith(_PREFIX)), None)
        if not names or tagged is None:
            continue
        position = names[0].byte_range
        if position not in best or pattern < best[position][0]:
            best[position] = (pattern, Tag(tagged[1], tagged[0].removeprefix(_PREFIX), names[0]))
        if len(best) > MOST_DEFINITIONS:
            raise OverBoundError(TOO_MANY_CHUNKS)
    return [best[position][1] for position in sorted(best)]


def find_definitions(source: bytes, tree: tree_sitter.Tree, tags: list[Tag], language: Language) -> list[Definition]:
    """The definitions in order of position, outer before inner, no two of the same range.

    Raises `OverBoundError` for one below more than 64 nodes.
    """
    walk = _Walk(source, tags, language)
    root = tree.root_node
    walk.visit(_Place(root, (root.start_byte, root.end_byte), ()))
    first: dict[tuple[int, int], Definition] = {}
    for definition in sorted(walk.found, key=lambda pair: pair[0]):
        first.setdefault((definition[1].start, definition[1].end), definition[1])
    return sorted(first.values(), key=lambda each: (each.start, -each.end))


@dataclass(frozen=True, slots=True)
class _Place:
    """A node on the way to a definition."""

    node: tree_sitter.Node
    range: tuple[int, int]
    """What a definition at this node takes up: from the first comment that belongs to it, or as much as its wrapper."""
    scope: tuple[str, ...]
    depth: int = 0
    """How many nodes stand above."""


class _Walk:
    """Goes down to every tagged node and nowhere else, since to ask a node for its parent or sibling is not cheap."""

    def __init__(self, source: bytes, tags: list[Tag], language: Language) -> None:
        self._source = source
        self._language = language
        self._tags: dict[int, list[Tag]] = {}
        for tag in tags:
            self._tags.setdefault(tag.node.id, []).append(tag)
        self._pending: dict[int, list[int]] = {}
        for start, end in sorted(nodes[0].node.byte_range for nodes in self._tags.values()):
            self._pending.setdefault(start, []).append(end)
        self._starts = list(self._pending)
        self.found: list[tuple[int, Definition]] = []

    def visit(self, place: _Place) -> None:
        """Collect the definitions at and below `place`, each with the position of its name."""
        if tags := self._tags.get(place.node.id):
            self._pending[place.node.start_byte].pop()
            for tag in tags:
                definition = Definition(*place.range, tag.kind, self._text(tag.name), place.scope)
                self.found.append((tag.name.start_byte, definition))
        scope: tuple[str, ...] | None = None
        for child, start in self._with_lead(place):
            if not self._holds(child):
                continue
            if place.depth >= MOST_ANCESTORS:
                raise OverBoundError(TOO_DEEP)
            if scope is None:
                scope = place.scope + self._scope_of(place.node)
            wrapped = place.node.type in self._language.wrappers
            self.visit(_Place(child, place.range if wrapped else (start, child.end_byte), scope, place.depth + 1))

    def _holds(self, node: tree_sitter.Node) -> bool:
        """Whether a tagged node that was not visited yet is `node` or lies in it; those around it were visited."""
        start, end = node.byte_range
        at = bisect_left(self._starts, start)
        if at < len(self._starts) and self._starts[at] == start:
            ends = self._pending[start]
            if ends and ends[0] <= end:
                return True
            at += 1
        return at < len(self._starts) and self._starts[at] < end

    def _with_lead(self, place: _Place) -> Iterator[tuple[tree_sitter.Node, int]]:
        """The children of a place, and where the comments begin that stand directly above each."""
        lead: tuple[int, int] | None = None
        for child in children(place.node):
            start = child.start_byte
            if lead is not None and not self._blank_line_between(lead[1], start):
                start = lead[0]
            if self._is_attached(child):
                lead = (start, child.end_byte) if self._begins_line(child.start_byte) else None
            else:
                yield child, place.range[0] if child.start_byte == place.node.start_byte else start
                lead = None

    def _is_attached(self, node: tree_sitter.Node) -> bool:
        return "comment" in node.type or node.type in self._language.attached

    def _blank_line_between(self, above: int, below: int) -> bool:
        # A comment node may take its line end along, so the white space before its end counts too.
        while above > 0 and self._source[above - 1] in b" \t\r\n":
            above -= 1
        return self._source.count(b"\n", above, below) > 1

    def _begins_line(self, at: int) -> bool:
        while at > 0 and self._source[at - 1] in b" \t":
            at -= 1
        return at == 0 or self._source[at - 1] in b"\r\n"

    def _scope_of(self, node: tree_sitter.Node) -> tuple[str, ...]:
        for field in _SCOPE_FIELDS:
            if (named := node.child_by_field_name(field)) is not None:
                return (self._text(named),)
        return ()

    def _text(self, node: tree_sitter.Node) -> str:
        return " ".join(self._source[node.start_byte : node.end_byte].decode(errors="replace").split())[:_LONGEST_NAME]

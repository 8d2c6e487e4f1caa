"""How much work and how many chunks one source file may cost. Every bound counts the input, never the time.

So the same file is cut the same way on every machine. A file over a bound is cut by lines instead and says so by a tag.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import tree_sitter

MOST_BYTES = 1024 * 1024
MOST_ANCESTORS = 64
MOST_CHUNKS = 512
MOST_DEFINITIONS = 50_000

TOO_DEEP = "parse:too-deep"
TOO_MANY_CHUNKS = "parse:too-many-chunks"
TOO_COSTLY = "parse:too-costly"

# A scanner that looks far ahead and fails asks for the same stretch again and again: real files ask for each stretch
# two to nine times, a file of nothing but line continuations 8,000 times.
_STRETCH = 256
_READS_PER_STRETCH = 64
_READS_BESIDE = 10_000

# For each unnamed child of a node the query engine looks for a named one behind it: a run of n costs n² / 2 steps of
# 4 ns each.
_MOST_STEPS = 2**28
_SHORT_RUN = 1_000


class OverBoundError(Exception):
    """Carries the tag of the bound that a file is over."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


def line_budget(budget: int, weight: int) -> int:
    """The least budget, but not under `budget`, that cuts `weight` non-white-space characters into at most 512 pieces.

    Two pieces side by side always weigh more than a budget, so 511 budgets hold two times the file.
    """
    return max(budget, -(-2 * weight // (MOST_CHUNKS - 1)))


def bounded_tree(language: tree_sitter.Language, source: bytes, deadline_seconds: float) -> tree_sitter.Tree:
    """Parse. Raises `OverBoundError` where that, or a query on the result, takes far more work than for real files.

    The deadline is a last resort and cuts nothing otherwise: raises `TimeoutError`.
    """
    budget = _READS_BESIDE + _READS_PER_STRETCH * (len(source) // _STRETCH + 1)
    end = time.monotonic() + deadline_seconds

    def read(offset: int, _: object) -> bytes:
        nonlocal budget
        budget -= 1
        return source[offset : offset + _STRETCH] if budget >= 0 else b""

    def is_late(_offset: int, _has_error: bool) -> bool:
        return time.monotonic() > end

    try:
        tree = tree_sitter.Parser(language).parse(read, progress_callback=is_late)
    except ValueError as error:
        raise TimeoutError(f"parsing took longer than {deadline_seconds:g} s") from error
    if budget < 0 or (tree.root_node.has_error and _steps(tree.root_node) > _MOST_STEPS):
        raise OverBoundError(TOO_COSTLY)
    return tree


def _steps(root: tree_sitter.Node) -> int:
    """The sum of the squares of the lengths of all long runs of unnamed siblings."""
    steps, open_nodes = 0, [root]
    while open_nodes:
        run = 0
        for child in children(open_nodes.pop()):
            run = 0 if child.is_named else run + 1
            if run > _SHORT_RUN:
                steps += 2 * run - 1
            if child.descendant_count > _SHORT_RUN:
                open_nodes.append(child)
    return steps


def children(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The children of `node` one by one, in linear time; there may be a million."""
    cursor = node.walk()
    more = cursor.goto_first_child()
    while more:
        if (child := cursor.node) is not None:
            yield child
        more = cursor.goto_next_sibling()

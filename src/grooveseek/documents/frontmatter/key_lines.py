"""Where in a document each frontmatter key stands."""

from __future__ import annotations

import yaml

from grooveseek.documents.frontmatter.block import find_block

_OPENING_LINES = 2
"""From a mark's line, counted from 0 in the block, to the file's, counted from 1 and after the `---`."""

_STARTS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


def key_lines(text: str) -> dict[str, int]:
    """The 1-based line of every top-level key of the block at the top of `text`; the last one of a key given twice.

    Empty where there is no block, or none that `read_frontmatter` can use.
    """
    block = find_block(text)
    if block is None:
        return {}
    lines: dict[str, int] = {}
    depth, is_key = 0, False
    try:
        for event in yaml.parse(block.yaml, Loader=yaml.CSafeLoader):
            if isinstance(event, _ENDS):
                depth -= 1
            elif depth == 1 and isinstance(event, yaml.NodeEvent):
                is_key = not is_key
                if is_key and isinstance(event, yaml.ScalarEvent) and event.start_mark:
                    lines[event.value] = event.start_mark.line + _OPENING_LINES
            if isinstance(event, _STARTS):
                if not depth and not isinstance(event, yaml.MappingStartEvent):
                    return {}
                depth += 1
    except yaml.YAMLError:
        return {}
    return lines

from __future__ import annotations

import pytest

from grooveseek.documents.frontmatter.block import find_block, reads_as_prose


def test_the_block_is_what_lies_between_the_dashes() -> None:
    block = find_block("---\na: b\nc: d\n---\n\nbody")
    assert block is not None
    assert (block.yaml, block.body_start) == ("a: b\nc: d\n", 19)


@pytest.mark.parametrize("text", ["", "---", "---\n", "--- a\n---\n", "\n---\n---\n", "---\na: b\n----\n"])
def test_there_is_no_block(text: str) -> None:
    assert find_block(text) is None


@pytest.mark.parametrize("text", ["---\n---", "---\na: b\n---", "---\na: b\n---\n"])
def test_a_block_may_end_the_file(text: str) -> None:
    block = find_block(text)
    assert block is not None
    assert block.body_start == len(text)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("**LAW OFFICE**\nName, Esq.\n", True),
        ("Some words.\nNote: more words.\nAnd an end.\n", True),
        ("- a\n- b\n", True),
        ("title: [a\n", False),
        ("title: Governance: Core\n", False),
        ("tags:\n  - a\n - b\n", False),
        ("# a remark\ntitle: [a\n", False),
        ("'quoted key': [a\n", False),
        ("{title: x\n", False),
        ("日付: [a\n", False),
    ],
)
def test_whether_a_broken_block_was_meant_as_one(block: str, expected: bool) -> None:
    assert reads_as_prose(block) is expected

from __future__ import annotations

import pytest

from grooveseek.documents.frontmatter import key_lines


def test_keys_have_the_lines_of_the_file() -> None:
    block = "# a comment\ntitle: T\ntags:\n  - a\n  - b: 1\n\nowner: {name: x, title: y}\nstatus: |\n  title: no\n"
    text = f"---\n{block}---\nbody: z\n"
    assert key_lines(text) == {"title": 3, "tags": 4, "owner": 8, "status": 9}


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("a: 1\na: 2", {"a": 3}),
        ('"quoted key": 1\n? complex\n: 2', {"quoted key": 2, "complex": 3}),
        ("? [a, b]\n: 1\nc: 2", {"c": 4}),
        ("a: &x 1\nb: *x", {"a": 2, "b": 3}),
        ("", {}),
        ("- a", {}),
        ("title: [unclosed", {}),
    ],
)
def test_kinds_of_keys(block: str, expected: dict[str, int]) -> None:
    assert key_lines(f"---\n{block}\n---\n") == expected


def test_a_document_without_a_block_has_no_keys() -> None:
    assert key_lines("title: T\n") == {}

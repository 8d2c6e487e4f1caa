"""Markdown in, chunks out: the cases under `tests/cases/markdown`."""

from __future__ import annotations

import pytest

from grooveseek.documents.markdown.parse import parse_markdown
from grooveseek.documents.parser import ParseOptions
from support.documents import Case, outline, read_cases


@pytest.mark.parametrize("case", read_cases("markdown"), ids=lambda case: case.source)
def test_the_chunks_of_a_case(case: Case) -> None:
    assert outline(parse_markdown("case.md", case.text.encode(), ParseOptions())) == case.expected

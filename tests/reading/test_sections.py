from __future__ import annotations

from grooveseek.reading.sections import GuideSection, guide_sections


def test_sections_run_from_heading_to_heading() -> None:
    assert guide_sections("# T\n\n## Setup\nA\n\n## Error handling\nB\n") == [
        GuideSection("Setup", "## Setup\nA"),
        GuideSection("Error handling", "## Error handling\nB"),
    ]


def test_deeper_headings_belong_to_their_section() -> None:
    (section,) = guide_sections("## One\n\n### Inner\n\ntext\n")

    assert section.text == "## One\n\n### Inner\n\ntext"


def test_a_heading_inside_a_fence_is_code() -> None:
    text = "## Real\n\n```\n## not\n```\n\nmore\n"

    assert [section.heading for section in guide_sections(text)] == ["Real"]


def test_frontmatter_is_no_underlined_heading() -> None:
    assert [section.heading for section in guide_sections("---\ntitle: x\n---\n\n## A\n")] == ["A"]


def test_an_underlined_heading_counts() -> None:
    assert guide_sections("Setup\n-----\nA\n") == [GuideSection("Setup", "Setup\n-----\nA")]


def test_there_may_be_none() -> None:
    assert guide_sections("# Only a title\n") == []

from __future__ import annotations

from grooveseek.documents.markdown.blocks import read_blocks
from grooveseek.documents.markdown.sections import Section, read_sections, runs, subsections


def sections_of(body: str, *excluded: str) -> list[Section]:
    return read_sections(read_blocks(body).headings, len(body), excluded)


def headings(sections: list[Section]) -> list[str | None]:
    return [section.heading for section in sections]


def test_text_before_the_first_heading_is_a_section() -> None:
    first, second = sections_of("text\n# A\nmore\n")
    assert (first.heading, first.level, first.start, first.end) == (None, None, 0, 5)
    assert (second.heading, second.level, second.start, second.content_start, second.end) == ("A", 1, 5, 9, 14)


def test_a_body_without_headings_is_one_section() -> None:
    assert headings(sections_of("text")) == [None]


def test_ancestry_is_of_smaller_levels_only() -> None:
    body = "# A\n## B\n#### C\n### D\n# E\n### F\n"
    assert [section.ancestry for section in sections_of(body)] == [
        (),
        (),
        ("A",),
        ("A", "B"),
        ("A", "B"),
        (),
        ("E",),
    ]


def test_an_empty_heading_is_nobodys_ancestor() -> None:
    assert sections_of("#\n## B\n")[-1].ancestry == ()


def test_an_excluded_heading_takes_deeper_sections_with_it_until_a_chunk_starts() -> None:
    body = "## Secret\n#### Part\n### Detail\n#### Secret too\n##### Below\n## Open\n"
    assert [(section.heading, section.is_excluded) for section in sections_of(body, "Secret")[1:]] == [
        ("Secret", True),
        ("Part", True),
        ("Detail", False),
        ("Secret too", True),
        ("Below", False),
        ("Open", False),
    ]


def test_exclusion_is_case_sensitive_and_an_empty_entry_excludes_nothing() -> None:
    assert not any(section.is_excluded for section in sections_of("# Secret\n", "secret", ""))


def test_exclusion_sees_the_markup_too() -> None:
    assert sections_of("# *Sec*ret {#internal}\n", "#internal")[1].is_excluded
    assert sections_of("# *Sec*ret\n", "Secret")[1].is_excluded


def test_runs_start_where_a_chunk_must_start() -> None:
    body = "text\n## A\n#### B\n#### No\n#### C\n### D\n"
    assert [headings(run) for run in runs(sections_of(body, "No"))] == [[None], ["A", "B"], ["C"], ["D"]]


def test_subsections_part_at_the_outermost_of_the_deeper_headings() -> None:
    body = "### A\n##### B\n#### C\n##### D\n###### E\n#### F\n"
    (run,) = [run for run in runs(sections_of(body)) if run[0].heading == "A"]
    assert [headings(list(part)) for part in subsections(run)] == [["B"], ["C", "D", "E"], ["F"]]

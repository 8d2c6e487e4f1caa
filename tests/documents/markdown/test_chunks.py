from __future__ import annotations

from itertools import pairwise

from grooveseek.documents.bounds import CONTENT_TOKENS, size
from grooveseek.documents.document import Chunk
from grooveseek.documents.markdown.parse import parse_markdown
from grooveseek.documents.parser import ParseOptions

SENTENCE = "Every sentence of this section says about as much as the one before it. "
LONG = SENTENCE * 60


def chunks_of(body: str, *excluded: str) -> tuple[Chunk, ...]:
    return parse_markdown("n.md", body.encode(), ParseOptions(exclude_headings=excluded)).chunks


def test_deeper_headings_start_chunks_in_a_section_that_is_too_long() -> None:
    body = f"### Three\n{SENTENCE}\n#### Four\n{SENTENCE * 12}\n##### Five\n{SENTENCE}\n#### Last\n{SENTENCE * 12}\n"
    assert [(chunk.heading, chunk.level, chunk.ancestry) for chunk in chunks_of(body)] == [
        ("Three", 3, ()),
        ("Four", 4, ("Three",)),
        ("Last", 4, ("Three",)),
    ]


def test_pieces_keep_heading_level_and_way() -> None:
    pieces = chunks_of(f"# A\n## B\n{LONG}")[1:]
    assert len(pieces) > 1
    assert {(chunk.heading, chunk.level, chunk.ancestry, chunk.breadcrumb) for chunk in pieces} == {
        ("B", 2, ("A",), "A > B")
    }


def test_each_piece_keeps_the_attributes_of_its_heading() -> None:
    pieces = chunks_of(f"## B {{#b .wide}}\n{LONG}\n### C\n{SENTENCE}")
    assert [chunk.attributes for chunk in pieces] == ["#b .wide"] * (len(pieces) - 1) + [""]
    assert not any("#b" in f"{chunk.heading}{chunk.content}" for chunk in pieces)


def test_attributes_that_stand_in_the_content_are_not_told_again() -> None:
    linked, joined = chunks_of(
        f"## See [it](/x) {{#linked}}\n{SENTENCE}\n## Long {{#long}}\n{SENTENCE}\n### Tiny {{#tiny}}\nx"
    )
    assert (linked.attributes, "{#linked}" in linked.content) == ("", True)
    assert (joined.attributes, "{#tiny}" in joined.content, "{#long}" in joined.content) == ("#long", True, False)


def test_pieces_end_with_a_sentence_and_are_about_equally_long() -> None:
    pieces = chunks_of(LONG)
    assert all(chunk.content.endswith("before it.") for chunk in pieces)
    lengths = [len(chunk.content) for chunk in pieces]
    assert min(lengths) > max(lengths) / 2


def test_blocks_stay_whole_where_they_fit() -> None:
    code = "```\n" + "line of code;\n" * 20 + "```"
    chunks = chunks_of("\n\n".join([SENTENCE * 8, code, SENTENCE * 8, code, SENTENCE * 8]))
    assert len(chunks) > 1
    assert all(chunk.content.count("```") % 2 == 0 for chunk in chunks)


def test_a_long_fence_is_cut_at_lines() -> None:
    rows = [f"const value{number} = compute(value, {number});" for number in range(200)]
    chunks = chunks_of("\n".join(["```js", *rows, "```"]))
    assert len(chunks) > 1
    assert "\n".join(chunk.content for chunk in chunks).split("\n") == ["```js", *rows, "```"]


def test_code_is_cut_between_its_parts() -> None:
    functions = "".join(
        f"/** Part {number}. */\nfunction part{number}() {{\n" + "  doSomething(with, many, words)\n" * 8 + "}\n"
        for number in range(12)
    )
    chunks = chunks_of(f"```js\n{functions}```")
    assert len(chunks) > 1
    assert all(chunk.content.startswith("/** Part") for chunk in chunks[1:])


def test_a_long_table_is_cut_at_rows() -> None:
    rows = [f"| row {number} | some value | another value |" for number in range(200)]
    chunks = chunks_of("\n".join(rows))
    assert [row for chunk in chunks for row in chunk.content.split("\n")] == rows


def test_a_long_list_is_cut_at_items() -> None:
    items = [f"- Item {number} has a first line\n  and a second one." for number in range(80)]
    chunks = chunks_of("\n".join(items))
    assert len(chunks) > 1
    assert all(chunk.content.startswith("- Item") for chunk in chunks)


def test_an_introduction_goes_with_what_it_introduces() -> None:
    parts = [f"{SENTENCE * 5}\n\nFor example:\n\n```\n{'call(me);' * 20}\n```" for _ in range(8)]
    chunks = chunks_of("\n\n".join(parts))
    assert len(chunks) > 1
    assert not any(chunk.content.endswith("For example:") for chunk in chunks)


def test_a_tiny_piece_joins_the_one_before_it() -> None:
    chunks = chunks_of(f"{SENTENCE * 22}\n\n:::\n\n## Next\n\n{SENTENCE}")
    assert [chunk.heading for chunk in chunks][-1] == "Next"
    assert all(len(chunk.content) > 50 for chunk in chunks)
    assert chunks[-2].content.endswith("\n\n:::")


def test_a_tiny_section_joins_only_what_it_touches() -> None:
    chunks = chunks_of(f"## A\n{SENTENCE}\n## Secret\n{SENTENCE}\n## B\ntiny", "Secret")
    assert [(chunk.heading, chunk.content) for chunk in chunks] == [("A", SENTENCE.strip()), ("B", "tiny")]


def test_a_tiny_section_stays_alone_where_it_does_not_fit() -> None:
    full = next(text for count in range(1, 400) if size(text := "word " * (400 - count)) <= CONTENT_TOKENS - 1)
    chunks = chunks_of(f"{full}\n# Some heading of several words\ntiny")
    assert [(chunk.heading, chunk.content) for chunk in chunks][-1] == ("Some heading of several words", "tiny")


def test_a_long_heading_is_cut_and_its_line_kept() -> None:
    heading = "word " * 100
    (chunk,) = chunks_of(f"# {heading}\n{SENTENCE}")
    assert chunk.heading == ("word " * 40).strip()
    assert chunk.content == f"# {heading.strip()}\n{SENTENCE.strip()}".replace("word\n", "word \n")


def test_a_long_context_leaves_less_to_the_content() -> None:
    short = chunks_of(f"# A\n{LONG}")
    long = chunks_of(f"# {'長い見出し' * 35}\n{LONG}")
    assert max(size(chunk.content) for chunk in long) < max(size(chunk.content) for chunk in short)


def test_pieces_of_one_line_follow_each_other() -> None:
    chunks = chunks_of("あ" * 5000)
    assert "".join(chunk.content for chunk in chunks) == "あ" * 5000
    assert {(chunk.start_line, chunk.end_line) for chunk in chunks} == {(1, 1)}


def test_lines_of_pieces_do_not_overlap() -> None:
    chunks = chunks_of("\n\n".join(f"Paragraph {number}. {SENTENCE * 3}" for number in range(20)))
    assert all((a.end_line or 0) < (b.start_line or 0) for a, b in pairwise(chunks))


def test_blank_lines_longer_than_a_chunk_make_none() -> None:
    blank = "\n" * 100_000
    (chunk,) = chunks_of(f"# Fits\n\nWords.{blank}")
    assert (chunk.heading, chunk.content) == ("Fits", "Words.")
    contents = [
        chunk.content for chunk in chunks_of(f"# Fits\n\nWords.{blank}More words, enough of them to stand alone.\n")
    ]
    assert contents[0].startswith("Words.")
    assert contents[-1].endswith("to stand alone.")
    assert all(contents)

from __future__ import annotations

import codecs
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.documents.bounds import CONTENT_TOKENS, size
from grooveseek.documents.document import Document
from grooveseek.documents.markdown.parse import parse_markdown
from grooveseek.documents.parser import ParseOptions
from grooveseek.errors import RefusedFileError
from support.paths import SHARED_DATA, needs_shared_data


def parse(data: bytes | str, *excluded: str) -> Document:
    encoded = data.encode() if isinstance(data, str) else data
    return parse_markdown("a/b/note-1.md", encoded, ParseOptions(exclude_headings=excluded))


def test_a_byte_order_mark_and_carriage_returns() -> None:
    document = parse(b"\xef\xbb\xbf---\r\ntitle: T\r\n---\r\n# H\r\nx\r\ny")
    assert document.title == "T"
    (chunk,) = document.chunks
    assert (chunk.heading, chunk.content, chunk.start_line, chunk.end_line) == ("H", "x\ny", 5, 6)


def test_lone_carriage_returns_end_lines_too() -> None:
    (chunk,) = parse(b"# H\r\rone\rtwo").chunks
    assert (chunk.heading, chunk.content, chunk.start_line, chunk.end_line) == ("H", "one\ntwo", 3, 4)


def test_utf_16_is_read() -> None:
    document = parse(codecs.BOM_UTF16_LE + "# 日記\nふつうの文。".encode("utf-16-le"))
    assert (document.title, document.chunks[0].content) == ("日記", "ふつうの文。")


@pytest.mark.parametrize("data", ["日本語".encode("shift_jis"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(RefusedFileError):
        parse(data)


@pytest.mark.parametrize("data", [b"", b"  \n\t\n", codecs.BOM_UTF8, b"---", b"---\n---\n", b"\n" * 200, b"\0\0\0"])
def test_nothing_to_index(data: bytes) -> None:
    assert parse(data).chunks == ()


def test_metadata_without_body_is_kept() -> None:
    document = parse("---\ntitle: T\nstatus: draft\n---\n")
    assert (document.title, document.fields, document.chunks) == ("T", (("status", "draft"),), ())


def test_text_behind_nuls_is_found() -> None:
    (chunk,) = parse(b"before " + b"\0" * 10_291 + b" after").chunks
    assert chunk.content == "before   after"
    assert parse(b"text" + b"\0" * 4096) == parse(b"text")


def test_frontmatter_fills_the_document() -> None:
    document = parse("---\ntitle: T\ndate: 2026-01-01\ntopic: X\ndepth: deep\ntags: [a]\nk: [v, w]\n---\nbody")
    assert (document.path, document.title, document.category) == ("a/b/note-1.md", "T", "a")
    assert (document.date, document.topic, document.depth, document.tags) == ("2026-01-01", "X", "deep", ("a",))
    assert document.fields == (("k", "v"), ("k", "w"))


def test_a_blank_topic_leaves_the_topic_to_the_path() -> None:
    assert parse('---\ntopic: ""\n---\nbody').topic == "b"


def test_the_first_heading_of_the_first_level_is_the_title() -> None:
    assert parse("## Before\n\n# The *title* {#t}\n\n# Another\n").title == "The title"


def test_an_excluded_heading_is_no_title() -> None:
    assert parse("# Secret plans\n\ntext\n\n# Open\n", "Secret").title == "Open"


def test_the_breadcrumb_falls_back_to_the_file_name() -> None:
    document = parse("text")
    assert document.title is None
    assert document.chunks[0].breadcrumb == "note 1"


def test_a_payload_is_left_out_and_said_so() -> None:
    document = parse("# H\n\n![x](data:image/png;base64," + "QUJD" * 1000 + ")\n\nmore")
    assert document.chunks[0].content == "![x](data:image/png;base64,[3.9 KB left out])\n\nmore"
    assert document.warnings == ("1 base64 payload of data: URIs left out of search (3.9 KB)",)
    assert document.chunks[0].end_line == 5


WORDS = st.text(st.sampled_from("ab Z9。、か゚日👨‍\u200d👩\t-*`|.!\u3000é"), max_size=60)
LINES = st.one_of(
    WORDS,
    st.just(""),
    st.sampled_from(
        ["```", "~~~", "````js", "---", "===", "<div>", "</div>", "<!-- x", "-->", "<pre>", "</pre>", "***"]
    ),
    st.builds("{} {}".format, st.sampled_from(["#", "##", "###", "####", "#####", "######"]), WORDS),
    st.builds("{}{}".format, st.sampled_from(["- ", "1. ", "> ", "> > ", "  - ", "    ", "\t", "| "]), WORDS),
    st.builds("{}{}".format, st.sampled_from("ab 日。👩"), st.integers(300, 3000).map(lambda count: "x日 " * count)),
)
BODIES = st.lists(LINES, max_size=30).map("\n".join)


def left_between(body: str, document: Document) -> list[tuple[str, str]]:
    """What of `body` is in no content, each part with the headings that stand on either side of it."""
    parts = []
    place, before = 0, ""
    for chunk in document.chunks:
        start = body.index(chunk.content, place)
        parts.append((body[place:start], f"{before} {chunk.heading or ''}"))
        place, before = start + len(chunk.content), chunk.heading or ""
    return [*parts, (body[place:], before)]


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", text))


@settings(deadline=None, derandomize=True)
@given(BODIES)
def test_no_letter_is_lost_between_file_and_chunks(body: str) -> None:
    """Contents are verbatim parts of the body, in order. What stands between them is blank, a thematic break, or the
    line of a heading whose letters are all in the heading of the chunk before or after."""
    for rest, heading in left_between(body, parse(f"\n{body}")):
        assert letters(rest) in letters(heading)


@settings(deadline=None, derandomize=True)
@given(BODIES)
def test_every_chunk_is_bounded_and_on_its_lines(body: str) -> None:
    lines = body.split("\n")
    for index, chunk in enumerate(parse_markdown("n.md", body.encode(), ParseOptions()).chunks):
        assert chunk.index == index
        assert size(chunk.content) <= CONTENT_TOKENS
        assert chunk.start_line is not None
        assert chunk.end_line is not None
        assert chunk.content in "\n".join(lines[chunk.start_line - 1 : chunk.end_line])
        assert chunk.heading or chunk.content.strip()


@needs_shared_data
def test_no_letter_of_real_pages_is_lost() -> None:
    marks = re.compile(r"\s*\{#[^}]*\}|<br\s*/?>|\A---\n.*?\n---\n", re.DOTALL)
    paths = sorted((SHARED_DATA / "vue" / "kb").rglob("*.md"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        document = parse_markdown(path.name, text.encode(), ParseOptions())
        for rest, heading in left_between(text, document):
            assert letters(marks.sub("", rest)) in letters(heading), path

"""A saved web page becomes what a browser would show of it."""

from __future__ import annotations

import re
import time
from contextlib import suppress

import pytest

from grooveseek.documents.document import Document
from grooveseek.documents.html.parse import parse_html
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.registry import parser_set
from grooveseek.errors import RefusedFileError


def _parsed(html: str, options: ParseOptions | None = None) -> Document:
    return parse_html("guide/setup/first-page.html", html.encode(), options or ParseOptions())


def test_headings_of_three_levels_start_sections_and_deeper_ones_do_not() -> None:
    document = _parsed(
        "<title>Guide</title><h1>One</h1><p>first text</p><h2>Two</h2><p>second text</p>"
        "<h3>Three</h3><p>third</p><h4>Four</h4><p>fourth</p>"
    )
    assert [(chunk.heading, chunk.level, chunk.content) for chunk in document.chunks] == [
        ("One", 1, "first text"),
        ("Two", 2, "second text"),
        ("Three", 3, "third\n\nFour\n\nfourth"),
    ]
    assert document.chunks[2].breadcrumb == "Guide > One > Two > Three"
    assert (document.title, document.category, document.topic) == ("Guide", "guide", "setup")


def test_what_a_browser_hides_is_not_text() -> None:
    document = _parsed(
        "<head><title>T</title><style>p{}</style></head><body><p>seen</p><script>var hidden</script>"
        "<!-- # no --><template>no</template></body>"
    )
    assert [chunk.content for chunk in document.chunks] == ["seen"]


def test_a_head_without_an_end_hides_no_text() -> None:
    document = _parsed("<head><title>T</title><p>seen")
    assert (document.title, document.chunks[0].content) == ("T", "seen")


def test_characters_by_name_line_breaks_tables_and_pictures() -> None:
    document = _parsed(
        "<p>a &amp; b<br>算出&#x30D7;ロパティ</p><table><tr><td>x</td><td>y</td></tr></table><img alt='a cat'>"
    )
    content = document.chunks[0].content
    assert "a & b\n算出プロパティ" in content
    assert "x" in content
    assert "a cat" in content


def test_preformatted_text_keeps_its_lines() -> None:
    document = _parsed("<pre>def f():\n    return 1</pre>")
    assert document.chunks[0].content == "def f():\n    return 1"


@pytest.mark.parametrize(
    ("html", "title"),
    [("<h1>From <b>heading</b></h1><p>x</p>", "From heading"), ("<p>no heading at all</p>", "first page")],
)
def test_the_title_falls_back_to_the_first_heading_then_to_the_file_name(html: str, title: str) -> None:
    assert _parsed(html).title == title


def test_titles_of_drawings_are_not_that_of_the_page() -> None:
    document = _parsed("<title>Guide</title><p>open <svg><title>Icon</title></svg> the door <title>Other</title>")
    assert (document.title, document.chunks[0].content) == ("Guide", "open  the door Other")
    assert _parsed("<h1>Guide</h1><svg><title>Icon</title></svg>").title == "Guide"


@pytest.mark.parametrize("following", ["", "<h3>Next</h3>after", "<h5>Small</h5>after"])
def test_a_heading_that_is_never_closed_is_text(following: str) -> None:
    first = _parsed(f"<h1>Guide</h1>intro<h2>Open <p>first<p>second{following}").chunks[1]
    assert (first.heading, first.level) == (None, None)
    assert first.content.startswith("Open\n\nfirst\n\nsecond")


def _lines(html: str) -> list[tuple[str, int | None, int | None]]:
    return [(chunk.content, chunk.start_line, chunk.end_line) for chunk in _parsed(html).chunks]


NESTED = """<!doctype html>
<html><head>
<title>T</title></head>
<body>
<main><section
  class="a"><h1>One
</h1>
<p>A sentence that <em>is
  <b>wrapped</b></em> in the
file.</p><ul><li>an item</li>
<li>another</li></ul>
</section>
<!-- a remark
of two lines -->
<h2>Two</h2><pre>
def f():
    return 1
</pre>
<h2>Bare</h2></main>
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_each_chunk_knows_its_lines_in_nested_markup_with_any_line_ends(line_end: str) -> None:
    assert _lines(NESTED.replace("\n", line_end)) == [
        ("A sentence that is wrapped in the file.\n\nan item\n\nanother", 8, 11),
        ("def f():\n    return 1", 16, 17),
        ("", 19, 19),
    ]


def test_the_lines_of_japanese_text() -> None:
    html = "<meta charset=utf-8>\n<h1>見出し</h1>\n<p>一行目の文。<br>\n二行目の&#x6587;。</p>\n<p>\n  三つ目。\n</p>\n"
    assert _lines(html) == [("一行目の文。\n 二行目の文。\n\n三つ目。".replace("\n ", "\n"), 3, 6)]


def test_a_long_section_gives_each_chunk_its_own_lines_where_its_words_stand() -> None:
    lines = [f"<p>Sentence <i>number</i> {n} &amp; its\nsecond half {n}.</p>" for n in range(800)]
    html = "<h2>Long</h2>\n" + "\n".join(lines)
    file = html.split("\n")
    chunks = _parsed(html).chunks
    assert len(chunks) > 5
    for chunk in chunks:
        assert chunk.start_line is not None
        first, last = file[chunk.start_line - 1], file[(chunk.end_line or 0) - 1]
        numbers = re.findall(r"\d+", chunk.content)
        assert re.findall(r"\d+", first) == numbers[:1]
        assert re.findall(r"\d+", last)[-1:] == numbers[-1:]


def test_a_line_end_written_as_a_character_is_none_of_the_file() -> None:
    assert _lines("<p>a&#10;b&#x0A;c&NewLine;d</p>\n<pre>x&#10;y</pre>") == [("a b c d\n\nx\ny", 1, 2)]


def test_words_for_a_picture_stand_on_the_lines_of_its_tag() -> None:
    assert _lines("<p>x</p><img\n src=a.png\n alt='a cat\nasleep'>\n") == [("x\n\na cat asleep", 1, 4)]


def test_excluded_headings_drop_their_section_alone() -> None:
    options = ParseOptions(exclude_headings=("Secret",))
    document = _parsed("<h2>Secret</h2><p>hidden</p><h3>Detail</h3><p>shown</p>", options)
    assert [(chunk.heading, chunk.ancestry) for chunk in document.chunks] == [("Detail", ("Secret",))]


def test_a_long_section_is_split_under_its_heading() -> None:
    document = _parsed("<h2>Long</h2>" + "".join(f"<p>Sentence number {n} stands here.</p>" for n in range(800)))
    assert len(document.chunks) > 5
    assert {chunk.heading for chunk in document.chunks} == {"Long"}
    assert "Sentence number 799 stands here." in document.chunks[-1].content


@pytest.mark.parametrize("html", ["", "   ", "<script>x</script>", "<html><body></body></html>"])
def test_a_page_that_shows_nothing_has_no_chunk(html: str) -> None:
    assert _parsed(html).chunks == ()


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(RefusedFileError, match="not valid UTF-8"):
        parse_html("a.html", b"<p>\x93\xfa\x96\x7b</p>", ParseOptions())


@pytest.mark.parametrize("html", ["<" * 200_000, "<p>" * 200_000, "<!" * 20_000, "&" * 200_000, "<a " * 50_000])
def test_hostile_markup_ends_in_time(html: str) -> None:
    started = time.monotonic()
    with suppress(RefusedFileError):
        _parsed(html, ParseOptions(deadline_seconds=5))
    assert time.monotonic() - started < 20


def test_html_is_a_format_that_can_be_enabled() -> None:
    assert parser_set(["html"]).extensions == ("html",)

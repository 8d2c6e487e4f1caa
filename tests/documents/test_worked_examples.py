"""The worked examples of paths, Markdown, frontmatter and quality, value by value.

`docs/differences.md` names the values that once read otherwise, and why.
"""

from __future__ import annotations

from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.frontmatter import Opaque, read_frontmatter
from grooveseek.documents.markdown.parse import parse_markdown
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.plain_text import parse_plain_text

Row = tuple[str | None, int | None, str, str]

DEPLOY_GUIDE = """\
# Deploy guide

This page explains how the service is rolled out to production.

## Canary

Send five percent of the traffic to the new build and watch it.

### Rollback

Undo quickly.

### Metrics

Watch the error rate and the p95 latency for fifteen minutes.
"""


def parse(text: str, path: str = "note.md", *excluded: str) -> Document:
    return parse_markdown(path, text.encode(), ParseOptions(exclude_headings=excluded))


def row(chunk: Chunk) -> Row:
    return chunk.heading, chunk.level, chunk.content, chunk.breadcrumb


def test_category_topic_and_title_of_a_path() -> None:
    document = parse("Some text.", "guide/setup/first-run.md")
    assert (document.category, document.topic, document.title) == ("guide", "setup", None)
    assert document.chunks[0].breadcrumb == "first run"
    assert parse_plain_text("log_file--v2.txt", b"x", ParseOptions()).title == "log file v2"


def test_markdown_chunks() -> None:
    document = parse(DEPLOY_GUIDE, "deploy-guide.md")
    assert document.title == "Deploy guide"
    assert [row(chunk) for chunk in document.chunks] == [
        (
            "Deploy guide",
            1,
            "This page explains how the service is rolled out to production.",
            "Deploy guide",
        ),
        (
            "Canary",
            2,
            "Send five percent of the traffic to the new build and watch it.\n\n### Rollback\n\nUndo quickly.",
            "Deploy guide > Canary",
        ),
        (
            "Metrics",
            3,
            "Watch the error rate and the p95 latency for fifteen minutes.",
            "Deploy guide > Canary > Metrics",
        ),
    ]


def test_an_excluded_heading_still_stands_above_others() -> None:
    body = f"---\ntitle: T\n---\n## Secret\n{'s' * 60}\n### Detail\n{'d' * 60}\n"
    assert [row(chunk) for chunk in parse(body, "note.md", "Secret").chunks] == [
        ("Detail", 3, "d" * 60, "T > Secret > Detail")
    ]


def test_small_sections() -> None:
    chunks = parse(f"## A\n\n## B\n\n{'x' * 60}\n\n## C\n").chunks
    assert [row(chunk)[:3] for chunk in chunks] == [("A", 2, ""), ("B", 2, "x" * 60 + "\n\n## C")]


def test_frontmatter_values() -> None:
    top = read_frontmatter(
        "---\ntitle: 123\ndate: 2026-04-10\nstatus: draft\nn: 1.0\nok: true\nteam: [a, b]\nmap: {x: 1}\nblank:\n---\n"
    ).frontmatter
    assert (top.title, top.date) == ("123", "2026-04-10")
    assert top.others == {
        "status": "draft",
        "n": "1.0",
        "ok": "true",
        "team": ("a", "b"),
        "map": Opaque("mapping"),
        "blank": None,
    }
    declared = {"status", "team", "map"}
    assert [pair for pair in top.fields if pair[0] in declared] == [("status", "draft"), ("team", "a"), ("team", "b")]


def test_broken_frontmatter() -> None:
    for block in ("title: [a", "topic: [a]"):
        document = parse(f"---\n{block}\n---\nbody text", "guide/setup/note.md")
        assert (document.title, document.tags) == (None, ("frontmatter:unparsed",))
        assert (document.category, document.topic) == ("guide", "setup")
        assert document.frontmatter_error
        assert [chunk.content for chunk in document.chunks] == ["body text"]


def test_an_unclosed_block_is_no_frontmatter() -> None:
    document = parse("---\ntitle: x\n")
    assert (document.title, document.tags, document.frontmatter_error) == (None, (), None)
    assert [chunk.content for chunk in document.chunks] == ["---\ntitle: x"]

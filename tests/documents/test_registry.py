from __future__ import annotations

import pytest

from grooveseek.documents.registry import DEFAULT_ENABLED, FORMATS, parser_set
from grooveseek.errors import ConfigError


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", "md"),
        ("a/b.MD", "md"),
        ("a.b.md", "md"),
        ("a.txt", "txt"),
        (".md", None),
        ("a/.md", None),
        ("md", None),
        ("a.markdown", None),
        ("a.md/b", None),
        ("a.ｍｄ", None),
    ],
)
def test_the_format_of_a_path(path: str, expected: str | None) -> None:
    entry = parser_set(["md", "txt"]).format_of(path)
    assert (entry.id if entry else None) == expected


def test_markdown_alone_is_enabled_by_default() -> None:
    assert DEFAULT_ENABLED == ("md",)
    assert parser_set().extensions == ("md",)


def test_ids_are_unique_and_lower_case() -> None:
    ids = [entry.id for entry in FORMATS]
    assert len(ids) == len(set(ids))
    assert ids == [name.lower() for name in ids]


def test_ids_are_read_in_any_case_and_keep_their_order() -> None:
    assert parser_set(["TXT", "Md", "mdx", "markdown"]).extensions == ("txt", "md", "mdx", "markdown")


@pytest.mark.parametrize(
    ("enabled", "reason"),
    [
        ([], "is empty"),
        (["md", "MD"], "'MD' is listed twice"),
        (["doc"], "unknown id 'doc'; supported: .*md"),
        (["xls"], r"convert to \.xlsx"),
    ],
)
def test_an_unusable_list_says_what_is_wrong(enabled: list[str], reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        parser_set(enabled)


def test_every_enabled_format_has_a_generation() -> None:
    generations = parser_set(["md", "pdf", "rs", "py"]).generations()
    assert list(generations) == ["md", "pdf", "rs", "py"]
    assert generations["rs"] != generations["py"]


def test_a_file_is_parsed_by_its_format() -> None:
    parsers = parser_set(["md", "txt"])
    assert parsers.parse("a.md", b"# H\ntext").chunks[0].heading == "H"
    assert parsers.parse("a.txt", b"# H\ntext").chunks[0].heading is None
    with pytest.raises(ValueError, match="no enabled format"):
        parsers.parse("a.pdf", b"")

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.kb.names import can_hold
from grooveseek.kb.uris import ResourceName, document_uri, group_prefix, group_uri, parse_uri

DOCUMENTS = [
    ("readme.md", "kb://doc/readme.md"),
    (
        "日本語/ノート.md",
        "kb://doc/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%83%8E%E3%83%BC%E3%83%88.md",
    ),
    ("with space/and #hash.md", "kb://doc/with%20space/and%20%23hash.md"),
    ("a%b/c?d.md", "kb://doc/a%25b/c%3Fd.md"),
    ("bug#42 &v=2+rev?.md", "kb://doc/bug%2342%20%26v%3D2%2Brev%3F.md"),
    ("50% plan.md", "kb://doc/50%25%20plan.md"),
    ("50%25 plan.md", "kb://doc/50%2525%20plan.md"),
    ("日記 1.md", "kb://doc/%E6%97%A5%E8%A8%98%201.md"),
    ("A-Z_a.b~9.md", "kb://doc/A-Z_a.b~9.md"),
    ("it's (1)!*.md", "kb://doc/it%27s%20%281%29%21%2A.md"),
]


@pytest.mark.parametrize(("path", "uri"), DOCUMENTS)
def test_a_document_has_one_uri(path: str, uri: str) -> None:
    assert document_uri(path) == uri
    assert parse_uri(uri, windows=False) == ResourceName("document", path)


@pytest.mark.parametrize(
    "uri",
    [
        "kb://doc/%2e%2e%2fsecret.md",
        "kb://doc/a%zz.md",
        "kb://doc/a%2",
        "kb://doc/a%",
        "kb://doc/",
        "kb://doc//etc/passwd",
        "kb://doc/%2Fetc/passwd",
        "kb://doc/a%00b.md",
        "kb://doc/%FF.md",
        "kb://doc/%ED%A0%80.md",
        "kb://doc/a/./b.md",
        "kb://doc",
        "kb://topic",
        "kb://topic/../x",
        "kb://topic//",
        "kb://topic/a//b",
        "kb://other/a.md",
        "KB://doc/a.md",
        "kb://doc/\ud800.md",
        "file:///etc/passwd",
        "",
    ],
)
def test_what_names_nothing_the_index_can_hold_is_refused(uri: str) -> None:
    assert parse_uri(uri) is None


def test_escapes_are_read_in_either_case() -> None:
    assert parse_uri("kb://doc/%e6%97%a5.md") == parse_uri("kb://doc/%E6%97%A5.md") == ResourceName("document", "日.md")


def test_plus_question_mark_and_hash_stand_for_themselves() -> None:
    assert parse_uri("kb://doc/a+b?c#d.md", windows=False) == ResourceName("document", "a+b?c#d.md")


@pytest.mark.parametrize(
    ("uri", "prefix"),
    [
        ("kb://topic/", ""),
        ("kb://topic/ai-news", "ai-news"),
        ("kb://topic/ai-news/", "ai-news"),
        ("kb://topic/deep-dive/mcp", "deep-dive/mcp"),
        ("kb://topic/%E6%97%A5%E6%9C%AC", "日本"),
    ],
)
def test_groups(uri: str, prefix: str) -> None:
    assert parse_uri(uri) == ResourceName("group", prefix)
    assert group_uri(prefix) == uri.removesuffix("/") + ("/" if not prefix else "")


@pytest.mark.parametrize(
    ("path", "prefix"),
    [
        ("readme.md", ""),
        ("ai-news/today.md", "ai-news"),
        ("deep-dive/mcp/overview.md", "deep-dive/mcp"),
        ("deep-dive/mcp/sub/x.md", "deep-dive/mcp"),
    ],
)
def test_a_group_is_the_first_one_or_two_folders(path: str, prefix: str) -> None:
    assert group_prefix(path) == prefix


def test_names_only_windows_cannot_spell_are_refused_there() -> None:
    assert parse_uri("kb://doc/CON.md", windows=True) is None
    assert parse_uri("kb://doc/CON.md", windows=False) is not None


@given(st.text().filter(lambda path: can_hold(path, windows=False)))
def test_every_name_round_trips_through_ascii(path: str) -> None:
    assert document_uri(path).isascii()
    assert parse_uri(document_uri(path), windows=False) == ResourceName("document", path)
    assert parse_uri(group_uri(path), windows=False) == ResourceName("group", path)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for prefix in ("", "kb://doc/", "kb://topic/"):
        found = parse_uri(prefix + text)
        assert found is None or found.name == "" or can_hold(found.name)

from __future__ import annotations

import pytest

from grooveseek.documents.titles import category_of, title_from_file_name, topic_of


@pytest.mark.parametrize(
    ("path", "category", "topic"),
    [
        ("index.md", None, None),
        ("ai-news/2026-04-16.md", "ai-news", None),
        ("deep-dive/chromadb/overview.md", "deep-dive", "chromadb"),
        ("deep-dive/chromadb/more/overview.md", "deep-dive", "chromadb"),
        ("guide/setup/first-run.md", "guide", "setup"),
    ],
)
def test_category_and_topic_are_the_first_two_folders(path: str, category: str | None, topic: str | None) -> None:
    assert (category_of(path), topic_of(path)) == (category, topic)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("guide/setup/first-run.md", "first run"),
        ("log_file--v2.txt", "log file v2"),
        (".hidden", ".hidden"),
        ("a/日記 1.md", "日記 1"),
        ("v1.2-notes.md", "v1.2 notes"),
        ("CamelCase.MD", "CamelCase"),
        ("a/---.md", None),
    ],
)
def test_the_title_from_a_file_name(path: str, title: str | None) -> None:
    assert title_from_file_name(path) == title

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.errors import IndexFileError
from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.reading.errors import (
    ExtensionRefusedError,
    LinkRefusedError,
    NotFoundError,
    ReadRefusedError,
    TooLargeError,
)
from grooveseek.reading.nearby import with_nearby
from support.index import document, write

PLAIN = str(NotFoundError())


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = open_index(tmp_path / "notes.db", create=True)
    opened.record(Facts(model="hash", dimension=64, context_mode="off", run_state="complete"))
    write(opened, document("readme.md", "Read this"))
    write(opened, document("deep-dive/mcp/overview.md", "An overview"))
    write(opened, document("日記/復旧手順.md", "手順"))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("README.md", "readme.md"),
        ("overview.md", "deep-dive/mcp/overview.md"),
        ("deep_dive/mcp/overview.md", "deep-dive/mcp/overview.md"),
        ("notes/復旧手順.md", "日記/復旧手順.md"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(path: str, meant: str, index: Index) -> None:
    answer = with_nearby(NotFoundError(), path, index)

    assert isinstance(answer, NotFoundError)
    assert str(answer) == f'{PLAIN}; did you mean "{meant}"?'


@pytest.mark.parametrize(
    "path", ["./readme.md", "deep-dive//mcp/overview.md", "deep-dive/../readme.md", "/etc/passwd", "", "no-such.md"]
)
def test_all_else_gets_one_and_the_same_answer(path: str, index: Index) -> None:
    assert str(with_nearby(NotFoundError(), path, index)) == PLAIN


def test_a_path_without_its_ending_is_completed(index: Index) -> None:
    answer = with_nearby(ExtensionRefusedError("access denied: no extension"), "deep-dive/mcp/overview", index)

    assert isinstance(answer, ExtensionRefusedError)
    assert str(answer) == 'access denied: no extension; did you mean "deep-dive/mcp/overview.md"?'


@pytest.mark.parametrize("refusal", [LinkRefusedError("a link"), TooLargeError("too large")])
def test_other_refusals_stay_what_they_are(refusal: ReadRefusedError, index: Index) -> None:
    assert with_nearby(refusal, "README.md", index) is refusal


def test_an_index_that_cannot_be_read_takes_nothing_away(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise IndexFileError("damaged")

    monkeypatch.setattr(index, "snapshot", broken)
    refusal = NotFoundError()

    assert with_nearby(refusal, "README.md", index) is refusal

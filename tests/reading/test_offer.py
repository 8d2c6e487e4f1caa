from __future__ import annotations

from dataclasses import replace

import pytest

from grooveseek.documents.parser import Format, ParseOptions
from grooveseek.documents.registry import ParserSet, parser_set
from grooveseek.index.records import DocumentRow
from grooveseek.reading import offer
from grooveseek.reading.offer import offered, withheld

MIB = 1024 * 1024
BINARY = Format("bin", "binary", lambda _: lambda *_: None)  # type: ignore[arg-type,return-value]
TEXT = parser_set(["md"])
PARSERS = replace(TEXT, formats=(*TEXT.formats, BINARY))


def row(path: str, size: int | None = 10) -> DocumentRow:
    return DocumentRow(1, path, None, None, None, None, None, (), "2026-11-30T00:00:00Z", size, 1)


def parsers_with(max_decompressed_size: int | None) -> ParserSet:
    return replace(PARSERS, options=ParseOptions(max_decompressed_size=max_decompressed_size))


@pytest.mark.parametrize(
    ("path", "size", "reason"),
    [
        ("a.md", 10, None),
        ("a.md", None, None),
        ("a.md", MIB, None),
        ("a.md", MIB + 1, "larger-than-a-read-returns"),
        ("a.bin", MIB + 1, None),
        ("a.bin", 50 * MIB, None),
        ("a.bin", 50 * MIB + 1, "larger-than-a-read-returns"),
        ("a.pdf", 10, "extension-not-registered"),
        ("a.pdf", 99 * MIB, "extension-not-registered"),
        ("a\\..\\b.md", 10, "name-not-spellable-on-windows"),
    ],
)
def test_one_predicate_decides_what_is_handed_over(path: str, size: int | None, reason: str | None) -> None:
    assert withheld(row(path, size), PARSERS) == reason


@pytest.mark.parametrize(
    ("budget", "reason"), [(50 * MIB, None), (50 * MIB + 1, "binary-uris-withheld"), (None, "binary-uris-withheld")]
)
def test_a_raised_budget_withholds_what_is_binary(budget: int | None, reason: str | None) -> None:
    assert withheld(row("a.bin"), parsers_with(budget)) == reason
    assert withheld(row("a.md"), parsers_with(budget)) is None


def test_what_windows_cannot_spell_is_withheld_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from grooveseek.kb.names import can_hold

    monkeypatch.setattr(offer, "can_hold", lambda path: can_hold(path, windows=True))

    assert withheld(row("CON.md"), PARSERS) == "name-not-spellable-on-windows"


def test_only_what_is_not_withheld_is_offered() -> None:
    rows = [row("a.md"), row("b.pdf"), row("c.md", 2 * MIB)]

    assert [entry.path for entry in offered(rows, PARSERS)] == ["a.md"]

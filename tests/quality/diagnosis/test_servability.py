from __future__ import annotations

from dataclasses import replace

import pytest

from grooveseek.documents.parser import Format, ParseOptions
from grooveseek.documents.registry import parser_set
from grooveseek.index.records import DocumentRow
from grooveseek.quality.diagnosis.finding import Finding
from grooveseek.quality.diagnosis.servability import servability

MIB = 1024 * 1024
MARKDOWN = parser_set(["md"])
BINARY = Format("bin", "binary", lambda _: lambda *_: None)  # type: ignore[arg-type,return-value]


def row(path: str, size: int | None = 10) -> DocumentRow:
    return DocumentRow(1, path, None, None, None, None, None, (), "2026-11-30T00:00:00Z", size, 1)


def found(*rows: DocumentRow, budget: int | None = 50 * MIB) -> dict[str, Finding]:
    options = ParseOptions(max_decompressed_size=budget)
    parsers = replace(MARKDOWN, formats=(*MARKDOWN.formats, BINARY), options=options)
    findings = list(servability(rows, parsers, lambda force: f"index {force}"))
    assert all(finding.severity == "warning" for finding in findings)
    return {finding.check: finding for finding in findings}


@pytest.mark.parametrize(
    ("path", "size", "checks"),
    [
        ("notes/a.md", MIB, []),
        ("notes/a.md", MIB + 1, ["larger-than-a-read-returns"]),
        ("a.bin", 50 * MIB, []),
        ("a.bin", 50 * MIB + 1, ["larger-than-a-read-returns"]),
        ("a.txt", 10, ["extension-not-registered"]),
        ("a.txt", MIB + 1, ["extension-not-registered", "larger-than-a-read-returns"]),
        ("a.md", None, ["size-not-recorded"]),
        ("a.txt", None, ["extension-not-registered", "size-not-recorded"]),
    ],
)
def test_what_keeps_a_document_from_being_handed_over(path: str, size: int | None, checks: list[str]) -> None:
    assert list(found(row(path, size))) == checks


@pytest.mark.parametrize(("budget", "withheld"), [(50 * MIB, False), (50 * MIB + 1, True), (None, True)])
def test_a_raised_budget_withholds_every_binary_document(budget: int | None, withheld: bool) -> None:
    findings = found(row("a.bin"), row("b.bin", 99 * MIB), row("c.md"), budget=budget)
    assert ("binary-uris-withheld" in findings) is withheld
    if withheld:
        finding = findings["binary-uris-withheld"]
        assert (finding.count, finding.samples) == (2, ("a.bin", "b.bin"))
        assert "50 MiB" in finding.remedy


def test_at_most_five_samples_come_sorted_and_all_are_counted() -> None:
    finding = found(*(row(f"{name}.txt") for name in "gfedcba"))["extension-not-registered"]
    assert finding.count == 7
    assert finding.samples == ("a.txt", "b.txt", "c.txt", "d.txt", "e.txt")


def test_unmeasured_documents_are_not_sampled() -> None:
    finding = found(row("a.md", None), row("b.md", None))["size-not-recorded"]
    assert (finding.count, finding.samples) == (2, ())
    assert finding.remedy.startswith("index False")


def test_a_large_document_is_not_sent_to_a_read_that_refuses_it_too() -> None:
    assert "get_document" not in found(row("a.md", 2 * MIB))["larger-than-a-read-returns"].remedy


def test_names_that_cannot_be_held_here(monkeypatch: pytest.MonkeyPatch) -> None:
    from grooveseek.kb.names import can_hold
    from grooveseek.reading import offer

    monkeypatch.setattr(offer, "can_hold", lambda path: can_hold(path, windows=True))
    names = ["CON.md", "a:b.md", "trail./x.md", "what?.md", "fine.md"]
    finding = found(*map(row, names))["name-not-spellable-on-windows"]
    assert finding.samples == ("CON.md", "a:b.md", "trail./x.md", "what?.md")

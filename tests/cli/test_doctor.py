"""`groove doctor` as a command: exit codes, streams and what it looks at."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.cli import GROOVE, user
from support.desk import Desk, desk
from support.index import damage

NOTE = "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns against you.\n"


@pytest.fixture
def sailor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """One note of one chunk, and its index."""
    made = desk(tmp_path, monkeypatch)
    made.note("notes/a.md", NOTE)
    assert made.on_notes("index", "--quiet").code == 0
    return made


def findings(sailor: Desk, *words: str | Path) -> list[dict[str, Any]]:
    ran = sailor.on_notes("doctor", "--format", "json", *words)
    assert ran.code == (1 if ran.json["findings"] else 0), ran.err
    assert (ran.json["documents"], ran.json["chunks"]) == (1, 1) or ran.json["findings"]
    found: list[dict[str, Any]] = ran.json["findings"]
    return found


def checks(sailor: Desk, *words: str | Path) -> list[str]:
    return [finding["check"] for finding in findings(sailor, *words)]


def test_nothing_to_report(sailor: Desk) -> None:
    ran = sailor.on_notes("doctor")
    assert (ran.code, ran.out) == (0, "1 document, 1 chunk\nNo issues found.\n")


def test_a_text_row_that_is_gone(sailor: Desk) -> None:
    damage(sailor.index, "DELETE FROM texts_#")
    (finding,) = findings(sailor)
    assert (finding["check"], finding["severity"], finding["count"]) == ("missing-fts-row", "error", 1)
    assert finding["samples"] == ["notes/a.md #0"]
    assert f"groove index --kb-path {sailor.notes}" in finding["remedy"]
    assert "--force" not in finding["remedy"]
    ran = sailor.on_notes("doctor")
    assert ran.code == 1
    assert "[error] missing-fts-row: " in ran.out
    assert "  notes/a.md #0\n" in ran.out


def test_a_chunk_row_that_is_gone(sailor: Desk) -> None:
    damage(sailor.index, "DELETE FROM chunks_#")
    assert checks(sailor) == ["orphan-embedding", "orphan-fts-row", "document-without-chunks"]


@pytest.mark.parametrize(("size", "expected"), [(1_048_577, ["larger-than-a-read-returns"]), (1_048_576, [])])
def test_a_document_over_what_a_read_returns(sailor: Desk, size: int, expected: list[str]) -> None:
    damage(sailor.index, f"UPDATE documents_# SET size = {size}")
    assert checks(sailor) == expected


def test_no_index(tmp_path: Path) -> None:
    someone = user(tmp_path)
    ran = someone.on_notes("doctor")
    assert (ran.code, ran.out) == (2, "")
    assert f"No index found at {someone.index}" in ran.err
    assert f"groove index --kb-path {someone.notes}" in ran.err
    assert not someone.index.exists()


def record(sailor: Desk, *declared: str) -> None:
    names = ", ".join(f'"{name}"' for name in declared)
    damage(sailor.index, f"UPDATE generations SET facts = json_set(facts, '$.declared_fields', json('[{names}]'))")


def test_declared_fields_that_are_not_the_recorded_ones(sailor: Desk) -> None:
    record(sailor, "status")
    sailor.note("groove-schema.toml", "[fields.kind]\n[fields.status]\n")
    assert checks(sailor) == ["declared-fields-stale"]
    (sailor.notes / "groove-schema.toml").unlink()
    (finding,) = findings(sailor)
    assert finding["check"] == "declared-fields-stale"
    assert "none" in finding["summary"]


def test_a_schema_of_named_fields_declares_none(sailor: Desk) -> None:
    record(sailor)
    sailor.note("groove-schema.toml", "[fields.title]\nrequired = true\n[fields.tags]\n")
    assert checks(sailor) == []


@pytest.mark.parametrize("schema", ["[fields.title]\npattern = '[unclosed'", '[fields.title]\ntype = "integer"'])
def test_a_schema_that_does_not_load_is_told_before_the_index_is_opened(sailor: Desk, schema: str) -> None:
    sailor.note("groove-schema.toml", schema)
    sailor.index.write_bytes(b"not a database")
    ran = sailor.on_notes("doctor")
    assert (ran.code, ran.out) == (2, "")
    assert "schema load error" in ran.err
    assert ".groove.db" not in ran.err


def test_formats_that_are_not_enabled_any_more(sailor: Desk) -> None:
    config = sailor.person.cwd / "named.toml"
    config.write_text('[parsers]\nenabled = ["txt"]')
    (finding,) = findings(sailor, "--config", config)
    assert (finding["check"], finding["samples"]) == ("extension-not-registered", ["notes/a.md"])
    assert f"groove --config {config} index" in finding["remedy"]


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('modle = "bge-m3"', "modle"),
        ('[parsers]\nenabled = ["xls"]', "xlsx"),
        ('[parsers]\nenabled = ["md", "md"]', "twice"),
    ],
)
def test_a_configuration_that_cannot_be_used(sailor: Desk, config: str, said: str) -> None:
    path = sailor.person.cwd / "named.toml"
    path.write_text(config)
    ran = sailor.on_notes("doctor", "--config", path)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_no_folder_at_all(sailor: Desk) -> None:
    ran = sailor.groove("doctor")
    assert (ran.code, ran.out) == (2, "")
    assert "--kb-path is required" in ran.err


def test_a_warning_that_is_accepted_is_left_out(sailor: Desk) -> None:
    damage(sailor.index, "UPDATE documents_# SET size = NULL")
    assert checks(sailor) == ["size-not-recorded"]
    ran = sailor.on_notes("doctor", "--ignore", "size-not-recorded", "--ignore", "larger-than-a-read-returns")
    assert (ran.code, ran.out) == (0, "1 document, 1 chunk\nNo issues found.\n")
    assert "note: size-not-recorded is ignored (1 found)" in ran.err
    damage(sailor.index, "DELETE FROM texts_#")
    assert checks(sailor, "--ignore", "size-not-recorded") == ["missing-fts-row"]


@pytest.mark.parametrize("words", [("--format", "yaml"), ("--unknown",), ("--ignore", "missing-fts-row")])
def test_usage_errors(sailor: Desk, words: tuple[str, ...]) -> None:
    ran = sailor.on_notes("doctor", *words)
    assert (ran.code, ran.out) == (2, "")


def test_a_file_that_is_no_database(sailor: Desk) -> None:
    sailor.index.write_bytes(b"not a database " * 99)
    ran = sailor.on_notes("doctor")
    assert (ran.code, ran.out) == (2, "")
    (line,) = [line for line in ran.err.splitlines() if line.startswith("Error: ")]
    assert str(sailor.index) in line
    assert "groove index --force" in line


def test_an_index_of_another_knowledge_base(sailor: Desk) -> None:
    other = sailor.notes.parent / "other"
    other.mkdir()
    ran = sailor.groove("doctor", "--kb-path", other)
    assert (ran.code, ran.out) == (2, "")
    assert "belongs to the knowledge base" in ran.err


def test_an_index_elsewhere_is_named_in_the_remedy(sailor: Desk) -> None:
    elsewhere = sailor.person.cwd / "my index.db"
    sailor.index.rename(elsewhere)
    damage(elsewhere, "DELETE FROM texts_#")
    (finding,) = findings(sailor, "--index", elsewhere)
    assert f"--index '{elsewhere}'" in finding["remedy"]


def test_a_file_that_cannot_be_read_any_more_is_named_until_it_can(sailor: Desk) -> None:
    file = min(sailor.notes.rglob("*.md"))
    text = file.read_bytes()
    file.write_bytes(b"\xff\xfe\x00")
    assert sailor.on_notes("index").code == 0
    (finding,) = findings(sailor)
    assert (finding["check"], finding["severity"]) == ("document-outdated", "warning")
    assert finding["samples"] == [file.relative_to(sailor.notes).as_posix()]
    file.write_bytes(text)
    assert sailor.on_notes("index").code == 0
    assert sailor.on_notes("doctor").code == 0


def test_nothing_is_changed(sailor: Desk) -> None:
    damage(sailor.index, "DELETE FROM texts_#")
    before = sailor.index.read_bytes(), sorted(sailor.notes.parent.iterdir())
    sailor.on_notes("doctor")
    assert (sailor.index.read_bytes(), sorted(sailor.notes.parent.iterdir())) == before


def test_the_index_of_any_model_can_be_looked_at(sailor: Desk) -> None:
    sailor.config('model = "bge-m3"')
    assert checks(sailor) == []


def test_an_unexpected_failure_is_no_finding(sailor: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_space: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("grooveseek.quality.diagnosis.examine.examine", fail)
    ran = sailor.on_notes("doctor")
    assert (ran.code, ran.out) == (2, "")
    assert "internal error" in ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_report_that_cannot_be_written_is_no_finding(tmp_path: Path) -> None:
    someone = user(tmp_path)
    someone.note("a.md", NOTE)
    assert someone.on_notes("index", "--quiet").code == 0
    with Path("/dev/full").open("w") as full:
        words = [str(GROOVE), "doctor", "--kb-path", str(someone.notes)]
        done = subprocess.run(words, env=someone.environ, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"No space left" in done.stderr

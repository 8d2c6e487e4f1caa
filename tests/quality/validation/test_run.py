from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.documents.schema import read_schema
from grooveseek.errors import GrooveError
from grooveseek.quality.validation.run import Options, validate
from support.quality import notes, validated

TITLED = "[fields.title]\nrequired = true"
GOOD = "---\ntitle: T\n---\nbody"


def test_files_with_violations_come_sorted_folder_by_folder(tmp_path: Path) -> None:
    kb = notes(tmp_path, {"b.md": "x", "a/z.md": "x", "a.md": "x", "a-b.md": "x", "good.md": GOOD, "c.txt": "x"})
    report = validated(kb, TITLED)
    assert [file.path for file in report.files] == ["a/z.md", "a-b.md", "a.md", "b.md"]
    assert (report.scanned, report.ok) == (5, 1)


def test_the_extension_may_be_of_any_case_and_a_bare_one_is_none(tmp_path: Path) -> None:
    report = validated(notes(tmp_path, {"A.MD": "x", ".md": "x", "b.mdx": "x"}), TITLED)
    assert [file.path for file in report.files] == ["A.MD"]


def test_what_the_index_excludes_is_not_scanned(tmp_path: Path) -> None:
    kb = notes(
        tmp_path,
        {
            ".grooveignore": "drafts/\n*.tmp.md\n",
            "a.md": GOOD,
            "drafts/b.md": "x",
            "c.tmp.md": "x",
            "node_modules/d.md": "x",
            ".obsidian/e.md": "x",
        },
    )
    assert validated(kb, TITLED).scanned == 1


def test_links_are_not_followed(tmp_path: Path) -> None:
    kb = notes(tmp_path, {"a.md": GOOD})
    (kb.root / "link.md").symlink_to(kb.root / "a.md")
    assert validated(kb, TITLED).scanned == 1


def test_a_file_that_is_no_text_is_scanned_warned_of_and_named(tmp_path: Path) -> None:
    kb = notes(tmp_path, {"a.md": GOOD, "bad.md": b"\xff\xfe\xff", "latin.md": "---\ntitle: é\n---".encode("latin-1")})
    warned: list[str] = []
    report = validate(kb, read_schema(TITLED.encode()), Options(), warned.append)
    assert (report.scanned, report.ok, report.unreadable) == (3, 3, ("bad.md", "latin.md"))
    assert [line.partition(":")[0] for line in warned] == ["bad.md", "latin.md"]


def test_a_file_over_the_size_cap_is_not_read(tmp_path: Path) -> None:
    warned: list[str] = []
    kb = notes(tmp_path, {"a.md": "x" * 11})
    report = validate(kb, read_schema(TITLED.encode()), Options(max_size=10), warned.append)
    assert report.unreadable == ("a.md",)
    assert "too large" in warned[0]


def test_fail_fast_stops_after_the_first_file_but_reports_it_in_full(tmp_path: Path) -> None:
    kb = notes(tmp_path, {"a.md": GOOD, "b.md": "x", "c.md": "x"})
    report = validated(kb, f"{TITLED}\n[fields.date]\nrequired = true\n[fields.tags]", fail_fast=True)
    assert [file.path for file in report.files] == ["a.md"]
    assert (report.scanned, report.ok) == (1, 0)
    report = validated(kb, f"{TITLED}\n[fields.topic]\nrequired = true\nallow_empty = true", fail_fast=True)
    assert len(report.files[0].violations) == 1


def test_a_line_belongs_to_each_key(tmp_path: Path) -> None:
    kb = notes(tmp_path, {"a.md": "\ufeff---\r\n# why\r\nowner: x\r\nstatus: y\r\n---\r\n"})
    (file,) = validated(kb, '[fields.status]\nenum = ["z"]').files
    assert file.key_lines["status"] == 4


def test_a_knowledge_base_that_is_gone_is_an_error(tmp_path: Path) -> None:
    kb = notes(tmp_path, {})
    kb.root.rmdir()
    with pytest.raises(GrooveError, match="cannot be examined"):
        validated(kb, TITLED)

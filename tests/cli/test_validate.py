"""`groove validate` as a program: streams, exit codes and formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import User, user

SCHEMA = r"""
[fields.title]
required = true
type = "string"
[fields.date]
required = true
pattern = '^\d{4}-\d{2}-\d{2}$'
[fields.topic]
required = true
enum = ["mcp", "rag"]
[fields.tags]
required = true
type = "array"
min_length = 1
"""
GOOD = "---\ntitle: Good\ndate: 2026-04-19\ntopic: mcp\ntags: [a]\n---\nbody\n"
BAD = '---\ndate: "2026/04/19"\ntopic: general\ntags: []\n---\nbody\n'


@pytest.fixture
def someone(tmp_path: Path) -> User:
    made = user(tmp_path)
    made.note("groove-schema.toml", SCHEMA)
    made.note("good.md", GOOD)
    return made


def test_all_well(someone: User) -> None:
    ran = someone.on_notes("validate")
    assert (ran.code, ran.out) == (0, "groove validate: 1 files OK\n")


def test_violations_as_json(someone: User) -> None:
    someone.note("bad.md", BAD)
    ran = someone.on_notes("validate", "--format", "json")
    assert ran.code == 1
    found = ran.json
    assert (found["scanned"], found["violated"], found["ok"]) == (2, 1, 1)
    assert [file["path"] for file in found["files"]] == ["bad.md"]
    assert [(each["kind"], each["field"]) for each in found["files"][0]["violations"]] == [
        ("pattern_mismatch", "date"),
        ("missing_required", "tags"),
        ("missing_required", "title"),
        ("not_in_enum", "topic"),
    ]
    assert ran.out.startswith('{\n  "scanned": 2,')
    assert ran.out.endswith("}\n")


def test_a_refused_block(someone: User) -> None:
    someone.note("broken.md", "---\ntitle: [unclosed\n---")
    ran = someone.on_notes("validate", "--format", "json")
    assert ran.code == 1
    (violation,) = ran.json["files"][0]["violations"]
    assert violation.pop("reason")
    assert violation == {"kind": "frontmatter_unparsed", "field": "frontmatter"}
    ran = someone.on_notes("validate", "--format", "github")
    assert ran.code == 1
    assert ran.out.count("\n") == 1
    assert ran.out.startswith(
        "::error file=broken.md,line=1,title=frontmatter::frontmatter could not be parsed as YAML: "
    )


def test_annotations_say_nothing_where_all_is_well(someone: User) -> None:
    ran = someone.on_notes("validate", "--format", "github")
    assert (ran.code, ran.out) == (0, "")


@pytest.mark.parametrize("schema", ["[fields.title]\npattern = '[unclosed'", '[fields.title]\ntype = "integer"'])
def test_a_schema_that_does_not_load(someone: User, schema: str) -> None:
    someone.note("groove-schema.toml", schema)
    ran = someone.on_notes("validate")
    assert (ran.code, ran.out) == (2, "")
    assert "groove validate: schema load error: " in ran.err
    assert "fields.title" in ran.err
    ran = someone.on_notes("index")
    assert (ran.code, ran.out) == (1, "")
    assert "schema load error: " in ran.err
    assert not someone.index.exists()


def test_ignored_files_are_not_scanned(someone: User) -> None:
    someone.note(".grooveignore", "drafts/\n*.tmp.md\n")
    someone.note("drafts/a.md", BAD)
    someone.note("b.tmp.md", BAD)
    ran = someone.on_notes("validate", "--format", "json")
    assert (ran.code, ran.json["scanned"]) == (0, 1)


@pytest.mark.parametrize("words", [("--format", "text"), ("--format", "json", "--strict"), ("--format", "github")])
def test_without_a_schema_nothing_is_said_on_stdout(tmp_path: Path, words: tuple[str, ...]) -> None:
    someone = user(tmp_path)
    ran = someone.on_notes("validate", *words)
    assert (ran.code, ran.out) == (0, "")
    assert f"groove validate: no schema found at {someone.notes / 'groove-schema.toml'} (skipping)" in ran.err
    assert "NOTHING WAS VALIDATED" not in ran.err


def test_a_mistyped_folder_or_schema_is_no_error_but_said_loudly(someone: User) -> None:
    ran = someone.groove("validate", "--kb-path", someone.root / "kb" / "ntoes")
    assert (ran.code, ran.out) == (0, "")
    assert "NOTHING WAS VALIDATED" in ran.err
    assert "--kb-path" in ran.err
    ran = someone.on_notes("validate", "--schema", "shcema.toml")
    assert (ran.code, ran.out) == (0, "")
    assert "NOTHING WAS VALIDATED" in ran.err
    assert "--schema" in ran.err


def test_a_schema_elsewhere_is_named_from_the_working_folder_and_may_be_a_link(someone: User) -> None:
    (someone.cwd / "real.toml").write_text("[fields.owner]\nrequired = true")
    (someone.cwd / "other.toml").symlink_to("real.toml")
    ran = someone.on_notes("validate", "--schema", "other.toml", "--format", "json")
    assert ran.code == 1
    assert ran.json["files"][0]["violations"] == [{"kind": "missing_required", "field": "owner"}]


def test_a_link_in_place_of_the_schema_is_refused(someone: User) -> None:
    (someone.cwd / "real.toml").write_text("")
    (someone.notes / "groove-schema.toml").unlink()
    (someone.notes / "groove-schema.toml").symlink_to(someone.cwd / "real.toml")
    ran = someone.on_notes("validate")
    assert (ran.code, ran.out) == (2, "")
    assert "schema load error" in ran.err


def test_strictness_only_tightens(someone: User) -> None:
    someone.note("good.md", GOOD.replace("topic", "extra: 1\ntopic"))
    assert someone.on_notes("validate").code == 0
    ran = someone.on_notes("validate", "--strict", "--format", "github")
    assert ran.out == "::error file=good.md,line=4,title=frontmatter::extra is not declared in the schema\n"


def test_fail_fast(someone: User) -> None:
    for name in "abc":
        someone.note(f"{name}.md", BAD)
    found = someone.on_notes("validate", "--fail-fast", "--format", "json").json
    assert (found["scanned"], found["violated"]) == (1, 1)
    assert len(found["files"][0]["violations"]) == 4


def test_a_file_that_cannot_be_read_is_warned_of(someone: User) -> None:
    (someone.notes / "x.md").write_bytes(b"\xff")
    ran = someone.on_notes("validate", "--format", "json")
    assert (ran.code, ran.json["scanned"], ran.json["ok"]) == (0, 2, 2)
    assert "warning: x.md: not valid UTF-8" in ran.err
    assert ran.json["unreadable"] == {"count": 1, "paths": ["x.md"]}


def test_no_folder_at_all_is_an_error(tmp_path: Path) -> None:
    ran = user(tmp_path).groove("validate")
    assert (ran.code, ran.out) == (1, "")
    assert "--kb-path is required" in ran.err


def test_a_configuration_that_does_not_load_is_an_error(someone: User) -> None:
    someone.config('modle = "bge-m3"')
    assert someone.on_notes("validate").code == 1


def test_a_folder_that_is_gone_is_an_error_where_there_is_a_schema(someone: User) -> None:
    (someone.cwd / "s.toml").write_text("")
    ran = someone.groove("validate", "--kb-path", "gone", "--schema", "s.toml")
    assert (ran.code, ran.out) == (1, "")
    assert "no such folder" in ran.err


@pytest.mark.parametrize("words", [("--format", "yaml"), ("--unknown",)])
def test_usage_errors(someone: User, words: tuple[str, ...]) -> None:
    ran = someone.on_notes("validate", *words)
    assert (ran.code, ran.out) == (2, "")

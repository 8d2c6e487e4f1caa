"""What an index records of itself, and what follows when that differs from what is configured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.passage import ContextMode
from grooveseek.documents.registry import parser_set
from grooveseek.index.records import Facts
from grooveseek.indexing.settle import rules_of, settle_context_mode, settled, to_reread
from support.indexing import Base, Recorder

_NOTE = {"a.md": "# Note\n\nSomething worth finding again, written down in the morning.\n"}


@pytest.mark.parametrize(
    ("recorded", "chunks", "wanted", "mode", "told"),
    [
        (None, 0, "static", "static", ""),
        (None, 0, "off", "off", ""),
        (None, 5, "off", "off", ""),
        (None, 5, "static", "off", "warning"),
        ("off", 5, "off", "off", ""),
        ("static", 5, "static", "static", ""),
        ("static", 0, "static", "static", ""),
        ("off", 0, "static", "static", "note"),
        ("static", 0, "off", "off", "note"),
        ("off", 5, "static", "off", "warning"),
        ("static", 5, "off", "static", "warning"),
    ],
)
def test_the_mode_of_an_index(
    recorded: ContextMode | None, chunks: int, wanted: ContextMode, mode: ContextMode, told: str
) -> None:
    report = Recorder()
    assert settle_context_mode(Facts(context_mode=recorded), chunks, wanted, report) == mode
    assert (bool(report.warnings), bool(report.notes)) == (told == "warning", told == "note")
    assert all("`groove index --force`" in line for line in report.warnings)


def test_a_filled_index_keeps_its_mode_until_it_is_rebuilt(base: Base) -> None:
    base.write(_NOTE)
    base.run()
    base.run(context_mode="static")
    assert len(base.report.warnings) == 1
    with base.index.snapshot() as snapshot:
        assert snapshot.facts().context_mode == "off"
    base.run(context_mode="static", force=True)
    with base.index.snapshot() as snapshot:
        assert snapshot.facts().context_mode == "static"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"exclude_headings": ("Draft",)}, 'exclude_headings is ["Draft"], but the index was built with []'),
        ({"max_chunk_chars": 100}, "[parsers.code].max_chunk_chars is 100, but the index was built with 3500"),
    ],
)
def test_settings_that_unchanged_files_do_not_follow_are_told(
    base: Base, change: dict[str, object], words: str
) -> None:
    base.write(_NOTE)
    base.run()
    assert base.report.warnings == []
    other = replace(base.options().parsers, options=replace(ParseOptions(), **change))  # type: ignore[arg-type]
    for _ in range(2):
        base.run(parsers=other)
        assert len(base.report.warnings) == 1
        assert words in base.report.warnings[0]
        assert "`groove index --force`" in base.report.warnings[0]
    base.run(parsers=other, force=True)
    base.run(parsers=other)
    assert base.report.warnings == []


def test_a_newer_rule_of_markdown_reads_markdown_again(base: Base) -> None:
    options = base.options()
    rules = rules_of(options)
    facts = Facts(generations={**rules, "markdown": "older"})
    assert to_reread(facts, options, ["a.md", "b.MD", "c.txt", "d.markdown"]) == {"a.md", "b.MD", "d.markdown"}
    assert to_reread(Facts(generations={**rules, "passage": "older"}), options, ["a.md", "c.txt"]) == {"a.md", "c.txt"}
    assert to_reread(Facts(generations=rules), options, ["a.md", "c.txt"]) == frozenset()


def test_a_newer_rule_of_another_format_reads_that_format_again(base: Base) -> None:
    options = base.options(parsers=parser_set(["md", "txt", "rs"]))
    rules = rules_of(options)
    assert rules["format txt"] == "1"
    facts = Facts(generations={**rules, "format rs": "another grammar"})
    assert to_reread(facts, options, ["a.md", "b.RS", "c.txt"]) == {"b.RS"}


def test_an_index_of_an_older_rule_is_brought_up_to_date_once(base: Base) -> None:
    base.write(_NOTE)
    base.run()
    with base.index.snapshot() as snapshot:
        facts = snapshot.facts()
    base.index.record(replace(facts, generations={**facts.generations, "markdown": "older"}))
    base.run()
    assert base.report.notes == ["Read 1 unchanged document again by newer rules"]
    base.run()
    assert base.report.notes == []


def test_an_emptied_index_forgets_what_it_recorded_of_its_vectors(base: Base) -> None:
    base.write(_NOTE)
    base.run()
    with base.index.snapshot() as snapshot:
        facts = snapshot.facts()
    assert facts.background is not None
    assert facts.model_build == "0"
    kept = settled(facts, 1, base.options(), "/notes", "off")
    emptied = settled(facts, 0, base.options(), "/notes", "off")
    assert (kept.background, kept.model_build) == (facts.background, "0")
    assert (emptied.background, emptied.model_build) == (None, None)

"""One file to a document, with the worked examples value by value."""

from __future__ import annotations

import pytest

from grooveseek.documents.parser import ParseOptions
from grooveseek.errors import RefusedFileError
from support.code import chunk_of, outline, parse_source

RUST_EXAMPLE = """\
use std::fs;

/// Opens the store.
pub fn open(path: &str) -> Store {
    Store { path: path.to_string() }
}

pub struct Store {
    path: String,
}

impl Store {
    pub fn close(&self) -> bool {
        true
    }
}
"""

PYTHON_EXAMPLE = """\
import os

MAX_SIZE = 4096


# Reads one record.
def read(path):
    return os.open(path, 0)


class Store:
    def open(self):
        self.file = 1
        return self.file

    def close(self):
        self.file = None
"""

PHP_EXAMPLE = """\
<?php
class A {
    public $a, $b;
    function go() { return 1; }
}
"""

NARROW = ParseOptions(max_chunk_chars=30)


def test_rust_example() -> None:
    document = parse_source("src/lib.rs", RUST_EXAMPLE)
    assert outline(document) == [("function open", 3, 6), ("class Store", 8, 10), ("method close", 13, 15)]
    assert [chunk.level for chunk in document.chunks] == [2, 2, 2]
    assert [chunk.symbol_kind for chunk in document.chunks] == ["function", "class", "method"]
    assert chunk_of(document, "method close").breadcrumb == "lib > Store > method close"
    assert document.tags == ("code", "lang:rust")
    assert document.title == "lib"
    assert document.date is None


def test_python_example() -> None:
    document = parse_source("store.py", PYTHON_EXAMPLE)
    assert outline(document) == [("constant MAX_SIZE", 3, 3), ("function read", 6, 8), ("class Store", 11, 17)]
    assert chunk_of(document, "function read").content.startswith("# Reads one record.\ndef read(path):")


def test_php_example_with_a_narrow_budget() -> None:
    document = parse_source("a.php", PHP_EXAMPLE, NARROW)
    assert outline(document) == [("field a", 3, 3), ("function go", 4, 4)]
    assert [chunk.level for chunk in document.chunks] == [3, 3]
    assert chunk_of(document, "field a").breadcrumb == "a > A > field a"


def test_too_many_definitions_are_cut_by_lines() -> None:
    lines: list[str] = []
    weight = 0
    while weight < 100_000:
        line = f"def f{len(lines):04}(): return {'x' * 40}"
        line = line[: len(line) - max(0, weight + len("".join(line.split())) - 100_000)]
        lines.append(line)
        weight += len("".join(line.split()))
    document = parse_source("many.py", "\n".join(lines), NARROW)
    assert weight == 100_000
    assert len(lines) > 512
    assert "parse:too-many-chunks" in document.tags
    assert len(document.chunks) <= 512
    assert {chunk.symbol_kind for chunk in document.chunks} == {None}
    assert {chunk.heading for chunk in document.chunks} == {None}
    assert {chunk.breadcrumb for chunk in document.chunks} == {"many"}
    assert max(len("".join(chunk.content.split())) for chunk in document.chunks) <= 392
    assert "\n".join(chunk.content for chunk in document.chunks) == "\n".join(lines)


def test_javascript_is_a_fourth_language_by_a_row_of_the_table() -> None:
    document = parse_source(
        "app.js", "import x from 'x';\n\n// Adds.\nexport function add(a, b) {\n  return a + b;\n}\n"
    )
    assert outline(document) == [("function add", 3, 6)]
    assert document.tags == ("code", "lang:javascript")


def test_windows_line_ends_do_not_shift_lines() -> None:
    document = parse_source("store.py", PYTHON_EXAMPLE.replace("\n", "\r\n"))
    assert outline(document) == [("constant MAX_SIZE", 3, 3), ("function read", 6, 8), ("class Store", 11, 17)]
    assert all("\r" not in chunk.content for chunk in document.chunks)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_dropped(encoding: str) -> None:
    document = parse_source("a.py", "def f():\n    return 'ä'\n".encode(encoding))
    assert [(chunk.heading, chunk.content) for chunk in document.chunks] == [("function f", "def f():\n    return 'ä'")]
    assert document.tags == ("code", "lang:python")


def test_a_mebibyte_is_accepted_and_a_byte_more_is_not() -> None:
    full = b"#" * (1024 * 1024)
    assert len(parse_source("a.py", full).chunks) == 1
    with pytest.raises(RefusedFileError, match=r"too large \(1048577 bytes > 1048576 limit\)"):
        parse_source("a.py", full + b"#")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(RefusedFileError, match="not valid UTF-8"):
        parse_source("a.rs", b"\x89PNG\r\n\x1a\n\xff")


def test_a_parse_past_the_deadline_is_refused() -> None:
    with pytest.raises(RefusedFileError, match="parsing took longer than 0 s"):
        parse_source("a.py", PYTHON_EXAMPLE * 50, ParseOptions(deadline_seconds=0))


def test_a_broken_file_gives_the_definitions_around_the_break() -> None:
    broken = "def first():\n    return 1\n\n)))) ((\n\ndef second():\n    return 2\n"
    document = parse_source("a.py", broken)
    assert document.tags == ("code", "lang:python", "parse:degraded")
    headings = [chunk.heading for chunk in document.chunks]
    assert "function first" in headings
    assert "function second" in headings


def test_a_short_definition_is_no_stub_but_a_short_gap_is() -> None:
    assert parse_source("a.py", "MAXYEAR = 9999\n").chunks[0].quality == 1.0
    assert parse_source("a.py", "print(1)\n").chunks[0].quality == 0.1


def test_a_file_without_text_has_no_chunks() -> None:
    assert parse_source("a.py", " \n\n\t\n").chunks == ()
    assert parse_source("a.rs", b"").chunks == ()


def test_category_and_topic_come_from_the_path() -> None:
    document = parse_source("app/core/db_pool.py", "x = 1\n")
    assert (document.title, document.category, document.topic) == ("db pool", "app", "core")

from __future__ import annotations

import time

import pytest

from grooveseek.quality.validation.violation import (
    FrontmatterUnparsed,
    LengthOutOfRange,
    MissingRequired,
    NotInEnum,
    PatternMismatch,
    TypeMismatch,
    UndeclaredField,
    Violation,
)
from support.quality import broken_rules

MISSING, WRONG_TYPE, LENGTH = MissingRequired, TypeMismatch, LengthOutOfRange

EXAMPLE = r"""
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


def test_a_document_that_fits_breaks_nothing() -> None:
    block = "title: Good\ndate: 2026-04-19\ntopic: mcp\ntags: [a]"
    assert broken_rules(block, EXAMPLE) == ()


def test_fields_are_judged_in_byte_order() -> None:
    assert broken_rules('date: "2026/04/19"\ntopic: general\ntags: []', EXAMPLE) == (
        PatternMismatch("date", r"^\d{4}-\d{2}-\d{2}$", "2026/04/19"),
        MissingRequired("tags"),
        MissingRequired("title"),
        NotInEnum("topic", "general", ("mcp", "rag")),
    )


def test_length_comes_before_membership_and_each_element_is_judged() -> None:
    schema = '[fields.tags]\ntype = "array"\nmax_length = 2\nenum = ["mcp", "rag"]'
    assert broken_rules("tags: [mcp, random, rag]", schema) == (
        LengthOutOfRange("tags", 3, None, 2),
        NotInEnum("tags", "random", ("mcp", "rag")),
    )


NULLS = '[fields.status]\nrequired = true\nenum = ["active"]\n[fields.owner]\n'


@pytest.mark.parametrize(
    ("strict", "expected"),
    [
        (False, [MissingRequired("status")]),
        (True, [MissingRequired("status"), UndeclaredField("extra")]),
    ],
)
def test_a_null_is_no_value_but_a_key(strict: bool, expected: list[Violation]) -> None:
    block = "status:\nowner: {a: 1}\nextra: 1"
    assert list(broken_rules(block, NULLS, strict=strict)) == expected


@pytest.mark.parametrize("strict", [False, True])
def test_a_refused_block_is_the_only_violation(strict: bool) -> None:
    (violation,) = broken_rules("title: [unclosed", EXAMPLE, strict=strict)
    assert isinstance(violation, FrontmatterUnparsed)
    assert violation.field == "frontmatter"
    assert violation.reason


def test_the_tag_of_refused_blocks_written_by_hand_means_nothing() -> None:
    assert broken_rules('tags: ["frontmatter:unparsed"]', "[fields.title]\nrequired = true") == (MISSING("title"),)


@pytest.mark.parametrize("block", ["", "title: T", "tags: [a]"])
def test_a_declared_type_that_contradicts_a_fixed_shape_fails_every_document(block: str) -> None:
    schema = '[fields.title]\ntype = "array"\nrequired = true\n[fields.tags]\ntype = "string"\nmin_length = 9'
    assert broken_rules(block, schema) == (
        TypeMismatch("tags", "string", "array"),
        TypeMismatch("title", "array", "string"),
    )


@pytest.mark.parametrize(
    ("rule", "block", "expected"),
    [
        pytest.param("required = true", "", [MISSING("x")], id="absent"),
        pytest.param("required = true", "x:", [MISSING("x")], id="null"),
        pytest.param("required = true", 'x: ""', [MISSING("x")], id="empty text"),
        pytest.param("required = true", "x: []", [MISSING("x")], id="empty list"),
        pytest.param("required = true\nallow_empty = true", 'x: ""', [], id="empty text allowed"),
        pytest.param("required = true\nallow_empty = true", "x: []", [], id="empty list allowed"),
        pytest.param(
            "required = true\nallow_empty = true\nmin_length = 1",
            'x: ""',
            [LENGTH("x", 0, 1, None)],
            id="allowed to be empty, but held to the other rules",
        ),
        pytest.param("min_length = 1", "", [], id="an optional key left out meets no rule"),
        pytest.param("min_length = 1", 'x: ""', [LENGTH("x", 0, 1, None)], id="an optional empty text does"),
        pytest.param("pattern = 'a'", 'x: ""', [PatternMismatch("x", "a", "")], id="and a pattern too"),
        pytest.param('type = "string"', "x: [a]", [WRONG_TYPE("x", "string", "array")], id="list for a text"),
        pytest.param(
            'type = "array"\nenum = ["b"]', "x: a", [WRONG_TYPE("x", "array", "string")], id="text for a list"
        ),
        pytest.param('type = "string"', "x: 1.0", [], id="a number is a text"),
        pytest.param('enum = ["true", "false"]', "x: True", [], id="a boolean is one of two texts"),
        pytest.param("required = true", "x: {a: 1}", [], id="any shape satisfies required"),
        pytest.param("pattern = 'a'", "x: {a: 1}", [WRONG_TYPE("x", "string or array", "mapping")], id="mapping"),
        pytest.param('type = "array"', "x: [[a]]", [WRONG_TYPE("x", "array", "nested sequence")], id="nested"),
        pytest.param("max_length = 1", "x: !!binary YQ==", [WRONG_TYPE("x", "string or array", "binary")], id="binary"),
        pytest.param("min_length = 3\nmax_length = 3", "x: 日本語", [], id="code points are counted"),
        pytest.param("min_length = 4", "x: 日本語", [LENGTH("x", 3, 4, None)], id="below the least"),
        pytest.param(
            "min_length = 4\nmax_length = 2", "x: abc", [LENGTH("x", 3, 4, 2), LENGTH("x", 3, 4, 2)], id="both bounds"
        ),
        pytest.param("pattern = '^a'", "x: [ab, ba]", [PatternMismatch("x", "^a", "ba")], id="each element"),
        pytest.param("pattern = 'b'", "x: abc", [], id="a pattern is searched, not matched whole"),
        pytest.param("pattern = '^a$'", 'x: "a\\n"', [PatternMismatch("x", "^a$", "a\n")], id="$ is the very end"),
        pytest.param('enum = ["a"]', "x: A", [NotInEnum("x", "A", ("a",))], id="case counts"),
        pytest.param("", "x: {a: 1}", [], id="a bare declaration checks nothing"),
    ],
)
def test_rules_of_an_additional_key(rule: str, block: str, expected: list[Violation]) -> None:
    assert list(broken_rules(block, f"[fields.x]\n{rule}")) == expected


@pytest.mark.parametrize(
    ("schema", "block", "expected"),
    [
        pytest.param("[fields.tags]\nmin_length = 1", "", [LENGTH("tags", 0, 1, None)], id="no tags are no tags"),
        pytest.param("[fields.tags]\nrequired = true", "title: T", [MISSING("tags")], id="required tags"),
        pytest.param("[fields.title]\nmin_length = 1", "title: ''", [LENGTH("title", 0, 1, None)], id="empty title"),
        pytest.param("[fields.title]\nrequired = true\nallow_empty = true", "title: ''", [], id="allowed empty title"),
        pytest.param("[fields.title]\npattern = '^123$'", "title: 123", [], id="a scalar is its text"),
        pytest.param("[fields.date]\npattern = '^2'", "date: [a]", [WRONG_TYPE("date", "string", "array")], id="date"),
        pytest.param("[fields.date]\nrequired = true", "date: {a: 1}", [], id="a date of any shape is there"),
    ],
)
def test_rules_of_the_named_keys(schema: str, block: str, expected: list[Violation]) -> None:
    assert list(broken_rules(block, schema)) == expected


def test_undeclared_keys_come_in_the_order_of_the_document_with_null_ones_among_them() -> None:
    schema = "[options]\nallow_unknown_fields = false\n[fields.known]"
    assert broken_rules("z: 1\nknown: 1\na:\ntitle: T\nm: {x: 1}", schema) == (
        UndeclaredField("z"),
        UndeclaredField("a"),
        UndeclaredField("m"),
    )


def test_a_pattern_made_to_explode_does_not() -> None:
    start = time.process_time()
    assert broken_rules(f"x: {'a' * 50_000}!", "[fields.x]\npattern = '^(a+)+$'")
    assert time.process_time() - start < 1

from __future__ import annotations

import pytest

from grooveseek.documents.schema import FieldRule, Schema, read_schema
from grooveseek.errors import ConfigError


def test_an_empty_file_declares_nothing() -> None:
    assert read_schema(b"") == Schema((), allow_unknown_fields=True)


def test_every_rule_is_read() -> None:
    schema = read_schema(
        b"""
        [options]
        allow_unknown_fields = false
        [fields.title]
        required = true
        type = "string"
        pattern = '^\\S'
        min_length = 1
        max_length = 80
        [fields.tags]
        type = "array"
        enum = ["mcp", "rag"]
        allow_empty = true
        """
    )
    assert schema == Schema(
        (
            ("tags", FieldRule(type="array", enum=("mcp", "rag"), allow_empty=True)),
            ("title", FieldRule(required=True, type="string", pattern="^\\S", min_length=1, max_length=80)),
        ),
        allow_unknown_fields=False,
    )


def test_declared_keys_are_all_but_the_named_ones_in_byte_order() -> None:
    schema = read_schema(
        '[fields.b]\n[fields.date]\n[fields."é"]\n[fields."Z x"]\n[fields.tags]\n[fields.a]\n'.encode()
    )
    assert schema.declared == ("Z x", "a", "b", "é")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[fields.title]\npattern = '[unclosed'", "fields.title.pattern: not a usable pattern: missing ]: [unclosed"),
        (
            '[fields.title]\ntype = "integer"',
            'fields.title.type: "integer" is not checked as a type; use "string" with a pattern',
        ),
        (
            '[fields.when]\ntype = "date"',
            'fields.when.type: "date" is not checked as a type; use "string" with a pattern',
        ),
        ('[fields.title]\ntype = "text"', 'fields.title.type: must be "string" or "array"'),
        ("[fields.title]\nrequired = 1", "fields.title.required: must be true or false"),
        ("[fields.title]\nmin_length = -1", "fields.title.min_length: must be a whole number, 0 or more"),
        ("[fields.title]\nmax_length = true", "fields.title.max_length: must be a whole number, 0 or more"),
        ("[fields.title]\nenum = [1]", "fields.title.enum: must be a list of texts"),
        ("[fields.title]\npattern = 1", "fields.title.pattern: must be a text"),
        ("[options]\nstrict = true", "options.strict: unknown key; known here: allow_unknown_fields"),
        ("[paths]", "paths: unknown key; known here: options, fields"),
        ("fields = 1", "fields: must be a table"),
        ("[fields]\nstatus = 1", "fields.status: must be a table"),
    ],
)
def test_what_is_outside_the_grammar_is_a_load_error(text: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_schema(text.encode())
    assert str(caught.value) == f"schema load error: groove-schema.toml: {reason}"


@pytest.mark.parametrize("data", [b"[fields", b"\xff", b"a = " + b"[" * 100_000])
def test_what_is_no_toml_is_a_load_error(data: bytes) -> None:
    with pytest.raises(ConfigError, match=r"^schema load error: other\.toml: "):
        read_schema(data, "other.toml")

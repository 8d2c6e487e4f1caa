from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.server.parameters import (
    Kind,
    Parameter,
    WrongArgumentError,
    object_schema,
    read_arguments,
    unknown_names,
)

ONE_OF_EACH = (
    Parameter("text", "string", "t", required=True),
    Parameter("count", "integer", "c", minimum=0, maximum=9),
    Parameter("ratio", "number", "r"),
    Parameter("flag", "boolean", "f"),
    Parameter("names", "strings", "n"),
    Parameter("fields", "string lists", "s"),
    Parameter("way", "string", "w", allowed=("a", "b")),
)


def test_a_schema_has_one_plain_type_per_property_and_lists_what_is_required() -> None:
    assert object_schema(ONE_OF_EACH) == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "t"},
            "count": {"type": "integer", "description": "c", "minimum": 0, "maximum": 9},
            "ratio": {"type": "number", "description": "r"},
            "flag": {"type": "boolean", "description": "f"},
            "names": {"type": "array", "items": {"type": "string"}, "description": "n"},
            "fields": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "string"}},
                "description": "s",
            },
            "way": {"type": "string", "description": "w", "enum": ["a", "b"]},
        },
        "required": ["text"],
    }


def test_a_tool_without_parameters_still_says_that_nothing_is_required() -> None:
    assert object_schema(()) == {"type": "object", "properties": {}, "required": []}


def test_null_is_absent_and_unknown_names_are_ignored() -> None:
    given_arguments = {"text": "x", "count": None, "fields": None, "unheard_of": {"a": 1}}

    assert read_arguments(ONE_OF_EACH, given_arguments) == {"text": "x"}
    assert unknown_names(ONE_OF_EACH, given_arguments) == ("unheard_of",)


def test_a_missing_required_argument_is_named() -> None:
    with pytest.raises(WrongArgumentError, match="`text` is required"):
        read_arguments(ONE_OF_EACH, None)
    with pytest.raises(WrongArgumentError, match="`text` is required"):
        read_arguments(ONE_OF_EACH, {"text": None})


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("string", 5),
        ("string", ["a"]),
        ("string", True),
        ("integer", "5"),
        ("integer", True),
        ("integer", 1.5),
        ("integer", math.inf),
        ("integer", math.nan),
        ("number", "0.5"),
        ("number", False),
        ("boolean", 1),
        ("boolean", "true"),
        ("strings", "a"),
        ("strings", ["a", 1]),
        ("strings", ["a", None]),
        ("strings", {"a": "b"}),
        ("string lists", ["a"]),
        ("string lists", {"a": "b"}),
        ("string lists", {"a": ["b", 1]}),
        ("string lists", {"a": None}),
    ],
)
def test_a_wrong_type_is_told_with_the_wanted_one(kind: Kind, value: object) -> None:
    with pytest.raises(WrongArgumentError, match="`it` must be"):
        Parameter("it", kind, "").read(value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("string", ""),
        ("integer", 4294967295),
        ("integer", -1),
        ("number", 1),
        ("number", 0.5),
        ("boolean", False),
        ("strings", []),
        ("string lists", {"a": []}),
    ],
)
def test_a_right_type_is_taken_as_it_is(kind: Kind, value: object) -> None:
    assert Parameter("it", kind, "").read(value) == value


def test_a_whole_number_may_be_written_as_a_fraction() -> None:
    value = Parameter("it", "integer", "").read(5.0)

    assert (value, type(value)) == (5, int)


@pytest.mark.parametrize(
    ("kind", "value"), [("string", "a\ud800"), ("strings", ["\udfff"]), ("string lists", {"\ud800": []})]
)
def test_what_is_no_unicode_text_is_refused(kind: Kind, value: object) -> None:
    with pytest.raises(WrongArgumentError, match="surrogate"):
        Parameter("it", kind, "").read(value)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from([parameter.name for parameter in ONE_OF_EACH]) | st.text(max_size=3), JSON_VALUES)
)
def test_any_arguments_are_read_or_refused(arguments: dict[str, object]) -> None:
    try:
        values = read_arguments(ONE_OF_EACH, arguments)
    except WrongArgumentError:
        return
    assert values.keys() <= {parameter.name for parameter in ONE_OF_EACH}
    assert "text" in values

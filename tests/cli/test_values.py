"""What each kind of value takes and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from grooveseek.cli.values import AddressValue, Bool, Choice, Commas, Number, Pair, PathValue, Value, Whole


def _convert(kind: click.ParamType[Any], text: str) -> Any:
    return kind.convert(text, None, None)


def _refusal(kind: click.ParamType[Any], text: str) -> str:
    with pytest.raises(click.BadParameter) as caught:
        _convert(kind, text)
    return caught.value.message


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("007", 7), ("+5", 5), ("4294967295", 2**32 - 1)])
def test_whole_numbers(text: str, value: int) -> None:
    assert _convert(Whole(32), text) == value


@pytest.mark.parametrize("text", ["4294967296", "-1", "1.0", "1_000", " 1", "", "one", "1" * 5000, "１"])
def test_what_is_no_whole_number_of_32_bits(text: str) -> None:
    assert "is not a whole number from 0 to 4294967295" in _refusal(Whole(32), text)


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("1", 1.0), ("0.25", 0.25), ("1e-3", 0.001)])
def test_numbers_of_a_range(text: str, value: float) -> None:
    assert _convert(Number(0.0, 1.0), text) == value


@pytest.mark.parametrize("text", ["1.5", "-0.5", "nan", "inf", "-inf"])
def test_numbers_out_of_their_range(text: str) -> None:
    assert "must be in [0.0, 1.0]" in _refusal(Number(0.0, 1.0), text)


def test_numbers_with_a_lower_bound() -> None:
    assert _convert(Number(0.0), "0") == 0.0
    assert "must be >= 0.0" in _refusal(Number(0.0), "-0.5")
    assert "must be finite" in _refusal(Number(0.0), "nan")
    assert "must be finite" in _refusal(Number(0.0), "inf")


def test_a_number_that_need_not_be_finite() -> None:
    assert _convert(Number(finite=False), "inf") == float("inf")
    assert "is not a number" in _refusal(Number(finite=False), "much")


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("a=b=c", ("a", "b=c")),
        ("status=open", ("status", "open")),
        ("作者=山田", ("作者", "山田")),
        ("a= ", ("a", " ")),
    ],
)
def test_pairs_are_split_at_the_first_equals_sign(text: str, pair: tuple[str, str]) -> None:
    assert _convert(Pair(), text) == pair


@pytest.mark.parametrize("text", ["status", "=x", "status=", "=", ""])
def test_a_pair_needs_a_key_and_a_value(text: str) -> None:
    assert "needs a key, '=' and a value" in _refusal(Pair(), text)


def test_lists_are_split_at_commas() -> None:
    assert _convert(Commas(), "a,b,日本") == ("a", "b", "日本")


def test_paths_stay_as_they_were_given() -> None:
    assert _convert(PathValue("dir"), "~/notes/../x") == Path("~/notes/../x")


@pytest.mark.parametrize("text", ["localhost:80", "127.0.0.1", "127.0.0.1:99999", "::1:80", "[127.0.0.1]:80", ""])
def test_addresses_are_numeric_and_have_a_port(text: str) -> None:
    assert "write IP:PORT" in _refusal(AddressValue(), text)


def test_an_unadvertised_spelling_is_accepted() -> None:
    choice = Choice(["all-chunks", "centroid"], also={"all_chunks": "all-chunks"})
    assert _convert(choice, "all_chunks") == "all-chunks"
    assert "all_chunks" not in _refusal(choice, "other").replace("'other'", "")


@pytest.mark.parametrize(("kind", "shown"), [(Bool(), "true|false"), (Number(0.0, 1.0), "0..1"), (Whole(8), "N")])
def test_help_shows_what_may_be_written(kind: Value, shown: str) -> None:
    option = click.Option(["--x"], type=kind)
    assert option.make_metavar(click.Context(click.Command("c"))) == shown

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.config.sizes import DEFAULT_CAP, format_size, memory_warnings, parse_size


@pytest.mark.parametrize(
    ("written", "size"),
    [
        (1048576, 1048576),
        ("300 MiB", 314572800),
        ("10mb", 10000000),
        ("UNLIMITED", None),
        ("unlimited", None),
        (52428800, 52428800),
        (1, 1),
        ("1 B", 1),
        ("2kb", 2000),
        ("2 KiB", 2048),
        ("3 GB", 3_000_000_000),
        ("3gib", 3 * 1024**3),
        ("1 TB", 10**12),
        ("1 TiB", 2**40),
    ],
)
def test_sizes_that_are_read(written: object, size: int | None) -> None:
    assert parse_size(written) == size


@pytest.mark.parametrize(
    "written",
    [
        *(0, -1, 1.5, True, False, None, [], {}),
        *("1.5 GiB", "1.5 MiB", "5 XB", "300 Mi", "none", "", " ", "5", "MiB", "0 MiB", "-1 MiB", "+1 MiB"),
        *(
            "5  MiB",
            " 5 MiB",
            "5 MiB ",
            "5\tMiB",
            "５ MiB",
            "5 \u212aB",
            "unlimited ",
            "20000000 TB",
            "9" * 5000 + " B",
        ),
        2**64,
    ],
)
def test_what_is_no_size_points_at_unlimited(written: object) -> None:
    with pytest.raises(ValueError, match='"unlimited"'):
        parse_size(written)


@given(st.none() | st.integers(1, 2**64 - 1))
def test_a_formatted_size_is_read_back(size: int | None) -> None:
    assert parse_size(format_size(size)) == size


@given(st.integers(1, 10**9), st.sampled_from(["", " "]), st.sampled_from(["b", "Kb", "kIB", "mb", "MIB", "GB", "gib"]))
def test_units_count_in_any_case(number: int, space: str, unit: str) -> None:
    factor = {"k": 1, "m": 2, "g": 3}.get(unit[0].lower(), 0)
    base = 1024 if "i" in unit.lower() else 1000
    assert parse_size(f"{number}{space}{unit}") == number * base**factor


@given(st.text(max_size=12))
def test_any_other_text_is_refused_or_a_size(text: str) -> None:
    try:
        size = parse_size(text)
    except ValueError:
        return
    assert size is None or size >= 1


@pytest.mark.parametrize(
    ("size", "text"),
    [(None, "unlimited"), (DEFAULT_CAP, "50 MiB"), (1024**3, "1 GiB"), (1025, "1025 B"), (1536 * 1024, "1536 KiB")],
)
def test_sizes_are_shown_in_the_largest_exact_unit(size: int | None, text: str) -> None:
    assert format_size(size) == text


def test_only_caps_above_the_default_warn() -> None:
    warnings = memory_warnings({"max_text_file_size": DEFAULT_CAP + 1, "max_binary_file_size": DEFAULT_CAP})
    assert len(warnings) == 1
    assert "[index].max_text_file_size" in warnings[0]
    assert "held in memory" in warnings[0]


def test_a_lifted_cap_warns_that_nothing_bounds_memory() -> None:
    (warning,) = memory_warnings({"max_decompressed_size": None})
    assert "[index].max_decompressed_size is unlimited" in warning

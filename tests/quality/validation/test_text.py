from __future__ import annotations

from grooveseek.quality.paint import Colour, plain
from grooveseek.quality.validation.run import Report, ViolatingFile
from grooveseek.quality.validation.text import report_to_text
from grooveseek.quality.validation.violation import LengthOutOfRange, MissingRequired, NotInEnum, TypeMismatch

FILE = ViolatingFile("a.md", (MissingRequired("title"), LengthOutOfRange("tags", 3, None, 2)), {})


def test_all_is_well() -> None:
    assert report_to_text(Report(3, ()), plain) == "groove validate: 3 files OK"


def test_files_with_their_violations_indented() -> None:
    assert report_to_text(Report(4, (FILE,)), plain).split("\n") == [
        "1 file(s) with violations (3 OK)",
        "a.md",
        "  title is required and has no value",
        "  tags has length 3, at most 2",
    ]


def test_files_that_could_not_be_read_are_not_passed_over() -> None:
    assert report_to_text(Report(3, (), ("x.md",)), plain) == "groove validate: 3 files OK, 1 of them not readable"


def test_no_name_and_no_value_moves_the_cursor() -> None:
    file = ViolatingFile("a\n\x1b[31m.md", (NotInEnum("k\x1by", "\x9b31m", ("ü", "日本")),), {})
    assert report_to_text(Report(1, (file,)), plain).split("\n")[1:] == [
        r"a\n\x1b[31m.md",
        r'  k\x1by is none of ü, 日本: "\x9b31m"',
    ]


def test_the_header_is_red_and_paths_are_blue() -> None:
    def painted(text: str, colour: Colour) -> str:
        return f"<{colour}>{text}</>"

    assert report_to_text(Report(1, (FILE,)), painted).startswith(
        "<red>1 file(s) with violations (0 OK)</>\n<blue>a.md</>\n  title"
    )


def test_both_bounds_are_told() -> None:
    file = ViolatingFile("a.md", (LengthOutOfRange("x", 9, 1, 2), TypeMismatch("y", "array", "string")), {})
    assert report_to_text(Report(1, (file,)), plain).split("\n")[2:] == [
        "  x has length 9, at least 1 and at most 2",
        "  y must be array, not string",
    ]

"""What is written about the configuration is what is declared."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from grooveseek.config.declared import all_keys
from grooveseek.config.environment import VARIABLES
from grooveseek.config.keys import Config
from grooveseek.config.reader import read_config
from grooveseek.config.reference import example_file, refreshed
from support.config import machine
from support.paths import REPOSITORY

PAGE = REPOSITORY / "docs" / "configuration.md"
EXAMPLE = REPOSITORY / "groove.toml.example"


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text("utf-8")
    assert refreshed(page) == page, "run scripts/generate-docs"


def test_the_example_is_up_to_date() -> None:
    assert EXAMPLE.read_text("utf-8") == example_file(), "run scripts/generate-docs"


def test_every_key_is_documented_and_every_documented_key_exists() -> None:
    documented, section = [], ""
    for line in PAGE.read_text("utf-8").partition("<!-- keys:")[2].partition("<!-- end of keys")[0].splitlines():
        if heading := re.fullmatch(r"### `\[(.+)\]`", line):
            section = f"{heading[1]}."
            documented.append(heading[1])
        elif row := re.match(r"\| `(\w+)` \|", line):
            documented.append(section + row[1])
    assert documented == [dotted for dotted, _ in all_keys()]


def test_every_table_row_has_its_four_cells() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\| `\w+` \| \S+ .*\|.*\|", line)]
    keys = [key for _, key in all_keys() if not key.section]
    assert len([row for row in rows if row.count("|") == 5]) >= len(keys)


@pytest.mark.parametrize("trusted", [True, False])
def test_a_verbatim_copy_of_the_example_changes_nothing(tmp_path: Path, trusted: bool) -> None:
    user = machine(tmp_path)
    path = user.write(EXAMPLE.read_text("utf-8"))
    empty = machine(tmp_path / "other")
    empty_path = empty.write("")
    loaded = user.load(path if trusted else None)
    expected = empty.load(empty_path if trusted else None)
    assert loaded.warnings == ()
    # Only the folders of a found file name this user's home.
    assert repr(loaded.config).replace(str(user.home), "~") == repr(expected.config).replace(str(empty.home), "~")
    if trusted:
        assert loaded.config == Config()


def test_the_example_with_every_line_made_active_holds_every_key() -> None:
    active = re.sub(r"^# (?=\[|\w+ = )", "", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)
    document = tomllib.loads(active)
    config, faults = read_config(document)
    assert faults == []
    assert config.parsers.enabled

    def names(table: dict[str, object], at: str = "") -> list[str]:
        found = []
        for name, value in table.items():
            found.append(at + name)
            if isinstance(value, dict):
                found += names(value, f"{at}{name}.")
        return found

    assert names(document) == [dotted for dotted, _ in all_keys()]


def test_every_environment_variable_is_documented() -> None:
    page = PAGE.read_text("utf-8")
    for names in VARIABLES:
        for name in names.split(", "):
            assert f"`{name}`" in page


def test_text_outside_the_markers_is_left_alone() -> None:
    page = "before\n<!-- keys: made by scripts/generate-docs -->\nmade before\n<!-- end of keys -->\nafter\n"
    made = refreshed(page)
    assert made.startswith("before\n<!-- keys: made by scripts/generate-docs -->\n\n### Top level\n")
    assert made.endswith("\n<!-- end of keys -->\nafter\n")
    assert "made before" not in made

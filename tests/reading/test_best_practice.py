from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.documents.registry import parser_set
from grooveseek.errors import GrooveError
from grooveseek.reading.best_practice import Guides, best_practice
from grooveseek.reading.errors import LinkRefusedError

GUIDE = "# T\n\n## Setup\nA\n\n## Error handling\nB\n"


def guides(root: Path, *templates: str) -> Guides:
    return Guides(root, parser_set(["md"]), templates or ("best/{target}.md",))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    base = tmp_path / "kb"
    (base / "best").mkdir(parents=True)
    (base / "best/rust.md").write_text(GUIDE)
    return base


def test_the_whole_guide_begins_with_its_sections(root: Path) -> None:
    expected = "## Sections\n- Setup\n- Error handling\n\n---\n\n" + GUIDE

    assert best_practice(guides(root), "rust") == expected


def test_a_category_picks_the_first_section_that_names_it(root: Path) -> None:
    assert best_practice(guides(root), "rust", "error") == "## Error handling\nB"
    assert best_practice(guides(root), "rust", "SETUP") == "## Setup\nA"


def test_a_section_that_is_not_there_is_told_those_that_are(root: Path) -> None:
    with pytest.raises(GrooveError, match=r"'zzz'.*Setup, Error handling"):
        best_practice(guides(root), "rust", "zzz")


def test_without_templates_the_tool_is_not_configured(root: Path) -> None:
    with pytest.raises(GrooveError, match=r"\[best_practice\]\.path_templates"):
        best_practice(Guides(root, parser_set(["md"]), ()), "rust")


def test_templates_are_tried_in_order(root: Path) -> None:
    (root / "rust.md").write_text("## Fallback\n")

    assert "Setup" in best_practice(guides(root, "none/{target}.md", "best/{target}.md", "{target}.md"), "rust")
    assert "Fallback" in best_practice(guides(root, "{target}.exe", "{target}.md"), "rust")


@pytest.mark.parametrize("target", ["../secret", "nothing", "", "rust.md/../rust"])
def test_no_match_tells_the_number_of_templates_and_no_path(root: Path, target: str) -> None:
    with pytest.raises(GrooveError) as refusal:
        best_practice(guides(root, "best/{target}.md", "other/{target}.md"), target)

    message = str(refusal.value)
    assert repr(target) in message
    assert "2 path templates were tried" in message
    assert "best/" not in message


def test_a_link_ends_the_lookup(root: Path) -> None:
    (root / "first.md").symlink_to(root / "best/rust.md")

    with pytest.raises(LinkRefusedError, match="access denied"):
        best_practice(guides(root, "first.md", "best/{target}.md"), "rust")


def test_a_guide_that_is_no_text_is_told(root: Path) -> None:
    (root / "best/sjis.md").write_bytes("設定".encode("shift_jis"))

    with pytest.raises(GrooveError, match="cannot be read"):
        best_practice(guides(root), "sjis")


def test_a_guide_over_one_mebibyte_is_passed_over(root: Path) -> None:
    (root / "best/big.md").write_bytes(b"x" * 1_048_577)

    with pytest.raises(GrooveError, match="1 path template was tried"):
        best_practice(guides(root), "big")

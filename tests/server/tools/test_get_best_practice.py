from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from support.server import call_tool, example_base

GUIDE = {"best/rust.md": "# Rust\n\n## Setup\nA\n"}


def test_the_category_is_repeated_only_when_asked_for(tmp_path: Path) -> None:
    opened = replace(example_base(tmp_path, GUIDE), best_practice_templates=("best/{target}.md",))

    whole = call_tool(opened, "get_best_practice", target="rust")
    section = call_tool(opened, "get_best_practice", target="rust", category="setup")

    assert whole == {"target": "rust", "content": "## Sections\n- Setup\n\n---\n\n" + GUIDE["best/rust.md"]}
    assert section == {"target": "rust", "category": "setup", "content": "## Setup\nA"}


def test_without_templates_it_says_which_key_to_set(tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="path_templates"):
        call_tool(example_base(tmp_path, GUIDE), "get_best_practice", target="rust")

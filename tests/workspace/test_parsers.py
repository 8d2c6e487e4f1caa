"""What the parsers of a knowledge base are told of its configuration and of the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import ConfigError
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import Workspace, open_workspace


def workspace(tmp_path: Path, lines: str, environ: dict[str, str] | None = None) -> Workspace:
    (tmp_path / "kb").mkdir()
    config = tmp_path / "groove.toml"
    config.write_text(f'kb_path = "kb"\n{lines}\n', encoding="utf-8")
    return open_workspace(Choices(config=config), {"HOME": str(tmp_path), **(environ or {})})


def test_sizes_and_headings_reach_the_parsers(tmp_path: Path) -> None:
    options = (
        workspace(
            tmp_path,
            'exclude_headings = ["Draft"]\n'
            "[index]\nmax_decompressed_size = 1000\n"
            '[parsers]\nenabled = ["md", "docx"]\n[parsers.code]\nmax_chunk_chars = 100',
        )
        .parsers()
        .options
    )
    assert options.exclude_headings == ("Draft",)
    assert options.max_decompressed_size == 1000
    assert options.max_chunk_chars == 100


def test_the_folder_of_grammars_is_that_of_the_file(tmp_path: Path) -> None:
    opened = workspace(tmp_path, 'grammar_dir = "kb/grammars"\n[parsers]\nenabled = ["py"]')
    with pytest.raises(ConfigError, match=r"kb/grammars \(set by grammar_dir\) leads into the knowledge base"):
        opened.parsers()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    opened = workspace(
        tmp_path,
        'grammar_dir = "kb/grammars"\n[parsers]\nenabled = ["py"]',
        {"GROOVE_GRAMMAR_DIR": str(tmp_path / "outside")},
    )
    assert opened.parsers().extensions == ("py",)


def test_without_such_a_language_the_folder_is_not_looked_at(tmp_path: Path) -> None:
    opened = workspace(tmp_path, 'grammar_dir = "kb/grammars"\n[parsers]\nenabled = ["md", "rs"]')
    assert opened.parsers().extensions == ("md", "rs")

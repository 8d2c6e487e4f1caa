from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.grammars import GrammarFolder, grammar_folder, refuse_inside
from grooveseek.config.keys import Config
from grooveseek.errors import ConfigError

HOME = {"HOME": "/home/u"}


def test_environment_then_file_then_system() -> None:
    config = Config(grammar_dir=Path("/f"))
    environment = GrammarFolder(Path("/e"), "GROOVE_GRAMMAR_DIR")
    assert grammar_folder(config, {**HOME, "GROOVE_GRAMMAR_DIR": "/e"}, "linux") == environment
    assert grammar_folder(config, {**HOME, "GROOVE_GRAMMAR_DIR": ""}, "linux") == GrammarFolder(
        Path("/f"), "grammar_dir"
    )
    default = GrammarFolder(Path("/home/u/.local/share/groove/grammars"), "the default")
    assert grammar_folder(Config(), HOME, "linux") == default


def test_a_relative_variable_is_refused() -> None:
    with pytest.raises(ConfigError, match="GROOVE_GRAMMAR_DIR must be an absolute path, but is grammars"):
        grammar_folder(Config(), {**HOME, "GROOVE_GRAMMAR_DIR": "grammars"}, "linux")


def test_without_any_place_the_variable_is_named() -> None:
    with pytest.raises(ConfigError, match="set GROOVE_GRAMMAR_DIR"):
        grammar_folder(Config(), {}, "linux")


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    folder = tmp_path / "kb"
    folder.mkdir()
    return folder


def _refused(path: Path, kb: Path) -> bool:
    try:
        refuse_inside(path, "GROOVE_GRAMMAR_DIR", kb)
    except ConfigError:
        return True
    return False


def test_the_knowledge_base_and_what_is_in_it_are_refused(kb: Path) -> None:
    assert _refused(kb, kb)
    assert _refused(kb / "grammars" / "lib.so", kb)
    assert _refused(kb / ".." / "kb" / "x", kb)


def test_the_refusal_names_the_place_and_what_set_it(kb: Path) -> None:
    with pytest.raises(ConfigError, match=rf"{kb / 'x'} \(set by grammar_dir\) .*{kb}"):
        refuse_inside(kb / "x", "grammar_dir", kb)


def test_a_folder_outside_is_not_refused(kb: Path, tmp_path: Path) -> None:
    assert not _refused(tmp_path / "grammars", kb)
    assert not _refused(tmp_path / "kb-old", kb)


def test_a_link_into_the_knowledge_base_is_refused(kb: Path, tmp_path: Path) -> None:
    (tmp_path / "grammars").symlink_to(kb)
    assert _refused(tmp_path / "grammars" / "lib.so", kb)


def test_a_knowledge_base_given_through_a_link_is_the_same_one(kb: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(kb)
    assert _refused(kb / "x", tmp_path / "alias")
    assert _refused(tmp_path / "alias" / "x", kb)


def test_a_way_through_an_entry_of_the_knowledge_base_is_refused(kb: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (kb / "way").symlink_to(outside)
    assert _refused(kb / "way" / "lib.so", kb)
    (tmp_path / "hop").symlink_to(kb / "way")
    assert _refused(tmp_path / "hop" / "lib.so", kb)
    (tmp_path / "further").symlink_to("hop")
    assert _refused(tmp_path / "further", kb)


def test_a_loop_of_links_ends(kb: Path, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert not _refused(tmp_path / "a" / "x", kb)

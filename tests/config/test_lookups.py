from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grooveseek.config.keys import Config
from grooveseek.config.lookups import Folder, grammar_folder, model_cache, model_folder, refuse_inside
from grooveseek.errors import ConfigError

Lookup = Callable[[Config, dict[str, str], str], Folder]

HOME = {"HOME": "/home/u"}

BOTH = pytest.mark.parametrize(
    ("lookup", "variable", "config", "default"),
    [
        (model_cache, "FASTEMBED_CACHE_DIR", Config(fastembed_cache_dir=Path("/f")), "/home/u/.cache/fastembed"),
        (grammar_folder, "GROOVE_GRAMMAR_DIR", Config(grammar_dir=Path("/f")), "/home/u/.local/share/groove/grammars"),
    ],
)


@BOTH
def test_environment_then_file_then_system(lookup: Lookup, variable: str, config: Config, default: str) -> None:
    key = "fastembed_cache_dir" if config.fastembed_cache_dir else "grammar_dir"
    assert lookup(config, {**HOME, variable: "/e"}, "linux") == Folder(Path("/e"), variable)
    assert lookup(config, {**HOME, variable: ""}, "linux") == Folder(Path("/f"), key)
    assert lookup(Config(), HOME, "linux") == Folder(Path(default), "the default")


@BOTH
def test_a_relative_variable_is_refused(lookup: Lookup, variable: str, config: Config, default: str) -> None:
    with pytest.raises(ConfigError, match=rf"{variable} = cache is not absolute"):
        lookup(config, {**HOME, variable: "cache"}, "linux")


@BOTH
def test_without_any_place_the_variable_is_named(lookup: Lookup, variable: str, config: Config, default: str) -> None:
    with pytest.raises(ConfigError, match=f"set {variable}"):
        lookup(Config(), {}, "linux")


def test_a_folder_of_local_models() -> None:
    config = Config(model_dir=Path("/f"))
    assert model_folder(config, {"GROOVE_MODEL_DIR": "/e"}) == Folder(Path("/e"), "GROOVE_MODEL_DIR")
    assert model_folder(config, {"GROOVE_MODEL_DIR": ""}) == Folder(Path("/f"), "model_dir")
    assert model_folder(Config(), {}) is None
    with pytest.raises(ConfigError, match="GROOVE_MODEL_DIR = models is not absolute"):
        model_folder(config, {"GROOVE_MODEL_DIR": "models"})


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

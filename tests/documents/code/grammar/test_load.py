"""Where a grammar is looked for, in which order, and what is never run."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import tree_sitter_python

from grooveseek.documents.code.grammar.library import library_name
from grooveseek.documents.code.grammar.load import load_grammar
from grooveseek.documents.code.grammar.place import GrammarPlace
from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.registry import parser_set
from grooveseek.errors import ConfigError
from support.code import PYTHON, RUST, LibrarySource, build_library, language_pointer, needs_c_compiler

ABSENT = replace(PYTHON, name="klingon")
POISON = "raise SystemExit('this code must never run')\n"


def place(tmp_path: Path, directory: Path | None = None) -> GrammarPlace:
    (tmp_path / "kb").mkdir(exist_ok=True)
    return GrammarPlace(directory or tmp_path / "grammars", "grammar_dir", tmp_path / "kb")


def install(folder: Path, *, init: str = "") -> Path:
    """A copy of the Python grammar's package, as `pip install --target` leaves it."""
    target = folder / "tree_sitter_python"
    shutil.copytree(Path(tree_sitter_python.__file__).parent, target)
    with (target / "__init__.py").open("a") as file:
        file.write(init)
    return target


def poison(folder: Path) -> None:
    (folder / "tree_sitter_python").mkdir(parents=True)
    (folder / "tree_sitter_python" / "__init__.py").write_text(POISON)


def test_without_a_folder_the_environment_is_asked(tmp_path: Path) -> None:
    assert load_grammar(PYTHON, place(tmp_path)).name == "python"
    assert load_grammar(PYTHON, None).name == "python"


def test_a_package_in_the_folder_comes_before_the_environment(tmp_path: Path) -> None:
    package = install(
        tmp_path / "grammars", init="TAGS_QUERY = '(class_definition name: (identifier) @name) @definition.mine'"
    )
    with_folder = load_grammar(PYTHON, place(tmp_path))
    assert with_folder.tags.pattern_count == 1
    assert load_grammar(PYTHON, None).tags.pattern_count > 1
    assert str(package.parent) not in sys.path
    assert sys.modules["tree_sitter_python"].__file__ == tree_sitter_python.__file__


def test_a_package_in_the_folder_brings_its_own_query_file(tmp_path: Path) -> None:
    install(tmp_path / "grammars")
    assert load_grammar(PYTHON, place(tmp_path)).fingerprint == load_grammar(PYTHON, None).fingerprint


@needs_c_compiler
def test_a_library_comes_before_both_packages(tmp_path: Path) -> None:
    poison(tmp_path / "grammars")
    build_library(tmp_path / "grammars", LibrarySource(language=hex(language_pointer(PYTHON)), name='"python-native"'))
    assert load_grammar(PYTHON, place(tmp_path)).name == "python-native"


@needs_c_compiler
def test_a_refused_library_never_gives_way_to_a_package(tmp_path: Path) -> None:
    install(tmp_path / "grammars")
    build_library(tmp_path / "grammars", LibrarySource(abi_version="2", language=hex(language_pointer(PYTHON))))
    with pytest.raises(ConfigError, match="declares grammar interface 2"):
        load_grammar(PYTHON, place(tmp_path))


def test_a_file_that_is_no_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / library_name(PYTHON)).write_text("not a library")
    with pytest.raises(ConfigError, match=rf"{library_name(PYTHON)}: the grammar library cannot be loaded"):
        load_grammar(PYTHON, place(tmp_path))


def test_a_package_that_cannot_be_imported_is_refused(tmp_path: Path) -> None:
    install(tmp_path / "grammars", init="\nraise ImportError('no')\n")
    with pytest.raises(ConfigError, match=r"tree_sitter_python: the grammar package cannot be imported \(no\)"):
        load_grammar(PYTHON, place(tmp_path))


@pytest.mark.parametrize("query", ["(no_such_node) @definition.x", "((("])
def test_a_query_that_does_not_fit_is_refused(tmp_path: Path, query: str) -> None:
    install(tmp_path / "grammars", init=f"\nTAGS_QUERY = {query!r}\n")
    with pytest.raises(ConfigError, match="rejects its tags query"):
        load_grammar(PYTHON, place(tmp_path))


def test_a_package_without_a_query_is_refused(tmp_path: Path) -> None:
    install(tmp_path / "grammars", init="\ndel __getattr__\n")
    with pytest.raises(ConfigError, match="gives no grammar with a tags query"):
        load_grammar(PYTHON, place(tmp_path))


def test_a_missing_grammar_says_what_was_looked_for_and_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        load_grammar(ABSENT, place(tmp_path))
    assert str(raised.value) == (
        "[parsers].enabled: no grammar for `py` (klingon); looked for "
        f"{library_name(ABSENT)} and the package tree_sitter_klingon in {tmp_path / 'grammars'} (set by grammar_dir), "
        "and for that package in groove's own environment. Install it: pip install 'grooveseek[klingon]' "
        "(in a clone: scripts/bootstrap klingon)"
    )


def test_a_missing_grammar_without_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"looked for the package tree_sitter_klingon in groove's own environment\."):
        load_grammar(ABSENT, None)


def test_a_folder_in_the_knowledge_base_is_refused_before_anything_of_it_is_run(tmp_path: Path) -> None:
    poison(tmp_path / "kb" / "grammars")
    with pytest.raises(ConfigError, match=r"set by grammar_dir\) leads into the knowledge base"):
        load_grammar(PYTHON, place(tmp_path, tmp_path / "kb" / "grammars"))


def test_a_folder_in_the_knowledge_base_is_refused_although_it_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="leads into the knowledge base"):
        load_grammar(PYTHON, place(tmp_path, tmp_path / "kb" / "none"))


@pytest.mark.parametrize("name", ["tree_sitter_python", library_name(PYTHON)])
def test_an_entry_of_the_folder_that_leads_into_the_knowledge_base_is_refused(tmp_path: Path, name: str) -> None:
    poison(tmp_path / "kb")
    (tmp_path / "kb" / library_name(PYTHON)).write_bytes(b"")
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / name).symlink_to(tmp_path / "kb" / name)
    with pytest.raises(ConfigError, match="leads into the knowledge base"):
        load_grammar(PYTHON, place(tmp_path))


def test_a_bundled_language_is_looked_for_nowhere_else(tmp_path: Path) -> None:
    def refuse() -> GrammarPlace:
        raise ConfigError("no folder for grammars is known")

    options = ParseOptions(grammar_place=refuse)
    assert parser_set([RUST.id], options).extensions == ("rs",)
    with pytest.raises(ConfigError, match="no folder for grammars is known"):
        parser_set([PYTHON.id], options)

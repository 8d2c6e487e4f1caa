"""The binary interface of native grammar libraries, on libraries built here."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from grooveseek.documents.code.grammar.grammar import assemble
from grooveseek.documents.code.grammar.library import from_library, library_name
from grooveseek.documents.code.grammar.place import GrammarPlace
from grooveseek.documents.parser import ParseOptions
from grooveseek.errors import ConfigError
from support.code import PYTHON, LibrarySource, build_library, language_pointer, needs_c_compiler, parse_source

pytestmark = needs_c_compiler

POINTER = hex(language_pointer(PYTHON))


@pytest.mark.parametrize(
    ("platform", "name"),
    [
        ("linux", "libgroove_grammar_python.so"),
        ("darwin", "libgroove_grammar_python.dylib"),
        ("win32", "groove_grammar_python.dll"),
    ],
)
def test_the_file_name_has_the_systems_prefix_and_suffix(platform: str, name: str) -> None:
    assert library_name(PYTHON, platform) == name


def test_a_library_finds_definitions(tmp_path: Path) -> None:
    build_library(tmp_path, LibrarySource(language=POINTER, name='"serpent"'))
    options = ParseOptions(grammar_place=lambda: GrammarPlace(tmp_path, "grammar_dir", tmp_path / "kb"))
    document = parse_source("a.py", "class A:\n    pass\n\n\ndef not_in_the_query():\n    return 1\n", options)
    assert document.tags == ("code", "lang:serpent")
    assert [chunk.heading for chunk in document.chunks] == ["class A", None]


def test_the_build_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = build_library(tmp_path, LibrarySource(language=POINTER))
    with caplog.at_level(logging.INFO, "grooveseek"):
        from_library(PYTHON, path)
    assert caplog.messages == [f"grammar library {path}: built by a test"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (LibrarySource(abi_version=None, language=None), "does not export groove_grammar_abi_version"),
        (LibrarySource(abi_version="0", language=None), "declares grammar interface 0, this version reads 1"),
        (LibrarySource(abi_version="2", name=None), "declares grammar interface 2, this version reads 1"),
        (LibrarySource(), "does not export groove_grammar_language"),
        (LibrarySource(language="0"), "groove_grammar_language gives no grammar"),
        (LibrarySource(language=POINTER, name=None), "does not export groove_grammar_name"),
        (LibrarySource(language=POINTER, name='""'), "groove_grammar_name is empty"),
        (LibrarySource(language=POINTER, name="0"), "groove_grammar_name gives nothing"),
        (LibrarySource(language=POINTER, name='"\\xff"'), "groove_grammar_name is not valid UTF-8"),
        (LibrarySource(language=POINTER, extensions=None), "does not export groove_grammar_extensions"),
        (LibrarySource(language=POINTER, extensions='"py,pyi"'), "is for the extension 'py,pyi', not for 'py'"),
        (LibrarySource(language=POINTER, tags_query=None), "does not export groove_grammar_tags_query"),
        (LibrarySource(language=POINTER, tags_query="0"), "groove_grammar_tags_query gives nothing"),
        (LibrarySource(language=POINTER, tags_query='"\\xff"'), "groove_grammar_tags_query is not valid UTF-8"),
        (LibrarySource(language=POINTER, build_info=None), "does not export groove_grammar_build_info"),
        (LibrarySource(language='"\\0\\0\\0\\0\\0\\0\\0\\0"'), "its grammar has format 0; formats 13 to 15 are read"),
        (LibrarySource(language=POINTER, tags_query='"(nothing) @name"'), "rejects its tags query"),
    ],
)
def test_what_is_wrong_with_a_library_is_said(tmp_path: Path, source: LibrarySource, reason: str) -> None:
    path = build_library(tmp_path, source)
    with pytest.raises(ConfigError) as raised:
        assemble(from_library(PYTHON, path))
    assert str(raised.value).startswith(f"{path}: ")
    assert reason in str(raised.value)

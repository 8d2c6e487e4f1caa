"""Every row of the table works with the package it names."""

from __future__ import annotations

import pytest

from grooveseek.documents.code.languages import LANGUAGES, Language
from grooveseek.documents.registry import FORMATS, parser_set
from support.code import parse_source

SAMPLES = {
    "rs": "pub fn go() -> bool { true }\n",
    "py": "def go():\n    return True\n",
    "php": "<?php\nfunction go() { return true; }\n",
    "js": "function go() { return true; }\n",
}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_a_definition_is_found(language: Language) -> None:
    document = parse_source(f"a.{language.id}", SAMPLES[language.id])
    assert [chunk.heading for chunk in document.chunks] == ["function go"]
    assert document.tags == ("code", f"lang:{language.name}")


def test_every_language_is_a_format() -> None:
    formats = {entry.id: entry for entry in FORMATS}
    assert {language.id for language in LANGUAGES} <= set(formats)
    assert {entry.id for entry in FORMATS if entry.kind == "code" and entry.bundled} == {"rs"}


def test_a_language_is_enabled_by_its_extension() -> None:
    parsers = parser_set(["rs", "py"])
    assert parsers.parse("a.RS", b"fn f() {}\n").tags == ("code", "lang:rust")
    assert parsers.format_of("a.php") is None

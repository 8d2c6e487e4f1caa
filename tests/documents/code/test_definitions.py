"""Which text belongs to a definition, and what the definition stands in."""

from __future__ import annotations

import pytest

from grooveseek.documents.code.bounds import bounded_tree
from grooveseek.documents.code.definitions import Definition, find_definitions, find_tags
from grooveseek.documents.code.grammar.load import load_grammar
from grooveseek.documents.code.languages import Language
from grooveseek.documents.parser import ParseOptions
from support.code import JAVASCRIPT, PYTHON, RUST, chunk_of, parse_source

NARROW = ParseOptions(max_chunk_chars=30)


def definitions(language: Language, text: str) -> list[Definition]:
    grammar = load_grammar(language, None)
    source = text.encode()
    tree = bounded_tree(grammar.language, source, 60)
    return find_definitions(source, tree, find_tags(tree, grammar.tags), language)


def text_of(language: Language, source: str, name: str) -> str:
    (found,) = (each for each in definitions(language, source) if each.name == name)
    return source.encode()[found.start : found.end].decode()


def test_the_pattern_written_first_decides_on_the_kind() -> None:
    found = definitions(RUST, "impl A { fn m() {} }\nfn f() {}\n")
    assert [(each.kind, each.name) for each in found] == [("method", "m"), ("function", "f")]


def test_references_are_no_definitions() -> None:
    assert definitions(PYTHON, "print(read())\n") == []


@pytest.mark.parametrize(
    ("above", "belongs"),
    [
        ("// a\n// b\n", True),
        ("/* a\n b */\n", True),
        ("// a\n\n", False),
        ("/// a\n", True),
        ("/// a\n\n", False),
        ("#[derive(Debug)]\n", True),
        ("/// a\n#[derive(Debug)]\n#[cfg(test)]\n", True),
        ("let x = 1; // a\n", False),
        ("let x = 1; /* a */\n", False),
    ],
)
def test_what_stands_directly_above_belongs_to_a_definition(above: str, belongs: bool) -> None:
    source = f"use a;\n{above}struct S;\n"
    assert text_of(RUST, source, "S") == (f"{above}struct S;" if belongs else "struct S;")


def test_a_blank_line_between_two_comments_ends_the_run() -> None:
    assert text_of(RUST, "/// a\n\n/// b\nfn f() {}\n", "f") == "/// b\nfn f() {}"


def test_an_inner_attribute_belongs_to_the_file() -> None:
    assert text_of(RUST, "#![allow(dead_code)]\nfn f() {}\n", "f") == "fn f() {}"


def test_python_decorators_belong_to_what_they_decorate() -> None:
    source = "import a\n# Why.\n@a.cache\n@a.b(1)\ndef f():\n    pass\n"
    assert text_of(PYTHON, source, "f") == "# Why.\n@a.cache\n@a.b(1)\ndef f():\n    pass"


def test_a_comment_on_the_first_member_of_a_class_belongs_to_the_member() -> None:
    source = "class A:\n    # Why.\n    def f(self):\n        pass\n"
    assert text_of(PYTHON, source, "f") == "# Why.\n    def f(self):\n        pass"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("// Why.\nexport class A {}\n", "A"),
        ("// Why.\nexport default function f() {}\n", "f"),
        ("// Why.\nexport const f = (a) => a;\n", "f"),
        ("// Why.\nconst f = function () {};\n", "f"),
        ("// Why.\nmodule.exports.f = function () {};\n", "f"),
    ],
)
def test_javascript_definitions_take_their_wrapping_along(source: str, name: str) -> None:
    assert text_of(JAVASCRIPT, f"go();\n{source}", name) == source.rstrip()


def test_definitions_of_one_range_are_one_named_after_the_first() -> None:
    found = definitions(JAVASCRIPT, "const f = () => 1, g = () => 2;\n")
    assert [each.name for each in found] == ["f"]


def test_scope_is_what_a_definition_stands_in_outermost_first() -> None:
    rust = "mod m {\n    impl Show for Store {\n        fn show(&self) { fn inner() {} }\n    }\n}\n"
    assert {each.name: each.scope for each in definitions(RUST, rust)} == {
        "m": (),
        "show": ("m", "Store"),
        "inner": ("m", "Store", "show"),
    }


def test_a_name_over_several_lines_is_one_line_of_bounded_length() -> None:
    found = definitions(RUST, f"impl<T> Store<\n    T,\n> {{ fn {'f' * 300}() {{}} }}\n")
    assert found[0].scope == ("Store< T, >",)
    assert len(found[0].name) == 200


def test_levels_count_definitions_around() -> None:
    source = "class A:\n    class B:\n        def f(self):\n            return 'some text that is long enough'\n"
    document = parse_source("a.py", source, NARROW)
    assert chunk_of(document, "function f").level == 4
    assert chunk_of(document, "function f").breadcrumb == "a > A > B > function f"


@pytest.mark.parametrize(("blocks", "tags"), [(63, ()), (64, ("parse:too-deep",))])
def test_a_definition_below_more_than_64_nodes_is_too_deep(blocks: int, tags: tuple[str, ...]) -> None:
    # The file itself is one node more.
    document = parse_source("a.js", "{\n" * blocks + "function f() {}\n" + "}\n" * blocks)
    assert document.tags[2:] == tags
    assert ("function f" in [chunk.heading for chunk in document.chunks]) == (not tags)

"""The table of programming languages. Adding one is adding a row."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """What has to be said of a language beside what its grammar package knows."""

    id: str
    """The file extension without a dot: what `[parsers].enabled` lists."""
    name: str
    """Names the package (`tree_sitter_<name>`), the native library, the extra to install and the tag `lang:<name>`."""
    bundled: bool = False
    """True where the package is a dependency of groove; such a language is never looked for elsewhere."""
    pointer: str = "language"
    """The function of the package that gives the grammar."""
    wrappers: tuple[str, ...] = ()
    """Node types that hold one definition with what belongs to it: decorators, `export`, a closing semicolon."""
    attached: tuple[str, ...] = ()
    """Node types that belong to the definition they stand above, beside those whose name contains `comment`."""

    @property
    def package(self) -> str:
        return f"tree_sitter_{self.name}"


LANGUAGES: tuple[Language, ...] = (
    Language("rs", "rust", bundled=True, attached=("attribute_item",)),
    Language("py", "python", wrappers=("decorated_definition", "expression_statement")),
    Language("php", "php", pointer="language_php"),
    Language(
        "js",
        "javascript",
        wrappers=("export_statement", "lexical_declaration", "variable_declaration", "expression_statement"),
    ),
)

"""Find and load the grammar of a language, or say exactly what was looked for and where."""

from __future__ import annotations

from functools import lru_cache

from grooveseek.config.grammars import refuse_inside
from grooveseek.documents.code.grammar.grammar import Grammar, Ingredients, assemble
from grooveseek.documents.code.grammar.library import from_library, library_name
from grooveseek.documents.code.grammar.package import folder_package, from_environment, from_folder
from grooveseek.documents.code.grammar.place import GrammarPlace
from grooveseek.documents.code.languages import Language
from grooveseek.documents.extras import how_to_install
from grooveseek.errors import ConfigError


@lru_cache(maxsize=32)
def load_grammar(language: Language, place: GrammarPlace | None) -> Grammar:
    """The library in the folder, else the package there, else the package of the environment.

    What is found first is used or refused; a refused library never gives way to a package. Raises `ConfigError`.
    """
    found = _from_place(language, place) if place else None
    found = found or from_environment(language)
    if found is None:
        raise ConfigError(_nothing_found(language, place))
    return assemble(found)


def _from_place(language: Language, place: GrammarPlace) -> Ingredients | None:
    refuse_inside(place.directory, place.source, place.knowledge_base)
    library = place.directory / library_name(language)
    if library.exists() or library.is_symlink():
        refuse_inside(library, place.source, place.knowledge_base)
        return from_library(language, library)
    folder = folder_package(language, place.directory)
    if folder is None:
        return None
    refuse_inside(folder, place.source, place.knowledge_base)
    return from_folder(language, folder)


def _nothing_found(language: Language, place: GrammarPlace | None) -> str:
    looked = f"the package {language.package} in groove's own environment"
    if place:
        looked = (
            f"{library_name(language)} and the package {language.package} in {place.directory} "
            f"(set by {place.source}), and for that package in groove's own environment"
        )
    return (
        f"[parsers].enabled: no grammar for `{language.id}` ({language.name}); looked for {looked}. "
        f"Install it: {how_to_install(language.name)}"
    )

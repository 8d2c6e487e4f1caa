"""Grammars from `tree_sitter_<name>` packages, in a folder or in groove's environment."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from grooveseek.documents.code.grammar.capsule import pointer_in
from grooveseek.documents.code.grammar.grammar import Ingredients
from grooveseek.documents.code.languages import Language
from grooveseek.errors import ConfigError


def folder_package(language: Language, directory: Path) -> Path | None:
    """The package's folder below `directory`, or None; nothing of it is run."""
    folder = directory / language.package
    return folder if (folder / "__init__.py").is_file() else None


def from_folder(language: Language, folder: Path) -> Ingredients:
    """Import the package at `folder`, and nothing else from its surroundings."""
    # A name of its own: the folder never joins the search path, and a package of the environment stays what it is.
    name = f"_grooveseek_{language.package}"
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ConfigError(f"{folder}: not a package")
    module = importlib.util.module_from_spec(spec)
    for stale in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
        del sys.modules[stale]
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise ConfigError(f"{folder}: the grammar package cannot be imported ({error})") from error
    return _ingredients(language, module, f"the package {folder}")


def from_environment(language: Language) -> Ingredients | None:
    """None where the environment has no such package."""
    try:
        module = importlib.import_module(language.package)
    except ModuleNotFoundError as error:
        if error.name == language.package:
            return None
        raise ConfigError(f"the package {language.package} cannot be imported ({error})") from error
    except Exception as error:
        raise ConfigError(f"the package {language.package} cannot be imported ({error})") from error
    return _ingredients(language, module, f"the package {language.package}")


def _ingredients(language: Language, module: ModuleType, origin: str) -> Ingredients:
    try:
        pointer = pointer_in(getattr(module, language.pointer)())
        query = module.TAGS_QUERY
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise ConfigError(f"{origin}: gives no grammar with a tags query ({error})") from error
    if not isinstance(query, str):
        raise ConfigError(f"{origin}: its TAGS_QUERY is no text")
    return Ingredients(pointer, query, language.name, origin)

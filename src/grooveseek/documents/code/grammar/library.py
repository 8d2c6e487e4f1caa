"""Grammars from native libraries: the binary interface that any 1.x version reads.

A library exports these six functions, of the C calling convention. Their names, signatures and rules do not change
within a major version; another version of the interface would announce itself by another number.

    uint32_t groove_grammar_abi_version(void)             1; asked before anything else
    const void *groove_grammar_language(void)             a grammar as the parsing library knows it
    const char *groove_grammar_name(void)                 UTF-8, not empty: what stands behind `lang:`
    const char *groove_grammar_extensions(void)           the file extension without a dot
    const uint8_t *groove_grammar_tags_query(size_t *)    UTF-8; the length goes where the argument points
    const char *groove_grammar_build_info(void)           free text, only logged
"""

from __future__ import annotations

import ctypes
import logging
import sys
from pathlib import Path
from typing import Any

from grooveseek.documents.code.grammar.grammar import Ingredients
from grooveseek.documents.code.languages import Language
from grooveseek.errors import ConfigError

ABI_VERSION = 1

_log = logging.getLogger(__name__)


def library_name(language: Language, platform: str = sys.platform) -> str:
    """The file name on `platform`, such as `libgroove_grammar_python.so`."""
    if platform == "win32":
        return f"groove_grammar_{language.name}.dll"
    return f"libgroove_grammar_{language.name}.{'dylib' if platform == 'darwin' else 'so'}"


def from_library(language: Language, path: Path) -> Ingredients:
    """Load the library at `path`. Raises `ConfigError` saying what is wrong with it."""
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ConfigError(f"{path}: the grammar library cannot be loaded ({error})") from error
    version = _call(library, path, "abi_version", ctypes.c_uint32)
    if version != ABI_VERSION:
        raise ConfigError(f"{path}: declares grammar interface {version}, this version reads {ABI_VERSION}")
    pointer = _call(library, path, "language", ctypes.c_void_p)
    if pointer is None:
        raise ConfigError(f"{path}: groove_grammar_language gives no grammar")
    name = _text(library, path, "name")
    if not name:
        raise ConfigError(f"{path}: groove_grammar_name is empty")
    extension = _text(library, path, "extensions")
    if extension != language.id:
        raise ConfigError(f"{path}: is for the extension {extension!r}, not for {language.id!r}")
    query = _query(library, path)
    _log.info("grammar library %s: %s", path, _text(library, path, "build_info"))
    return Ingredients(pointer, query, name, str(path))


def _symbol(library: ctypes.CDLL, path: Path, what: str) -> Any:
    try:
        return getattr(library, f"groove_grammar_{what}")
    except AttributeError as error:
        raise ConfigError(f"{path}: does not export groove_grammar_{what}") from error


def _call(library: ctypes.CDLL, path: Path, what: str, result: Any) -> Any:
    function = _symbol(library, path, what)
    function.restype = result
    function.argtypes = ()
    return function()


def _text(library: ctypes.CDLL, path: Path, what: str) -> str:
    value = _call(library, path, what, ctypes.c_char_p)
    if value is None:
        raise ConfigError(f"{path}: groove_grammar_{what} gives nothing")
    return _utf8(value, path, what)


def _query(library: ctypes.CDLL, path: Path) -> str:
    function = _symbol(library, path, "tags_query")
    function.restype = ctypes.c_void_p
    function.argtypes = (ctypes.POINTER(ctypes.c_size_t),)
    length = ctypes.c_size_t(0)
    start = function(ctypes.byref(length))
    if start is None:
        raise ConfigError(f"{path}: groove_grammar_tags_query gives nothing")
    return _utf8(ctypes.string_at(start, length.value), path, "tags_query")


def _utf8(value: bytes, path: Path, what: str) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: groove_grammar_{what} is not valid UTF-8") from error

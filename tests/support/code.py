"""Source code in tests: parse it in one call, and build grammar libraries with the system's C compiler."""

from __future__ import annotations

import importlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.documents.code.grammar.capsule import pointer_in
from grooveseek.documents.code.grammar.library import library_name
from grooveseek.documents.code.languages import LANGUAGES, Language
from grooveseek.documents.code.parse import code_parser
from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.parser import ParseOptions

RUST, PYTHON, PHP, JAVASCRIPT = LANGUAGES

needs_c_compiler = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc to build a grammar library")


def parse_source(path: str, source: str | bytes, options: ParseOptions | None = None) -> Document:
    """Parse by the language of the path's extension."""
    language = next(each for each in LANGUAGES if each.id == path.rpartition(".")[2])
    settled = options or ParseOptions()
    data = source.encode() if isinstance(source, str) else source
    return code_parser(language, settled)(path, data, settled)


def outline(document: Document) -> list[tuple[str | None, int | None, int | None]]:
    """Heading, first and last line of every chunk."""
    return [(chunk.heading, chunk.start_line, chunk.end_line) for chunk in document.chunks]


def chunk_of(document: Document, heading: str) -> Chunk:
    """The only chunk of that heading."""
    (found,) = (chunk for chunk in document.chunks if chunk.heading == heading)
    return found


def language_pointer(language: Language) -> int:
    """The address of the grammar in the installed package, good for this process."""
    return pointer_in(getattr(importlib.import_module(language.package), language.pointer)())


@dataclass(frozen=True, slots=True)
class LibrarySource:
    """What a grammar library's exports return, as C expressions; None leaves the export out."""

    abi_version: str | None = "1"
    language: str | None = None
    name: str | None = '"python"'
    extensions: str | None = '"py"'
    tags_query: str | None = '"(class_definition name: (identifier) @name) @definition.class"'
    build_info: str | None = '"built by a test"'

    def c_source(self) -> str:
        exports = [
            ("uint32_t", "abi_version", "void", self.abi_version, ""),
            ("const void *", "language", "void", self.language, ""),
            ("const char *", "name", "void", self.name, ""),
            ("const char *", "extensions", "void", self.extensions, ""),
            (
                "const uint8_t *",
                "tags_query",
                "size_t *len",
                self.tags_query,
                f"*len = sizeof({self.tags_query}) - 1; ",
            ),
            ("const char *", "build_info", "void", self.build_info, ""),
        ]
        lines = ["#include <stddef.h>", "#include <stdint.h>"]
        for kind, export, parameters, value, before in exports:
            if value is not None:
                lines.append(f"{kind} groove_grammar_{export}({parameters}) {{ {before}return ({kind}){value}; }}")
        return "\n".join(lines) + "\n"


def build_library(folder: Path, source: LibrarySource, language: Language = PYTHON) -> Path:
    """Compile a library into `folder` under the name it is looked for by."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / library_name(language)
    code = folder / "grammar.c"
    code.write_text(source.c_source())
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(target), str(code)], check=True)
    return target

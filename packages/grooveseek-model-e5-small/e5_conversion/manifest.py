"""`model.json`: what the files are, how they are used, and their hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from e5_conversion.workshop import file_hash

MANIFEST = "model.json"
BUILD_DIGITS = 12


def build_of(files: Mapping[str, str]) -> str:
    """Short hash over file names and hashes: equal builds give equal vectors."""
    lines = "".join(f"{files[name]}  {name}\n" for name in sorted(files))
    return hashlib.sha256(lines.encode()).hexdigest()[:BUILD_DIGITS]


def write_manifest(directory: Path, names: tuple[str, ...], inputs: str) -> str:
    """Describe the files `names` of `directory`, made from inputs of the hash `inputs`; gives the build."""
    files = {name: file_hash(directory / name) for name in names}
    manifest = {
        "format": 1,
        "id": "multilingual-e5-small",
        "kind": "embedder",
        "dimension": 384,
        "window": 512,
        "query_prefix": "query: ",
        "document_prefix": "passage: ",
        "pooling": "graph",
        "licence": "MIT",
        "build": build_of(files),
        "files": files,
        "inputs": inputs,
    }
    (directory / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8", newline="\n")
    return build_of(files)

"""python -m use_conversion WEIGHTS DIRECTORY: write graph and manifest into DIRECTORY, which holds the tokenizer."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from e5_conversion.__main__ import GRAPH, TOKENIZER, write_graph
from e5_conversion.__main__ import WEIGHTS as GRAPH_WEIGHTS
from e5_conversion.manifest import MANIFEST, build_of
from e5_conversion.workshop import file_hash

from use_conversion.graph import encoder

MODEL = "e5-small-use"
WEIGHT = 0.4
"""Chosen on other knowledge bases than those it was measured on here; see the decision record."""
WINDOW = 1024
"""The encoder has none; a chunk has at most half as many tokens."""


def convert(weights: Path, directory: Path) -> None:
    with np.load(weights, allow_pickle=False) as stored:
        model = encoder({name: stored[name] for name in stored.files})
    write_graph(model, directory)
    files = {name: file_hash(directory / name) for name in (GRAPH, GRAPH_WEIGHTS, TOKENIZER)}
    manifest = {
        "format": 1,
        "id": MODEL,
        "kind": "embedder",
        "dimension": 512,
        "window": WINDOW,
        "pooling": "graph",
        "licence": "Apache-2.0",
        "joined_to": "multilingual-e5-small",
        "weight": WEIGHT,
        "build": build_of(files),
        "files": files,
    }
    (directory / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))

"""python -m e5_conversion WEIGHTS DIRECTORY INPUTS: write the model's files into DIRECTORY."""

from __future__ import annotations

import sys
from pathlib import Path

import onnx

from e5_conversion.graph import encoder
from e5_conversion.manifest import write_manifest
from e5_conversion.source import read
from e5_conversion.table import piece_table
from e5_conversion.tokenizer import sentencepiece_model

GRAPH = "model.onnx"
WEIGHTS = "model.bin"
"""Beside the graph, so that they are mapped into memory instead of read and copied."""
TOKENIZER = "sp.model"
TABLE = "sp.table"
LARGE = 1024
"""Bytes from which a tensor goes beside the graph."""


def convert(weights: Path, directory: Path, inputs: str) -> str:
    """Give the build hash of what was written."""
    source = read(weights)
    directory.mkdir(parents=True, exist_ok=True)
    write_graph(encoder(source), directory)
    tokenizer = sentencepiece_model(source.vocabulary)
    (directory / TOKENIZER).write_bytes(tokenizer)
    (directory / TABLE).write_bytes(piece_table(tokenizer))
    return write_manifest(directory, (GRAPH, WEIGHTS, TOKENIZER, TABLE), inputs)


def write_graph(model: onnx.ModelProto, directory: Path) -> None:
    for name in (GRAPH, WEIGHTS):  # onnx appends to weights that are there
        (directory / name).unlink(missing_ok=True)
    onnx.save(model, directory / GRAPH, save_as_external_data=True, location=WEIGHTS, size_threshold=LARGE)
    for name in (GRAPH, WEIGHTS):
        (directory / name).chmod(0o644)


if __name__ == "__main__":
    print("build", convert(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))

"""python -m e5_conversion WEIGHTS DIRECTORY INPUTS: write the model's files into DIRECTORY."""

from __future__ import annotations

import sys
from pathlib import Path

import onnx

from e5_conversion.graph import encoder
from e5_conversion.manifest import write_manifest
from e5_conversion.source import read
from e5_conversion.tokenizer import sentencepiece_model

GRAPH = "model.onnx"
TOKENIZER = "sp.model"


def convert(weights: Path, directory: Path, inputs: str) -> str:
    """Give the build hash of what was written."""
    source = read(weights)
    directory.mkdir(parents=True, exist_ok=True)
    onnx.save(encoder(source), directory / GRAPH)
    (directory / TOKENIZER).write_bytes(sentencepiece_model(source.vocabulary))
    return write_manifest(directory, (GRAPH, TOKENIZER), inputs)


if __name__ == "__main__":
    print("build", convert(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))

"""Data only: where the files of multilingual-e5-small lie."""

from __future__ import annotations

from pathlib import Path

DIRECTORY = Path(__file__).parent / "model"
"""Holds the graph, its weights, the tokenizer and `model.json`, which describes them."""

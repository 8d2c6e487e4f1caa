"""What a door was told beside `groove.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Choices:
    """None means not given: the file decides, or the built-in default."""

    config: Path | None = None
    kb_path: Path | None = None
    index: Path | None = None
    model: str | None = None
    reranker: str | None = None

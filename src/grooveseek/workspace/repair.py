"""Commands that bring an index in order, as they are told to users."""

from __future__ import annotations

import shlex
from pathlib import Path

from grooveseek.kb.knowledge_base import INDEX_NAME, KnowledgeBase
from grooveseek.models.choice import EmbedderChoice


def index_command(kb: KnowledgeBase, config: Path | None, model: str | None = None, *, force: bool = False) -> str:
    """The `groove index` call for this very index. `config` and `model`: what was named, not found or configured."""
    words = ["groove"]
    if config is not None:
        words += ["--config", str(config)]
    words += ["index", "--kb-path", str(kb.root)]
    if kb.index_path != kb.root.parent / INDEX_NAME:
        words += ["--index", str(kb.index_path)]
    if model is not None:
        words += ["--model", model]
    return shlex.join(words + ["--force"] * force)


def rebuild_command(embedder: EmbedderChoice, config: Path | None, kb_path: Path) -> str:
    """The command that rebuilds the index for `embedder`; an endpoint is only told by its `config` file."""
    folder = shlex.quote(str(kb_path))
    if not embedder.remote:
        return f"groove index --kb-path {folder} --force --model {embedder.identity}"
    named = "" if config is None else f" --config {shlex.quote(str(config))}"
    return f"groove{named} index --kb-path {folder} --force"

"""Commands that bring an index in order, as they are told to users."""

from __future__ import annotations

import shlex
from pathlib import Path

from grooveseek.kb.knowledge_base import INDEX_NAME, KnowledgeBase
from grooveseek.models.choice import EmbedderChoice


def index_command(kb: KnowledgeBase, config: Path | None, model: str | None = None, *, force: bool = False) -> str:
    """The `groove index` call for this very index. `config` and `model`: what was named, not found or configured."""
    words = _call(kb, config) + ["--force"] * force
    return shlex.join(words if model is None else [*words, "--model", model])


def rebuild_command(embedder: EmbedderChoice, config: Path | None, kb: KnowledgeBase, *, named: bool = False) -> str:
    """The command that rebuilds the index for `embedder`.

    An endpoint is only told by its `config` file. A local model is told by its name, and the file where it was `named`
    and not found: other settings in it say what is indexed.
    """
    if embedder.remote:
        return index_command(kb, config, force=True)
    return index_command(kb, config if named else None, embedder.identity, force=True)


def _call(kb: KnowledgeBase, config: Path | None) -> list[str]:
    words = ["groove"]
    if config is not None:
        words += ["--config", str(config)]
    words += ["index", "--kb-path", str(kb.root)]
    if kb.index_path != kb.root.parent / INDEX_NAME:
        words += ["--index", str(kb.index_path)]
    return words

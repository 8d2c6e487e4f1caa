"""The way out of an index that another model made."""

from __future__ import annotations

import shlex
from pathlib import Path

from grooveseek.models.choice import EmbedderChoice


def rebuild_command(embedder: EmbedderChoice, config: Path | None, kb_path: Path) -> str:
    """The command that rebuilds the index for `embedder`; an endpoint is only told by its `config` file."""
    folder = shlex.quote(str(kb_path))
    if not embedder.remote:
        return f"groove index --kb-path {folder} --force --model {embedder.identity}"
    named = "" if config is None else f" --config {shlex.quote(str(config))}"
    return f"groove{named} index --kb-path {folder} --force"

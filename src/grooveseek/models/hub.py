"""The model hub: what an earlier fetch left in its cache, and fetching through the optional `huggingface_hub`."""

from __future__ import annotations

import sys
from pathlib import Path

from grooveseek.errors import ModelError
from grooveseek.models.catalogue import Card, HubSource


class HubError(ModelError):
    """What the hub, or the way to it, had to say."""


def hub_is_installed() -> bool:
    from importlib.util import find_spec

    return find_spec("huggingface_hub") is not None and find_spec("tokenizers") is not None


def cached_snapshot(cache: Path, source: HubSource) -> Path | None:
    """The folder of the newest fetched revision, if all files are there. Needs neither network nor library."""
    repository = cache / ("models--" + source.repository.replace("/", "--"))
    try:
        revision = (repository / "refs" / "main").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    snapshot = repository / "snapshots" / revision
    return snapshot if revision and all((snapshot / name).is_file() for name in source.files) else None


def fetch(card: Card, source: HubSource, cache: Path) -> Path:
    """Fetch the model's files from `source` into `cache`; gives their folder.

    Raises `HubError`, or `ModelError` where the repository lacks a file.
    """
    from huggingface_hub import snapshot_download
    from huggingface_hub.utils import disable_progress_bars

    if sys.stderr is None or not sys.stderr.isatty():
        disable_progress_bars()
    try:
        snapshot = Path(snapshot_download(source.repository, allow_patterns=list(source.files), cache_dir=cache))
    except Exception as error:  # the library raises errors of its own, of its HTTP client's and of the system
        reason = " ".join(str(error).split())[:200]
        raise HubError(f"{type(error).__name__}: {reason}") from error
    missing = [name for name in source.files if not (snapshot / name).is_file()]
    if missing:
        raise ModelError(f"the hub's repository {source.repository} has no {', '.join(missing)} for {card.id}")
    return snapshot

"""Knowledge bases on disk."""

from __future__ import annotations

from pathlib import Path

from grooveseek.kb.knowledge_base import DEFAULT_EXCLUDE_DIRS, KnowledgeBase


def tree(root: Path, *paths: str) -> Path:
    """Files (each holding its own path) and, where a path ends in `/`, folders below `root`; gives `root`."""
    root.mkdir(parents=True, exist_ok=True)
    for path in paths:
        place = root / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(path)
    return root


def knowledge_base(root: Path, exclude_dirs: tuple[str, ...] = DEFAULT_EXCLUDE_DIRS) -> KnowledgeBase:
    return KnowledgeBase(root, root.parent / ".groove.db", exclude_dirs)

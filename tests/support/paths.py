"""Where tests find the judged knowledge bases; they lie beside the checkout, not in it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED_DATA = Path(os.environ.get("GROOVE_TEST_DATA", REPOSITORY.parent / "shared" / "data"))

needs_shared_data = pytest.mark.skipif(
    not SHARED_DATA.is_dir(), reason=f"needs the judged knowledge bases at {SHARED_DATA} (set GROOVE_TEST_DATA)"
)


def copy_of(name: str, target: Path) -> Path:
    """A writable copy of the knowledge base `name` below `target`; gives its folder."""
    folder = target / name
    shutil.copytree(SHARED_DATA / name / "kb", folder, copy_function=shutil.copy)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder

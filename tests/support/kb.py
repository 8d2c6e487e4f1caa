"""Knowledge bases on disk, and a way to meet them without root's privileges."""

from __future__ import annotations

import os
import pickle
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from grooveseek.kb.knowledge_base import DEFAULT_EXCLUDE_DIRS, KnowledgeBase

T = TypeVar("T")

_NOBODY = 65534


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


def unprivileged(folder: Path, act: Callable[[], T]) -> T:
    """What `act` gives when run inside `folder`, which must be its only way to files, by a user who owns nothing.

    Only paths relative to `folder` can be relied on: folders above a temporary one are often closed to that user.
    """
    folder.chmod(0o755)
    inlet, outlet = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child of a process with threads only computes
        child = os.fork()
    if child == 0:
        os.close(inlet)
        _answer(outlet, folder, act)
    os.close(outlet)
    with os.fdopen(inlet, "rb") as answer:
        succeeded, value = pickle.loads(answer.read())
    os.waitpid(child, 0)
    if not succeeded:
        raise AssertionError(value)
    return cast(T, value)


def _answer(outlet: int, folder: Path, act: Callable[[], object]) -> None:
    try:
        os.chdir(folder)
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)
        result = pickle.dumps((True, act()))
    except BaseException:
        result = pickle.dumps((False, traceback.format_exc()))
    with os.fdopen(outlet, "wb") as answer:
        answer.write(result)
    os._exit(0)

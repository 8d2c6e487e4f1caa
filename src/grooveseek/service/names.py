"""Names of instances, and the system's names that are made from them."""

from __future__ import annotations

import re

DEFAULT_NAME = "groove"
ALLOWED = "letters, digits, - and _"

_NAME = re.compile(r"[a-zA-Z0-9_-]+")
_PREFIX = "groove-"


def is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def artifact_name(name: str) -> str:
    """What the operating system knows the instance `name` by, without prefix or suffix of its own."""
    return _PREFIX + name


def name_of(artifact: str) -> str | None:
    """The instance behind `artifact_name`; None for what is not ours."""
    name = artifact.removeprefix(_PREFIX)
    return name if name != artifact and is_name(name) else None

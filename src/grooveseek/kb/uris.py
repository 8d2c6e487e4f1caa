"""`kb://doc/…` names one document, `kb://topic/…` a group of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, unquote_to_bytes

from grooveseek.kb.names import WINDOWS, can_hold

DOCUMENT_PREFIX = "kb://doc/"
GROUP_PREFIX = "kb://topic/"

_MALFORMED_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class ResourceName:
    """What a URI names: the path of a document, or the prefix of a group (empty for the root)."""

    kind: Literal["document", "group"]
    name: str


def document_uri(path: str) -> str:
    """The URI of a document: ASCII, every byte but letters, digits and `-._~/` as `%XX`."""
    return DOCUMENT_PREFIX + quote(path, safe="/")


def group_uri(prefix: str) -> str:
    """The URI of a group; `group_prefix` gives the prefix of a document's group."""
    return GROUP_PREFIX + quote(prefix, safe="/")


def group_prefix(path: str) -> str:
    """The first two folders of a path, or the one there is; empty for a document in the root."""
    return "/".join(path.split("/")[:-1][:2])


def parse_uri(uri: str, *, windows: bool = WINDOWS) -> ResourceName | None:
    """What `uri` names; None where it is no URI of ours or names what the index cannot hold."""
    for kind, prefix in (("document", DOCUMENT_PREFIX), ("group", GROUP_PREFIX)):
        if uri.startswith(prefix):
            name = _decoded(uri.removeprefix(prefix))
            if name is None:
                return None
            if kind == "group":
                return _group(name, windows=windows)
            return ResourceName("document", name) if can_hold(name, windows=windows) else None
    return None


def _group(name: str, *, windows: bool) -> ResourceName | None:
    prefix = name.removesuffix("/")
    if not name or can_hold(prefix, windows=windows):
        return ResourceName("group", prefix)
    return None


def _decoded(text: str) -> str | None:
    if _MALFORMED_ESCAPE.search(text):
        return None
    try:
        return unquote_to_bytes(text).decode()
    except UnicodeError:
        return None

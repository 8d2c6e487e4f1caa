"""Documents in groups by the first one or two folders of their path, as resources list them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grooveseek.kb.uris import group_prefix

ROOT_NAME = "(root)"


@dataclass(frozen=True, slots=True)
class Group:
    prefix: str
    """Empty for documents that lie in the root."""
    paths: tuple[str, ...]
    """Sorted."""

    @property
    def name(self) -> str:
        return self.prefix or ROOT_NAME

    @property
    def description(self) -> str:
        count = len(self.paths)
        noun = "document" if count == 1 else "documents"
        return f"{count} {noun} in {self.prefix or 'the root of the knowledge base'}"


def groups_of(paths: Iterable[str]) -> tuple[Group, ...]:
    """Every group that has a document, sorted by prefix."""
    members: dict[str, list[str]] = {}
    for path in sorted(paths):
        members.setdefault(group_prefix(path), []).append(path)
    return tuple(Group(prefix, tuple(members[prefix])) for prefix in sorted(members))

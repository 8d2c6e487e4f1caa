"""What a tool gives back: one block of pretty-printed JSON, and the same value in structured form."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """`value` is plain dicts, lists and scalars; `failed` sets the protocol's error flag."""

    value: object
    failed: bool = False

    @property
    def text(self) -> str:
        return json.dumps(self.value, ensure_ascii=False, indent=2)


def refusal(message: str) -> Reply:
    """The answer of a tool that could not do what was asked."""
    return Reply({"error": message}, failed=True)

"""Under which id a message is answered that cannot be processed."""

from __future__ import annotations

import json
from typing import Any

import mcp_types as types

from grooveseek.server.surrogates import has_lone_surrogate


def is_request_id(value: object) -> bool:
    """Whether MCP knows `value` as the id of a request: text or an integer, never null."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def answerable_id(decoded: Any) -> types.RequestId | None:
    """The id of a request, where it has one; otherwise JSON-RPC answers with null."""
    found = decoded.get("id") if isinstance(decoded, dict) and "method" in decoded else None
    if not is_request_id(found) or has_lone_surrogate(json.dumps(found), found):
        return None
    return found

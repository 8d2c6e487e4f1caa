"""`get_best_practice`: the guide for a target."""

from __future__ import annotations

from typing import cast

from grooveseek.reading.best_practice import Guides, best_practice
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall


def get_best_practice(call: ToolCall) -> Reply:
    opened = call.opened
    target = cast("str", call.arguments["target"])
    category = cast("str | None", call.arguments.get("category"))
    content = best_practice(Guides(opened.kb.root, opened.parsers, opened.best_practice_templates), target, category)
    named = {} if category is None else {"category": category}
    return Reply({"target": target, **named, "content": content})

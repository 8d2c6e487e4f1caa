"""`search`: the arguments as given, resolved and asked."""

from __future__ import annotations

from typing import Any, cast

from grooveseek.search.ask import ask
from grooveseek.search.door import MCP
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.wire import answer_to_wire
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall


def search(call: ToolCall) -> Reply:
    opened = call.opened
    arguments = SearchArguments(**cast("dict[str, Any]", call.arguments))
    request = resolve(arguments, opened.search, MCP)
    answer = ask(opened.index, opened.models, request)
    return Reply(answer_to_wire(answer))

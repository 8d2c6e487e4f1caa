"""`list_topics`: what there is, by category and topic."""

from __future__ import annotations

from grooveseek.search.topics import topics_to_wire
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall


def list_topics(call: ToolCall) -> Reply:
    with call.opened.index.snapshot() as snapshot:
        return Reply(topics_to_wire(snapshot.topics()))

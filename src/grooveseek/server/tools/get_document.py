"""`get_document`: a document read from disk under the path rules."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast

from grooveseek.reading.document import read_document
from grooveseek.reading.lines import line_range
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall


def get_document(call: ToolCall) -> Reply:
    arguments = call.arguments
    wanted = line_range(cast("int | None", arguments.get("start_line")), cast("int | None", arguments.get("end_line")))
    document = read_document(call.opened.kb.root, cast("str", arguments["path"]), call.opened.parsers, wanted)
    value = asdict(document)
    value["tags"] = list(document.tags)
    if document.lines is None:
        del value["lines"]
    return Reply(value)

"""`get_document`: a document read from disk under the path rules."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast

from grooveseek.reading.document import read_document
from grooveseek.reading.errors import ReadRefusedError
from grooveseek.reading.lines import line_range
from grooveseek.reading.nearby import with_nearby
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall


def get_document(call: ToolCall) -> Reply:
    arguments = call.arguments
    path = cast("str", arguments["path"])
    wanted = line_range(cast("int | None", arguments.get("start_line")), cast("int | None", arguments.get("end_line")))
    try:
        document = read_document(call.opened.kb.root, path, call.opened.parsers, wanted)
    except ReadRefusedError as refusal:
        raise with_nearby(refusal, path, call.opened.index) from refusal
    value = asdict(document)
    value["tags"] = list(document.tags)
    if document.lines is None:
        del value["lines"]
    return Reply(value)

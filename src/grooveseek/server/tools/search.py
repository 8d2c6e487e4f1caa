"""`search`: the arguments resolved and asked, the answer sized for a client, with a URI where a hit can be read."""

from __future__ import annotations

import logging
from dataclasses import fields, replace
from typing import Any, cast

from grooveseek.errors import GrooveError, IndexFileError
from grooveseek.kb.uris import document_uri
from grooveseek.reading.offer import offered
from grooveseek.search import notices
from grooveseek.search.answer import Answer, Hit
from grooveseek.search.ask import ask
from grooveseek.search.door import MCP
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.wire import answer_to_wire
from grooveseek.server.backend import Opened
from grooveseek.server.failures import log_crash
from grooveseek.server.replies import Reply
from grooveseek.server.reply_budget import within_budget
from grooveseek.server.tools.call import ToolCall

logger = logging.getLogger(__name__)


def search(call: ToolCall) -> Reply:
    opened = call.opened
    arguments = SearchArguments(**cast("dict[str, Any]", call.arguments))
    request = resolve(arguments, opened.search, MCP)
    unknown = notices.unknown_parameters(call.unknown, [field.name for field in fields(SearchArguments)])
    request = replace(request, notices=(*request.notices, *unknown))
    call.work.checkpoint()
    try:
        answer = ask(opened.index, opened.models, request)
    except IndexFileError as error:
        raise GrooveError(f"search failed: {error}; `rebuild_index` with `force` may repair it") from error
    uris = _uris(opened, answer)

    def uri_for(hit: Hit) -> str | None:
        return uris.get(hit.path)

    return Reply(answer_to_wire(within_budget(answer, opened.search.max_reply_bytes, uri_for), uri_for))


def _uris(opened: Opened, answer: Answer) -> dict[str, str]:
    """By path, for documents on offer; none at all where what is recorded of them cannot be read."""
    paths = {hit.path for hit in answer.hits}
    try:
        with opened.index.snapshot() as snapshot:
            rows = [row for path in paths if (row := snapshot.document(path)) is not None]
        return {row.path: document_uri(row.path) for row in offered(rows, opened.parsers)}
    except Exception as crash:  # noqa: BLE001 - an answer without URIs is better than none
        log_crash(logger, "reading recorded sizes", crash)
        return {}

"""`rebuild_index`: one run at a time, its counters as the answer."""

from __future__ import annotations

from dataclasses import asdict

from grooveseek.errors import GrooveError
from grooveseek.server.rebuilds import WorkReport
from grooveseek.server.replies import Reply
from grooveseek.server.tools.call import ToolCall

COUNTERS = (
    "total_documents",
    "updated",
    "renamed",
    "deleted",
    "skipped",
    "frontmatter_unparsed",
    "total_chunks",
    "duration_ms",
)


def rebuild_index(call: ToolCall) -> Reply:
    force = call.arguments.get("force") is True
    with call.rebuilds.slot(call.work):
        try:
            summary = call.opened.rebuild(force, WorkReport(call.work), call.work.stopped)
        except GrooveError as error:
            raise GrooveError(f"Rebuild failed: {error}") from error
    counters = asdict(summary)
    value: dict[str, object] = {name: counters[name] for name in COUNTERS}
    if summary.failure is not None:
        value["error"] = summary.failure
    return Reply(value, failed=summary.failure is not None)

"""`groove status`: what the index holds, without loading a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command
from grooveseek.cli.flags import format_option, kb_options

if TYPE_CHECKING:
    from grooveseek.workspace.state import State


def _status(output_format: str, **flags: Any) -> None:
    from grooveseek.cli.output import print_json, print_text, say
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.workspace.state import state_of

    space = workspace_of(flags)
    state = state_of(space)
    if state is None:
        say(f"No index found at {space.kb.index_path}; run: {space.index_command()}")
    if output_format == "json":
        place = {"kb_path": str(space.kb.root), "index": str(space.kb.index_path)}
        print_json(place | {"indexed": state is not None} | (state.to_wire() if state else {}))
    elif state is not None:
        print_text(_text(state))


def _text(state: State) -> str:
    dimension = f" ({state.dimension} dimensions)" if state.dimension else ""
    lines = [
        f"Documents: {state.documents}",
        f"Chunks: {state.chunks}",
        f"Vectors: {state.vectors} ({_completeness(state)})",
        f"Model: {state.model or 'none recorded'}{dimension}",
        f"Tags parse failures: {state.tags_parse_failures}",
        f"Context mode: {state.context_mode}",
        f"Declared fields: {_fields(state)}",
    ]
    if state.quality is not None:
        quality = state.quality
        lines.append(
            f"Quality filter (threshold={quality.threshold:g}): {quality.passing} passing, "
            f"{quality.below} below threshold"
        )
    return "\n".join(lines)


def _completeness(state: State) -> str:
    if state.run_state == "text":
        return f"{state.pending} pending; the last run was still reading files: run `groove index` to complete it"
    if state.pending:
        return f"{state.pending} pending: run `groove index` to complete them"
    return "complete"


def _fields(state: State) -> str:
    if state.declared_fields is None:
        return "pending"
    return ", ".join(f"{key} ({rows})" for key, rows in state.declared_fields.items()) or "none"


command = Command(_status, [*kb_options(), format_option("text", "json")])

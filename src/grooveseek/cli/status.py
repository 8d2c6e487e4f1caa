"""`groove status`: what the index holds, without loading a model."""

from __future__ import annotations

from typing import Any

import click

from grooveseek.cli.command import Command, config_option, kb_options


def _status(**flags: Any) -> None:
    import shlex

    from grooveseek.cli.output import say
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.index.errors import NoIndexError
    from grooveseek.index.open import open_index

    space = workspace_of(flags)
    try:
        index = open_index(space.kb.index_path, create=False)
    except NoIndexError:
        say(f"No index found at {space.kb.index_path}; run: groove index --kb-path {shlex.quote(str(space.kb.root))}")
        return
    threshold = space.loaded.config.quality_filter.in_force
    try:
        with index.snapshot() as snapshot:
            stats, facts, fields = snapshot.stats(), snapshot.facts(), snapshot.field_counts()
            passing, below = snapshot.quality_counts(threshold)
    finally:
        index.close()
    lines = [
        f"Documents: {stats.documents}",
        f"Chunks: {stats.chunks}",
        f"Vectors: {stats.vectors} ({_state(facts.run_state, stats.pending)})",
        f"Model: {facts.model or 'none recorded'}" + (f" ({facts.dimension} dimensions)" if facts.dimension else ""),
        f"Tags parse failures: {stats.tags_unreadable}",
        f"Context mode: {facts.context_mode or 'off'}",
        f"Declared fields: {_declared(facts.declared_fields, fields)}",
    ]
    if threshold > 0:
        lines.append(f"Quality filter (threshold={threshold}): {passing} passing, {below} below threshold")
    click.echo("\n".join(lines))


def _state(run_state: str | None, pending: int) -> str:
    if run_state == "text":
        return f"{pending} pending; the last run was still reading files: run `groove index` to complete it"
    if pending:
        return f"{pending} pending: run `groove index` to complete them"
    return "complete"


def _declared(declared: tuple[str, ...] | None, counts: Any) -> str:
    if declared is None:
        return "pending"
    return ", ".join(f"{key} ({counts.get(key, 0)})" for key in declared) or "none"


command = Command(
    "status", help="Show what the index holds.", callback=_status, params=[*kb_options(), config_option()]
)

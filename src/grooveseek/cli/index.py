"""`groove index`: bring the index of a folder up to date."""

from __future__ import annotations

from typing import Any

import click

from grooveseek.cli.command import Command, Option, config_option, kb_options, model_options


def _index(*, force: bool, quiet: bool, progress: bool, **flags: Any) -> int:
    if quiet and progress:
        raise click.UsageError("'--quiet' cannot be used with '--progress'")
    from grooveseek.cli.output import say
    from grooveseek.cli.report import done_line, report_for
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.indexing.run import run

    space = workspace_of(flags)
    options = space.index_options(force=force)
    index = space.writable_index(force=force, note=say)
    models = space.models(eager=False)
    report = report_for(quiet=quiet, progress=progress)
    say(f"Indexing {space.kb.root}...")
    try:
        summary = run(space.kb, index, models, options, report)
    except KeyboardInterrupt:
        report.close()
        say("groove: interrupted; what was committed is kept, and `groove index` goes on from there")
        return 130
    finally:
        report.close()
        models.close()
        index.close()
    say(done_line(summary))
    if summary.failure:
        say(f"Error: {summary.failure}")
        return 1
    return 0


command = Command(
    "index",
    help="Index the folder, or bring its index up to date. Text is searchable at once, vectors follow.",
    callback=_index,
    params=[
        *kb_options(),
        *model_options(),
        Option(["--force"], is_flag=True, help="Rebuild everything beside the old index, then switch."),
        Option(["--quiet"], is_flag=True, help="No line for each file."),
        Option(["--progress"], is_flag=True, help="A progress bar; lines in a pipe."),
        config_option(),
    ],
)

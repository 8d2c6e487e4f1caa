"""`groove serve`: the knowledge base over MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grooveseek.cli.command import Bool, Command, Option, config_option, kb_options, model_options

if TYPE_CHECKING:
    from grooveseek.server.backend import Opened
    from grooveseek.workspace.workspace import Workspace


def _serve(**flags: Any) -> int:
    from grooveseek.cli.workspace import workspace_of
    from grooveseek.server.backend import Backend
    from grooveseek.server.stdio import serve_stdio

    space = workspace_of(flags)
    return serve_stdio(
        Backend(lambda: _opened(space, flags["rerank_by_default"])), [space.kb.root, space.kb.index_path]
    )


def _opened(space: Workspace, rerank: bool | None) -> Opened:
    """Everything that is heavy: called once the first answer is out."""
    from grooveseek.cli.output import say
    from grooveseek.indexing.run import run
    from grooveseek.server.backend import Opened

    models = space.background_models()
    index = space.writable_index(force=False, note=say)

    def rebuild(force: bool, report: Any, stop: Any) -> Any:
        return run(space.kb, index, models, space.index_options(force=force), report, stop=stop)

    return Opened(
        kb=space.kb,
        parsers=space.parsers(),
        index=index,
        models=models,
        search=space.search_settings(rerank),
        rebuild=rebuild,
        best_practice_templates=tuple(space.loaded.config.best_practice.path_templates),
    )


command = Command(
    "serve",
    help="Serve the notes to AI agents over MCP.",
    callback=_serve,
    params=[
        *kb_options(),
        *model_options(),
        Option(["--reranker"], type=click.Choice(["none", "bge-v2-m3", "jina-v2-ml", "bge-base"])),
        Option(["--rerank-by-default"], type=Bool(), metavar="true|false", help="Rerank unless a call says otherwise."),
        config_option(),
    ],
)

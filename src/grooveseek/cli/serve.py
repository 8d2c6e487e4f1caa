"""`groove serve`: the knowledge base over MCP."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, get_args

from grooveseek.cli.command import Command, Option
from grooveseek.cli.flags import kb_options, model_option, reranker_option
from grooveseek.cli.values import AddressValue, Bool, Choice, Whole
from grooveseek.config.keys import Config, TransportKind

if TYPE_CHECKING:
    from grooveseek.config.transport import Listener, TransportFlags
    from grooveseek.server.backend import Backend, Opened
    from grooveseek.workspace.workspace import Workspace


def _serve(**flags: Any) -> int:
    from grooveseek.cli.workspace import warn_of_sizes, workspace_of
    from grooveseek.config.transport import resolve_transport
    from grooveseek.server.backend import Backend

    space = workspace_of(flags)
    listener = resolve_transport(_transport_flags(flags), space.loaded.config)
    space.check_index()
    _check_parsers(space)
    warn_of_sizes(space)
    debounce_ms = _debounce_ms(flags, space)
    backend = Backend(lambda: _opened(space, flags["rerank_by_default"], debounce_ms))
    return _answer_on(listener, space, backend, debounce_ms)


def _opened(space: Workspace, rerank: bool | None, debounce_ms: int | None) -> Opened:
    # What this imports is heavy, and the first answer does not need it.
    from grooveseek.cli.opened import opened

    return opened(space, rerank, debounce_ms)


def _check_parsers(space: Workspace) -> None:
    """Refuse formats that cannot be read before a client connects; Markdown alone always can, and costs no look."""
    if space.loaded.config.parsers.enabled != Config().parsers.enabled:
        space.parsers()


def _debounce_ms(flags: dict[str, Any], space: Workspace) -> int | None:
    """Quiet time of the watcher; None where there is to be none."""
    watch = space.loaded.config.watch
    if flags["no_watch"] or not watch.enabled:
        return None
    return watch.debounce_ms if flags["debounce_ms"] is None else int(flags["debounce_ms"])


def _transport_flags(flags: dict[str, Any]) -> TransportFlags:
    from grooveseek.config.transport import TransportFlags

    return TransportFlags(
        transport=flags["transport"],
        bind=flags["bind"],
        port=flags["port"],
        i_know=flags["i_know"],
        systemd_socket=flags["systemd_socket"],
    )


def _answer_on(listener: Listener, space: Workspace, backend: Backend, debounce_ms: int | None) -> int:
    from grooveseek.config.transport import ActivatedSocket, Stdio

    private = [space.kb.root, space.kb.index_path]
    if isinstance(listener, Stdio):
        from grooveseek.server.stdio import serve_stdio

        return serve_stdio(backend, private)
    from grooveseek.server.http.admin import Daemon
    from grooveseek.server.http.listener import bind, take_activated
    from grooveseek.server.http.serve import serve_http

    bound = take_activated(os.environ) if isinstance(listener, ActivatedSocket) else bind(listener.address)
    told = space.loaded.config.watch.debounce_ms if debounce_ms is None else debounce_ms
    daemon = Daemon(config_source=space.loaded.source, watching=debounce_ms is not None, debounce_ms=told)
    return serve_http(backend, bound, space.loaded.config.transport.http, daemon, private)


command = Command(
    _serve,
    [
        *kb_options(),
        model_option(),
        reranker_option(),
        Option(
            "--rerank-by-default",
            type=Bool(),
            show_default="rerank_by_default of groove.toml",
            help="Rerank unless a call says otherwise; needs a reranker.",
        ),
        Option("--no-watch", is_flag=True, help="Do not follow changes of the files, whatever [watch] says."),
        Option(
            "--debounce-ms",
            type=Whole(64),
            show_default="[watch] of groove.toml",
            help="Quiet time before changes are indexed, in milliseconds.",
        ),
        Option(
            "--transport",
            type=Choice(get_args(TransportKind)),
            show_default="[transport] of groove.toml",
            help="How clients reach the server.",
        ),
        Option(
            "--bind",
            type=AddressValue(),
            show_default="[transport.http] of groove.toml",
            help="Address of the HTTP server; wins over --port. Beyond this machine it needs --i-know.",
        ),
        Option("--port", type=Whole(16), help="Port of the HTTP server on 127.0.0.1; 0 lets the system choose."),
        Option(
            "--i-know",
            is_flag=True,
            help="Acknowledge that whoever reaches the address can read the whole knowledge base.",
        ),
        Option(
            "--systemd-socket",
            is_flag=True,
            excludes=["--bind", "--port"],
            help="Take the listening socket from the service manager (Linux).",
        ),
    ],
)

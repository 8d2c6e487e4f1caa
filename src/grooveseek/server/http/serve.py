"""The process around the HTTP application: start notes, signals, and an end in time."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import uvicorn

from grooveseek.config.keys import Http
from grooveseek.server.application import build_server
from grooveseek.server.backend import Backend
from grooveseek.server.ending import Ending, leave
from grooveseek.server.http.admin import Daemon
from grooveseek.server.http.application import HttpApplication
from grooveseek.server.http.gates import gates_for
from grooveseek.server.http.listener import Bound
from grooveseek.server.http.warnings import page_addresses, start_notes
from grooveseek.server.service import Service
from grooveseek.server.tracing import add_traces_to_log_lines

logger = logging.getLogger(__name__)

DRAIN_SECONDS = 1
"""How long running requests may still take once the process is asked to end."""


def serve_http(backend: Backend, bound: Bound, settings: Http, daemon: Daemon, private: Iterable[Path] = ()) -> int:
    """Serve on `bound` until told to end; gives the exit code.

    Raises `ConfigError` before anything is answered when an allowed origin cannot be used.
    """
    add_traces_to_log_lines()
    service = Service(backend, private)
    gates = gates_for(bound, settings)
    application = HttpApplication(build_server(service), service, gates, daemon, settings.max_sessions)
    for note in start_notes(bound.address, settings):
        logger.log(note.level, "%s", note.text)
    if bound.address is not None:
        reachable = page_addresses(bound.address, settings)
        logger.info("the page can search when opened as: %s", ", ".join(reachable) or "(no local address is let in)")
    # Its lines name session ids, and repeat without bound what is told here once a minute.
    logging.getLogger("mcp").setLevel(logging.ERROR)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    ending = Ending()
    anyio.run(_serve, _Server(application, bound), application, service, ending)
    backend.close(ending.seconds_left())
    return 0


class _Server(uvicorn.Server):
    """Says when it listens, and leaves the signals to us."""

    def __init__(self, application: HttpApplication, bound: Bound) -> None:
        super().__init__(
            uvicorn.Config(
                application.asgi,
                lifespan="on",
                ws="none",
                # The peer is whoever holds the connection; a header could name anyone.
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )
        self._bound = bound

    async def listen(self) -> None:
        await self.serve(sockets=[self._bound.sock])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stderr.write(f"groove server ready (http transport, listening on {self._bound})\n")
        sys.stderr.flush()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _serve(server: _Server, application: HttpApplication, service: Service, ending: Ending) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_on_signal, server, application, service, ending)
        await server.listen()
        tasks.cancel_scope.cancel()


async def _end_on_signal(server: _Server, application: HttpApplication, service: Service, ending: Ending) -> None:
    # Windows delivers no signal to an event loop; there Ctrl-C ends the process as it does any other.
    if sys.platform == "win32":
        return
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            if ending.begun:
                leave()
            ending.begin()
            sys.stderr.write("groove: shutdown signal received\n")
            sys.stderr.flush()
            service.stop()
            application.begin_to_end()
            server.should_exit = True

"""One session over stdin and stdout: nothing but messages on stdout, an end in time with stdin or a signal."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

import anyio
import anyio.to_thread
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from grooveseek.server.application import build_server
from grooveseek.server.backend import Backend
from grooveseek.server.conversation import Conversation, Incoming
from grooveseek.server.ending import Ending, leave
from grooveseek.server.preload import preload
from grooveseek.server.service import Service
from grooveseek.server.tracing import add_traces_to_log_lines

LAST_ANSWERS_SECONDS = 0.5
"""How long requests that came just before the end of stdin may still be answered."""


def serve(backend: Backend, private_folders: Iterable[Path]) -> int:
    """See `grooveseek.server.stdio.serve_stdio`."""
    add_traces_to_log_lines()
    service = Service(backend, private_folders)
    ending = Ending()
    try:
        anyio.run(_serve, service, ending)
    except* (BrokenPipeError, ConnectionResetError):
        # Nobody reads the answers any more, and what is left of them could not be written at exit either.
        backend.close(ending.seconds_left())
        leave()
    # What a library left in a buffer of its own is written at exit, when descriptor 1 is the client's again.
    os.dup2(2, 1)
    backend.close(ending.seconds_left())
    return 0


async def _serve(service: Service, ending: Ending) -> None:
    server = build_server(service)
    to_protocol, from_pipe = anyio.create_memory_object_stream[Incoming]()
    to_pipe, from_protocol = anyio.create_memory_object_stream[SessionMessage]()
    async with stdio_server(_lines()) as (pipe_in, pipe_out), pipe_out, anyio.create_task_group() as tasks:
        conversation = Conversation()
        tasks.start_soon(_leave_on_signal, service, ending)
        tasks.start_soon(preload, service)
        tasks.start_soon(conversation.relay_out, from_protocol, pipe_out)
        tasks.start_soon(server.run, from_pipe, to_pipe, server.create_initialization_options())
        sys.stderr.write("groove server ready (stdio transport)\n")
        sys.stderr.flush()
        try:
            await conversation.relay_in(pipe_in, to_protocol, pipe_out)
        finally:
            ending.begin()
            service.stop()
        await conversation.finish(LAST_ANSWERS_SECONDS)
        tasks.cancel_scope.cancel()


def _lines() -> anyio.AsyncFile[str] | None:
    """None leaves standard input to the SDK."""
    if sys.platform == "win32":
        return None
    from grooveseek.server.stdin import message_lines

    return message_lines()


async def _leave_on_signal(service: Service, ending: Ending) -> None:
    if sys.platform == "win32":
        return
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            ending.begin()
            service.stop()
            await anyio.to_thread.run_sync(service.backend.close, ending.seconds_left())
            # The thread that reads stdin cannot be woken, so the process does not wait for it.
            leave()

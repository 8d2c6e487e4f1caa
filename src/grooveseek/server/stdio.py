"""The server over stdin and stdout, started as fast as its imports allow."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from pathlib import Path

from grooveseek.errors import GrooveError
from grooveseek.server.backend import Backend


def serve_stdio(backend: Backend, private_folders: Iterable[Path] = ()) -> int:
    """Serve until stdin ends or the process is told to end; gives the exit code.

    Raises `GrooveError` where there is no stdin or stdout: a file opened later would take their place.
    """
    if sys.stdin is None or sys.stdout is None:
        raise GrooveError(
            "standard input or output is closed, so no client can speak here: let the client start `groove serve`, or "
            "serve over HTTP with --transport http"
        )
    # Importing makes many objects and no garbage: looking for some costs a tenth of the time to the first answer.
    gc.disable()
    try:
        from grooveseek.server.stdio_session import serve
    finally:
        gc.freeze()
        gc.enable()
    return serve(backend, private_folders)

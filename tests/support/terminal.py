"""The real program with a terminal of a given width before it."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from support.cli import GROOVE, User


def shown_on_terminal(user: User, words: Sequence[str | Path], *, width: int = 80, out: bool = True) -> tuple[int, str]:
    """Exit code, and all that was written to the terminal: standard error, and `out`: standard output too."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    process = subprocess.Popen(
        [GROOVE, *words],
        cwd=user.cwd,
        env={"TERM": "xterm-256color"} | user.environ,
        stdin=subprocess.DEVNULL,
        stdout=theirs if out else subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:
        # The other end was closed.
        pass
    os.close(ours)
    return process.wait(30), shown.decode()

from __future__ import annotations

from support.server import stdio_child

DEAF = """
    import logging, sys, threading, time
    from grooveseek.server.ending import Ending

    def fill():
        while True:
            {write}

    logging.basicConfig(stream=sys.stderr)
    sys.stderr.write("begun\\n")
    sys.stderr.flush()
    Ending().begin()
    threading.Thread(target=fill, daemon=True).start()
    fill()
"""
"""Ends while both of its threads wait for somebody to read standard error."""


def ends(write: str) -> int:
    """The exit code of a process whose standard error is not read."""
    with stdio_child(DEAF.format(write=write)) as child:
        assert child.stderr
        try:
            assert child.stderr.readline() == b"begun\n"
            return child.wait(20)
        finally:
            child.kill()


def test_a_process_ends_although_nobody_reads_what_it_says() -> None:
    assert ends("print('x' * 1000, file=sys.stderr)") == 0


def test_a_process_ends_although_nobody_reads_what_it_logs() -> None:
    assert ends("logging.warning('x' * 1000)") == 0

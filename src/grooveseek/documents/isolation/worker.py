"""The reader process: `python -m grooveseek.documents.isolation.worker`.

It reads one file after the other with native code, and ends when whoever started it ends, at the latest when the job in
hand is done.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import IO, Any

from grooveseek.documents.isolation.job import READ, REFUSED, SHORT, ReaderError, Terms, read_frame, write_frame

Job = tuple[Terms, bytes]
ReadFunction = Callable[[bytes, Terms], Any]
"""Gives a dataclass of plain values; raises `ReaderError`."""

_CPU_SLACK_SECONDS = 30


def _pdf() -> ReadFunction:
    from grooveseek.documents.pdf.extract import extract

    return extract


def _workbook() -> ReadFunction:
    from grooveseek.documents.office.cells import extract

    return extract


def _html() -> ReadFunction:
    from grooveseek.documents.html.extract import extract

    return extract


READERS: dict[str, Callable[[], ReadFunction]] = {"pdf": _pdf, "xlsx": _workbook, "html": _html}


def main() -> None:
    """Serve jobs from stdin until it ends."""
    # An interrupt from the terminal reaches the whole group; the process that started this one decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    # What a library prints must never be taken for an answer.
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        terms, data = jobs.get()
        mark, text = _answer(terms, data)
        del data
        write_frame(answers, mark, text)
        answers.flush()


def _receive(stream: IO[bytes], jobs: queue.SimpleQueue[Job]) -> None:
    """Runs beside the job in hand, so that the end of the other side is seen while native code is busy."""
    try:
        while True:
            jobs.put((Terms.from_bytes(read_frame(stream)), read_frame(stream)))
    except EOFError:
        os._exit(0)


def _answer(terms: Terms, data: bytes) -> tuple[bytes, bytes]:
    try:
        _limit(terms)
        result = READERS[terms.reader]()(data, terms)
        return READ, json.dumps(asdict(result), ensure_ascii=False).encode("utf-8", "replace")
    except ReaderError as error:
        mark, reason = REFUSED if error.lasting else SHORT, str(error)
    except MemoryError:
        mark, reason = SHORT, "needs more memory than a file of its size should"
    except Exception as error:  # noqa: BLE001 - a fault of a reader costs the file, and is named
        mark, reason = REFUSED, f"cannot be read ({type(error).__name__}: {error})"
    return mark, reason.encode("utf-8", "replace")


def _limit(terms: Terms) -> None:
    """Bound memory and processor time where the system can; the other side bounds the time in any case."""
    if sys.platform == "win32":
        return
    import resource

    most = resource.RLIM_INFINITY if terms.memory is None else terms.memory
    for kind, amount in (
        (resource.RLIMIT_AS, most),
        (resource.RLIMIT_CPU, int(time.process_time() + terms.deadline_seconds) + _CPU_SLACK_SECONDS),
    ):
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY and (amount == resource.RLIM_INFINITY or amount > hard):
            amount = hard
        resource.setrlimit(kind, (amount, hard))


if __name__ == "__main__":
    main()

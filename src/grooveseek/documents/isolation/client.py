"""Ask the reader process, start it when it is needed, and end it when it misbehaves or has nothing to do."""

from __future__ import annotations

import atexit
import contextlib
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field

from grooveseek.documents.isolation.job import READ, SHORT, ReaderError, Terms, read_frame, write_frame

_MIB = 1024 * 1024
_MEMORY_BESIDE_FILE = 512 * _MIB
_MEMORY_PER_BYTE = 4
_KILL_GRACE_SECONDS = 2.0
_DEATH_SECONDS = 1.0
_IDLE_SECONDS = 20.0


def read_isolated(reader: str, data: bytes, *, deadline_seconds: float, text_budget: int | None) -> bytes:
    """What the reader called `reader` makes of a file, as JSON. Raises `ReaderError`.

    Threads may call it at the same time; each is served by a process of its own.
    """
    terms = Terms(reader, deadline_seconds, text_budget, _memory(len(data), text_budget))
    worker = _pool.take()
    try:
        try:
            answer = worker.ask(terms, data)
        except _DiedError as error:
            # A process that has read other files may have died of one of those.
            if error.was_late or not worker.has_served:
                raise
            worker = _Worker()
            answer = worker.ask(terms, data)
    except _DiedError as error:
        raise ReaderError(error.reason(terms), lasting=False) from error
    except BaseException:
        worker.end()
        raise
    _pool.give_back(worker)
    if answer[:1] != READ:
        raise ReaderError(answer[1:].decode("utf-8", "replace"), lasting=answer[:1] != SHORT)
    return answer[1:]


def _memory(size: int, text_budget: int | None) -> int | None:
    return None if text_budget is None else _MEMORY_BESIDE_FILE + _MEMORY_PER_BYTE * (size + text_budget)


def _longest_answer(text_budget: int | None) -> int | None:
    # A control character takes six bytes of JSON.
    return None if text_budget is None else 6 * text_budget + _MIB


class _DiedError(Exception):
    """The process ended before it answered."""

    def __init__(self, code: int, *, was_late: bool) -> None:
        super().__init__(code)
        self.code = code
        self.was_late = was_late

    def reason(self, terms: Terms) -> str:
        if self.was_late:
            return f"reading it took longer than {terms.deadline_seconds:g} s"
        limit = "" if terms.memory is None else f", or needs more than {terms.memory // _MIB} MiB of memory"
        return f"its reader ended with {_ending(self.code)}; the file is damaged{limit}"


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


class _Worker:
    """One reader process."""

    def __init__(self) -> None:
        # -P: the folder that groove was started in must not offer modules to the process.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "grooveseek.documents.isolation.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._asking = threading.Lock()
        self._is_asked = False
        self._was_late = False
        self.has_served = False

    @property
    def is_alive(self) -> bool:
        # The answer may come while the process is killed for being late.
        return not self._was_late and self._process.poll() is None

    def ask(self, terms: Terms, data: bytes) -> bytes:
        """The answer as it stands. Raises `_DiedError`, after which there is nothing left to end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(terms.deadline_seconds + _KILL_GRACE_SECONDS, self._kill_late)
        timer.daemon = True
        self._is_asked = True
        timer.start()
        try:
            write_frame(self._process.stdin, terms.to_bytes())
            write_frame(self._process.stdin, data)
            self._process.stdin.flush()
            answer = read_frame(self._process.stdout, _longest_answer(terms.text_budget))
        except (EOFError, OSError) as error:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_DEATH_SECONDS)
            self.end()
            raise _DiedError(self._process.returncode, was_late=self._was_late) from error
        finally:
            timer.cancel()
            with self._asking:
                self._is_asked = False
        self.has_served = True
        return answer

    def _kill_late(self) -> None:
        with self._asking:
            if self._is_asked:
                self._was_late = True
                self._process.kill()

    def end(self) -> None:
        """Kill the process, if it lives, and let go of its pipes."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._process.wait()


@dataclass
class _Pool:
    """Keeps one idle process for a while: the files of a run come one after the other."""

    _idle: _Worker | None = None
    _timer: threading.Timer | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> _Worker:
        with self._lock:
            worker, self._idle = self._idle, None
            if self._timer is not None:
                self._timer.cancel()
        if worker is not None and not worker.is_alive:
            worker.end()
            worker = None
        return worker or _Worker()

    def give_back(self, worker: _Worker) -> None:
        with self._lock:
            spare, self._idle = self._idle, worker
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(_IDLE_SECONDS, self.drain)
            self._timer.daemon = True
            self._timer.start()
        if spare is not None:
            spare.end()

    def drain(self) -> None:
        """End the idle process."""
        with self._lock:
            worker, self._idle = self._idle, None
            if self._timer is not None:
                self._timer.cancel()
        if worker is not None:
            worker.end()


_pool = _Pool()
atexit.register(_pool.drain)


def end_idle_reader() -> None:
    """Let go of the process that waits for further files."""
    _pool.drain()

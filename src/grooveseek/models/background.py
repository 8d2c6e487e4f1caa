"""One thing loaded by a thread of its own."""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from grooveseek.errors import GrooveError, ModelError

Loaded = TypeVar("Loaded")

_log = logging.getLogger(__name__)

_END_SECONDS = 5.0
_under_way: set[threading.Event] = set()
"""Of what is being loaded."""


class Loading(Generic[Loaded]):
    """What `load` gives, or why it gave nothing. `load` runs once, whatever comes of it."""

    def __init__(self, load: Callable[[], Loaded], name: str) -> None:
        self._load = load
        self._name = name
        self._lock = threading.Lock()
        self._started = False
        self._done = threading.Event()
        self._loaded: Loaded | None = None
        self.failure: GrooveError | None = None
        """Set once loading failed."""

    def start(self) -> Loading[Loaded]:
        """Begin, unless begun."""
        with self._lock:
            if not self._started:
                self._started = True
                _under_way.add(self._done)
                # A daemon: a program that ends must not wait for a download.
                thread = threading.Thread(target=self._run, name=f"loading-{self._name}", daemon=True)
                try:
                    thread.start()
                except RuntimeError as error:  # no further thread may be had
                    self._end(ModelError(f"the {self._name} cannot be loaded: {error}"))
        return self

    def wait(self) -> Loaded:
        """What was loaded. Raises the `GrooveError` that kept it from loading, every time."""
        self.start()
        self._done.wait()
        if self.failure:
            raise self.failure
        assert self._loaded is not None
        return self._loaded

    def within(self, seconds: float) -> Loaded | None:
        """What was loaded, waiting at most so long; None when it is not there by then or never will be."""
        self._done.wait(seconds)
        return self._loaded

    def _run(self) -> None:
        try:
            self._loaded = self._load()
        except GrooveError as error:
            self.failure = error
        except Exception as crash:  # noqa: BLE001 - told to whoever waits, and logged with its traceback
            _log.exception("loading the %s failed", self._name)
            self.failure = ModelError(f"the {self._name} cannot be loaded: {type(crash).__name__}: {crash}")
        finally:
            self._end(self.failure)

    def _end(self, failure: GrooveError | None) -> None:
        self.failure = failure
        self._done.set()
        _under_way.discard(self._done)


@atexit.register
def _let_finish() -> None:
    """A program that is taken apart while native code loads a model aborts; it waits as long as loading should take."""
    until = time.monotonic() + _END_SECONDS
    for done in tuple(_under_way):
        done.wait(max(0.0, until - time.monotonic()))

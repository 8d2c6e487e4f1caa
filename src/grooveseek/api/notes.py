"""A knowledge base in the hands of a Python program."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from grooveseek.errors import GrooveError
from grooveseek.indexing.report import Report, SilentReport, Summary
from grooveseek.indexing.run import run
from grooveseek.reading.document import DocumentText, read_document
from grooveseek.reading.errors import ReadRefusedError
from grooveseek.reading.nearby import with_nearby
from grooveseek.search.answer import Answer
from grooveseek.search.ask import ask
from grooveseek.search.door import PYTHON
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.state import State, state_of
from grooveseek.workspace.workspace import Workspace, open_workspace

if TYPE_CHECKING:
    from grooveseek.index.protocol import Index
    from grooveseek.models.loading import LoadedModels

Place = str | os.PathLike[str]


def open(  # noqa: A001 - behind the package's name the verb says it best
    kb_path: Place | None = None,
    *,
    config: Place | None = None,
    index: Place | None = None,
    model: str | None = None,
    reranker: str | None = None,
) -> Notes:
    """Open the knowledge base in the folder `kb_path`; nothing is read, created or loaded yet.

    What is not given comes from `groove.toml` (`config`, or one found from the working folder as the command line finds
    it), else from the built-in defaults. Raises `grooveseek.GrooveError`.
    """
    choices = Choices(_path(config), _path(kb_path), _path(index), model, reranker)
    return Notes(open_workspace(choices))


def _path(place: Place | None) -> Path | None:
    return None if place is None else Path(place).expanduser()


class Notes:
    """An open knowledge base. Safe to use from many threads; close it, or use it in a `with` block.

    Every method raises `grooveseek.GrooveError`, whose message says what went wrong, where, and what to do.
    """

    def __init__(self, space: Workspace) -> None:
        self._space = space
        self._lock = threading.Lock()
        self._index: Index | None = None
        self._models: LoadedModels | None = None

    @property
    def root(self) -> Path:
        """The folder of notes, absolute."""
        return self._space.kb.root

    def index(
        self, *, force: bool = False, report: Report | None = None, stop: threading.Event | None = None
    ) -> Summary:
        """Bring the index up to date with the files; with `force`, rebuild it.

        `report` hears the news of the run, from the thread that calls. Setting `stop` ends the run at the next
        document: it raises, and the next run goes on from there.
        """
        report = report or SilentReport()
        index = self._space.writable_index(force=force, note=report.note)
        try:
            return run(self._space.kb, index, self._loaded(), self._space.index_options(force=force), report, stop=stop)
        finally:
            report.close()
            index.close()

    def ask(self, question: str | SearchArguments) -> Answer:
        """Answer a question from the index: its text alone, or with filters and options.

        Raises `NoIndexError` (a `GrooveError`) before the first index run.
        """
        arguments = SearchArguments(question) if isinstance(question, str) else question
        request = resolve(arguments, self._space.search_settings(), PYTHON)
        return ask(self._opened(), self._loaded(), request)

    def read(self, path: str) -> DocumentText:
        """The text of the document at `path`, as a hit names it, from the file itself."""
        try:
            return read_document(self.root, path, self._space.parsers())
        except ReadRefusedError as refusal:
            raise self._worded(refusal, path) from refusal

    def state(self) -> State | None:
        """What the index holds; None before the first index run."""
        return state_of(self._space)

    def close(self) -> None:
        """Close the index and the models. Using the object again opens them again."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            if self._models is not None:
                self._models.close()
            self._index = self._models = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _worded(self, refusal: ReadRefusedError, path: str) -> ReadRefusedError:
        try:
            index = self._opened()
        except GrooveError:
            return refusal
        return with_nearby(refusal, path, index)

    def _opened(self) -> Index:
        with self._lock:
            if self._index is None:
                self._index = self._space.existing_index()
            return self._index

    def _loaded(self) -> LoadedModels:
        with self._lock:
            if self._models is None:
                self._models = self._space.models(eager=False)
            return self._models

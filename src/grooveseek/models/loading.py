"""From names to models that answer, loaded in threads of their own."""

from __future__ import annotations

from collections.abc import Callable

from grooveseek.errors import ModelError
from grooveseek.models.background import Loading
from grooveseek.models.catalogue import embedder_card, reranker_card
from grooveseek.models.embedder import LocalEmbedder
from grooveseek.models.joined import JoinedEmbedder
from grooveseek.models.lookup import ModelFiles, find_model
from grooveseek.models.places import Places
from grooveseek.models.protocol import Embedder, Reranker
from grooveseek.models.reranker import LocalReranker
from grooveseek.models.session import Session
from grooveseek.models.tokenizer import Tokenizer, open_tokenizer

LoadEmbedder = Callable[[], Embedder]
LoadReranker = Callable[[], Reranker]


def load_embedder(model: str, places: Places) -> LocalEmbedder | JoinedEmbedder:
    """Raises `ModelError` where the model is not known, not here, or does not load."""
    files = find_model(embedder_card(model), places)
    if not files.manifest.joined_to:
        return _local(files)
    first = find_model(embedder_card(files.manifest.joined_to), places)
    if first.manifest.joined_to:
        # Models joined in a circle would be loaded until memory is full.
        raise ModelError(
            f"the manifest of {model} joins it to {first.manifest.id}, which is itself joined to "
            f"{first.manifest.joined_to}; it can only be joined to a model that stands alone"
        )
    return JoinedEmbedder(_local(first), _local(files), files.manifest.weight)


def _local(files: ModelFiles) -> LocalEmbedder:
    return LocalEmbedder(files.manifest, *_opened(files))


def load_reranker(model: str, places: Places) -> LocalReranker:
    """Raises `ModelError` where the model is not known, not here, or does not load."""
    files = find_model(reranker_card(model), places)
    return LocalReranker(files.manifest, *_opened(files))


class WaitingModels:
    """Models for work that can wait: whoever asks for one waits for it and is told why it does not come."""

    def __init__(self, embedder: Loading[Embedder], reranker: Loading[Reranker] | None) -> None:
        self._embedder = embedder
        self._reranker = reranker

    def embedder(self) -> Embedder:
        """Raises `ModelError`."""
        return self._embedder.wait()

    def reranker(self) -> Reranker | None:
        """None where there is none to be had. Raises `ModelError`."""
        return self._reranker.wait() if self._reranker else None

    def close(self) -> None:
        close_loaded(self._embedder, self._reranker)


class LoadedModels(WaitingModels):
    """The models of one command.

    With `eager`, loading begins at once, beside whatever the command does first; otherwise when a model is asked for.
    """

    def __init__(self, embedder: LoadEmbedder, reranker: LoadReranker | None = None, *, eager: bool = True) -> None:
        super().__init__(Loading(embedder, "embedder"), Loading(reranker, "reranker") if reranker else None)
        if eager:
            self._embedder.start()
            if self._reranker:
                self._reranker.start()


class BackgroundModels:
    """The models of a server: a question is never kept waiting for long, and none fails because a model did."""

    def __init__(
        self, embedder: LoadEmbedder, reranker: LoadReranker | None = None, *, patience_seconds: float = 0.25
    ) -> None:
        """Loading begins at once. `patience_seconds`: how long a question waits for a model that is still loading."""
        self._patience = patience_seconds
        self._embedder = Loading(embedder, "embedder")
        self._reranker = Loading(reranker, "reranker") if reranker else None
        self._embedder.start()
        if self._reranker:
            self._reranker.start()

    def embedder(self) -> Embedder | None:
        """None while it is loading, and for good when it failed to load: `problem` says why."""
        return self._embedder.within(self._patience)

    def reranker(self) -> Reranker | None:
        """None while it is loading, when it failed to load, and where the server has none."""
        return self._reranker.within(self._patience) if self._reranker else None

    def waiting(self) -> WaitingModels:
        """The same models, for a run that needs them however long they take to load."""
        return WaitingModels(self._embedder, self._reranker)

    @property
    def problem(self) -> str | None:
        """Why a model will not come, in one line; None while all is well."""
        failures = (self._embedder.failure, self._reranker.failure if self._reranker else None)
        return "; ".join(str(failure) for failure in failures if failure) or None

    def close(self) -> None:
        close_loaded(self._embedder, self._reranker)


def close_loaded(*parts: Loading[Embedder] | Loading[Reranker] | None) -> None:
    """Close what has been loaded; what is still loading ends with the process."""
    for part in parts:
        if part and (model := part.within(0)):
            model.close()


def _opened(files: ModelFiles) -> tuple[Session, Tokenizer]:
    """Graph and tokenizer side by side: some tokenizers take longer to load than any graph."""
    tokenizer = Loading(lambda: open_tokenizer(files.tokenizer, files.manifest.window), "tokenizer").start()
    session = Session(files.graph)
    return session, tokenizer.wait()

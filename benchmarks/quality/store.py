"""Indexes of the judged knowledge bases, made anew each time, with vectors kept from earlier runs."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import numpy as np
from benchmarks.quality.sets import DATA, ROOT, folder_of

from grooveseek.index.protocol import Index
from grooveseek.indexing.report import SilentReport
from grooveseek.indexing.run import run
from grooveseek.models.protocol import Embedder, Matrix, Reranker, Vector
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import open_workspace

FOLDER = ROOT / "build" / "quality"


class KeptVectors:
    """The models seam with one embedder whose vectors outlive the process, by the texts they are of."""

    def __init__(self, embedder: Embedder) -> None:
        self._inner = embedder
        self.identity, self.build, self.dimension = embedder.identity, embedder.build, embedder.dimension
        self.window = embedder.window
        self._file = FOLDER / f"vectors-{embedder.build}.npz"
        self._known: dict[str, Vector] = {}
        if self._file.exists():
            with np.load(self._file) as stored:
                self._known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))
        self._new = False

    def embedder(self) -> Self:
        return self

    def reranker(self) -> Reranker | None:
        return None

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        keys = [_key("document", text) for text in texts]
        missing = [row for row, key in enumerate(keys) if key not in self._known]
        if missing:
            self._keep([keys[row] for row in missing], self._inner.embed_documents([texts[row] for row in missing]))
        return np.array([self._known[key] for key in keys], np.float32).reshape(-1, self.dimension)

    def embed_query(self, text: str) -> Vector:
        key = _key("query", text)
        if key not in self._known:
            self._keep([key], self._inner.embed_query(text)[None])
        return self._known[key]

    def embed_queries(self, texts: Sequence[str]) -> Matrix:
        return np.array([self.embed_query(text) for text in texts])

    def close(self) -> None:
        if self._new:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self._file, keys=np.array(list(self._known)), vectors=np.array(list(self._known.values())))
        self._inner.close()

    def _keep(self, keys: Sequence[str], vectors: Matrix) -> None:
        self._known.update(zip(keys, vectors, strict=True))
        self._new = True


def load_vectors(model: str | None = None) -> KeptVectors:
    """Of the default model, or another by its name; where that lies is said by `GROOVE_MODEL_DIR`."""
    choices = Choices(kb_path=DATA / "vue" / "kb", index=FOLDER / "vue.db", model=model)
    return KeptVectors(open_workspace(choices, os.environ).embedder.load())


def build_index(base: str, models: KeptVectors, say: Callable[[str], None]) -> Index:
    """As the default configuration makes it, but for the model."""
    path = FOLDER / f"{base.replace('/', '-')}.db"
    for stale in FOLDER.glob(f"{path.name}*"):
        stale.unlink()
    FOLDER.mkdir(parents=True, exist_ok=True)
    space = open_workspace(Choices(kb_path=folder_of(base), index=path, model=models.identity), {})
    index = space.writable_index(force=False, note=say)
    summary = run(space.kb, index, models, space.index_options(), SilentReport())
    say(f"{base}: {summary.total_documents} documents, {summary.total_chunks} chunks")
    return index


def documents_of(base: str) -> list[Path]:
    return sorted((DATA / base / "kb").rglob("*.md"))


def _key(kind: str, text: str) -> str:
    return hashlib.blake2b(f"{kind}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

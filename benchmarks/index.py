"""The index alone, without models: writing, both legs, filters, and the word leg against SQLite's own full text.

    python benchmarks/index.py [CHUNKS ...]

Texts are sentences of the Japanese and English test pages in random order, about 630 characters a chunk; vectors are
random but clustered like those of a sentence model. Times are CPU time of the measuring thread, so that other work on
the machine distorts them less; medians.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import apsw
import numpy as np

from grooveseek.documents.document import Chunk, Document
from grooveseek.documents.passage import passage_key
from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import ChunkFilter, FileState, TextQuery
from grooveseek.models.protocol import Matrix
from grooveseek.text.fold import fold

SHARED = Path(os.environ.get("GROOVE_TEST_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
DIMENSION = 384
CHUNKS_PER_DOCUMENT = 12
STATE = FileState(size=1, mtime_ns=1, inode=1, sha256="00")
COMMON = re.findall(
    r"[^/]+",
    "the/and/ion/ing/tion/of the/flow/ent/ati/ter/である/された/ている/として/という/において/によって/している/および/"
    "ことが/これは/などの/から、/まで、/なった/られる/とする/にある/とは、/との間/する。/には、",
)
FULL_TEXT = """
CREATE VIRTUAL TABLE texts USING fts5(
    title, path, heading, breadcrumb, content,
    content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
)
"""
FILTERS = {
    "no filter": ChunkFilter(),
    "quality": ChunkFilter(min_quality=0.3),
    "one folder of seven": ChunkFilter(path_globs=("folder1/**",)),
    "all folders but one": ChunkFilter(path_globs=("!folder1/**",)),
    "a tag of 1 % of the documents": ChunkFilter(tags_any=("hundredth7",)),
}


@dataclass(frozen=True)
class Corpus:
    documents: Sequence[Document]
    chance: random.Random

    def natural(self, count: int) -> tuple[str, ...]:
        """Pieces of the texts: Japanese fragments of 3 to 6 characters, pairs of English words."""
        found: list[str] = []
        while len(found) < count:
            text = self.chance.choice(self.chance.choice(self.documents).chunks).content.lower()
            if any(character > "\u3000" for character in text):
                start = self.chance.randrange(len(text) - 6)
                found.append(text[start : start + self.chance.randint(3, 6)])
            elif pairs := re.findall(r"[a-z]{4,} [a-z]{4,}", text):
                found.append(self.chance.choice(pairs))
        return tuple(found)

    def common(self, count: int) -> tuple[str, ...]:
        """Phrases that most texts of their language hold."""
        return tuple(self.chance.sample(COMMON, count))


def main() -> None:
    for size in map(int, sys.argv[1:] or ("3000", "10000")):
        with tempfile.TemporaryDirectory() as scratch:
            measure(size, Path(scratch))


def measure(size: int, scratch: Path) -> None:
    corpus = made(size)
    index = open_index(scratch / "index.db", create=True)
    show(f"{size} chunks: texts written", write_texts(index, corpus), "s")
    show("vectors written", write_vectors(index), "s")
    show("packed", cpu(index.compact), "s")
    index.close()
    show("file", (scratch / "index.db").stat().st_size / 1e6, "MB")

    index = open_index(scratch / "index.db", create=False)
    for name, where in FILTERS.items():
        show(f"meaning, {name}", 1000 * median(lambda where=where: by_meaning(index, where)), "ms")  # type: ignore[misc]
    for name, where in FILTERS.items():
        show(
            f"two phrases, {name}",
            1000 * median(lambda where=where: by_words(index, corpus.natural(2), where)),  # type: ignore[misc]
            "ms",
        )
    show("both legs and 50 chunks", 1000 * median(lambda: candidates(index, corpus)), "ms")
    show("a snapshot", 1000 * median(lambda: opened(index)), "ms")

    full_text = made_full_text(scratch, corpus)
    for kind, draw in (("natural", corpus.natural), ("common", corpus.common)):
        for count in (1, 4, 9, 27):
            queries = [draw(count) for _ in range(11)]
            ours = statistics.median(cpu(lambda query=query: by_words(index, query)) for query in queries)  # type: ignore[misc]
            theirs = statistics.median(cpu(lambda query=query: full_text(query)) for query in queries)  # type: ignore[misc]
            print(f"  {count:2} {kind} phrases: {1000 * ours:7.1f} ms, FTS5 {1000 * theirs:7.1f} ms")
    index.close()


def show(name: str, value: float, unit: str) -> None:
    print(f"  {name:<44} {value:8.2f} {unit}", flush=True)


def cpu(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return time.thread_time() - started


def median(work: Callable[[], object], times: int = 15) -> float:
    return statistics.median(cpu(work) for _ in range(times))


def made(size: int) -> Corpus:
    chance = random.Random(0)
    pools = [sentences("jaquad"), sentences("cranfield")]
    documents = []
    for number in range(size // CHUNKS_PER_DOCUMENT):
        pool = pools[number % 2]
        parts = tuple(
            Chunk(row, text_of(pool, chance), chance.choice(pool)[:30], 2, breadcrumb=f"Note {number} > part")
            for row in range(CHUNKS_PER_DOCUMENT)
        )
        folder = f"folder{number % 7}"
        tags = (f"tenth{number % 10}", f"hundredth{number % 100}")
        documents.append(Document(f"{folder}/note{number}.md", parts, f"Note {number}", folder, tags=tags))
    return Corpus(documents, chance)


def sentences(name: str) -> list[str]:
    pages = sorted((SHARED / name / "kb").rglob("*.md"))
    found = [piece for page in pages for piece in re.split(r"(?<=[。.!?])\s*|\n+", page.read_text())]
    return [piece for piece in found if len(piece) > 15]


def text_of(pool: Sequence[str], chance: random.Random) -> str:
    text = ""
    while len(text) < 600:
        text += chance.choice(pool) + " "
    return text


def write_texts(index: Index, corpus: Corpus) -> float:
    def work() -> None:
        for document in corpus.documents:
            index.replace_document(document, STATE, [passage_key(part.content) for part in document.chunks])

    return cpu(work)


def write_vectors(index: Index) -> float:
    generator = np.random.default_rng(0)
    centres = 2 * generator.normal(size=DIMENSION) + 0.7 * generator.normal(size=(200, DIMENSION))

    def vectors(count: int) -> Matrix:
        rows = centres[generator.integers(0, 200, count)] + 0.7 * generator.normal(size=(count, DIMENSION))
        scaled: Matrix = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        return scaled

    seconds, after = 0.0, 0
    while waiting := index.pending(128, after):
        ids, matrix = [chunk.chunk_id for chunk in waiting], vectors(len(waiting))
        seconds += cpu(lambda ids=ids, matrix=matrix: index.put_vectors(ids, matrix))  # type: ignore[misc]
        after = ids[-1]
    return seconds


def by_meaning(index: Index, where: ChunkFilter) -> object:
    query = np.random.default_rng().normal(size=DIMENSION).astype(np.float32)
    with index.snapshot() as snapshot:
        return snapshot.vector_candidates(query, where, 50)


def by_words(index: Index, phrases: tuple[str, ...], where: ChunkFilter = FILTERS["no filter"]) -> object:
    with index.snapshot() as snapshot:
        return snapshot.text_candidates(TextQuery(phrases), where, 50)


def candidates(index: Index, corpus: Corpus) -> object:
    query = np.random.default_rng().normal(size=DIMENSION).astype(np.float32)
    with index.snapshot() as snapshot:
        near = snapshot.vector_candidates(query, FILTERS["quality"], 50)
        said = snapshot.text_candidates(TextQuery(corpus.natural(2)), FILTERS["quality"], 50)
        return snapshot.chunks([candidate.chunk_id for candidate in (*near[:25], *said[:25])])


def opened(index: Index) -> int:
    with index.snapshot() as snapshot:
        return snapshot.revision


def made_full_text(scratch: Path, corpus: Corpus) -> Callable[[Sequence[str]], object]:
    """The same texts in SQLite's FTS5 with trigrams, contents not stored."""
    connection = apsw.Connection(str(scratch / "fts.db"))
    for statement in (
        "PRAGMA page_size = 16384",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = NORMAL",
        FULL_TEXT,
    ):
        connection.execute(statement).fetchall()

    def write() -> None:
        key = 0
        for document in corpus.documents:
            connection.execute("BEGIN")
            for part in document.chunks:
                key += 1
                columns = (document.title, document.path, part.heading, part.breadcrumb, part.content)
                connection.execute(
                    "INSERT INTO texts (rowid, title, path, heading, breadcrumb, content) VALUES (?, ?, ?, ?, ?, ?)",
                    (key, *(fold(column or "") for column in columns)),
                )
            connection.execute("COMMIT")
        connection.execute("INSERT INTO texts (texts) VALUES ('optimize')")

    show("FTS5: written and optimized", cpu(write), "s")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    show("FTS5: file", (scratch / "fts.db").stat().st_size / 1e6, "MB")

    def search(phrases: Sequence[str]) -> object:
        expression = " OR ".join('"' + fold(phrase).replace('"', '""') + '"' for phrase in phrases)
        sql = "SELECT rowid, bm25(texts, 2, 1, 2, 1, 1) FROM texts WHERE texts MATCH ? ORDER BY 2, 1 LIMIT 50"
        return connection.execute(sql, (expression,)).fetchall()

    return search


if __name__ == "__main__":
    main()

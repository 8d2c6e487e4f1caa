"""First figures of a knowledge base: indexing against the bare embedding loop, searches, start-up, memory.

Everything is measured in one run on one machine, so that ratios hold where absolute times do not.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from grooveseek.documents.passage import passage
from grooveseek.indexing.report import Phase, SilentReport
from grooveseek.indexing.run import run
from grooveseek.search.ask import ask
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import Workspace, open_workspace

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("GROOVE_TEST_DATA", ROOT.parent / "shared" / "data"))
GROOVE = Path(sys.executable).with_name("groove")


QUICK = (
    "--help",
    "--version",
    "search --help",
    "search --mmr-lambda 2 q",
    "serve --bind localhost:1",
    "service install --service-name a.b",
)
"""Help, and usage errors that each subcommand finds in its own way."""


@dataclass(frozen=True)
class Figure:
    name: str
    value: str
    bound: str = ""


class Clock(SilentReport):
    """Notes when the last file was read."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.text_seconds = 0.0

    def progress(self, phase: Phase, done: int, total: int) -> None:
        if phase == "text" and done == total:
            self.text_seconds = time.perf_counter() - self.started


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "vue" / "kb"
    questions = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "tests" / "questions" / "vue.yml"
    queries = [entry["query"] for entry in yaml.safe_load(questions.read_text())["queries"]]
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "bench.db"
        space = open_workspace(Choices(kb_path=folder, index=index))
        figures = [*indexing(space), *warm(space, queries), *cold(folder, index, queries[0])]
    width = max(len(figure.name) for figure in figures)
    for figure in figures:
        print(f"{figure.name:<{width}}  {figure.value:>22}  {figure.bound}".rstrip())


def indexing(space: Workspace) -> list[Figure]:
    """Index once, then embed the same passages with nothing around it, then index again unchanged."""
    models = space.models()
    embedder = models.embedder()
    index = space.writable_index(force=False, note=print)
    clock = Clock()
    summary = run(space.kb, index, models, space.index_options(), clock)
    total = time.perf_counter() - clock.started
    passages = []
    with index.snapshot() as snapshot:
        for row in snapshot.documents():
            passages += [passage(row.title, chunk, "off") for chunk in snapshot.chunks_of(row.document_id)]
    bare = seconds_of(lambda: embedder.embed_documents(passages))
    again = seconds_of(lambda: run(space.kb, index, models, space.index_options(), SilentReport()))
    size = space.kb.index_path.stat().st_size
    index.close()
    models.close()
    chunks = summary.total_chunks
    return [
        Figure("documents, chunks", f"{summary.total_documents}, {chunks}"),
        Figure("all text searchable after", f"{clock.text_seconds:.2f} s", "bound 5 s"),
        Figure("all vectors after", f"{total:.1f} s"),
        Figure("chunks/s, whole run", f"{chunks / total:.1f}"),
        Figure("chunks/s, bare embedding loop", f"{chunks / bare:.1f}"),
        Figure("ratio to the bare loop", f"{bare / total:.2f}", "bound 0.85"),
        Figure("unchanged run", f"{again * 1000:.0f} ms", "bound 500 ms"),
        Figure("index file", f"{size / 1e6:.1f} MB"),
        Figure("peak memory, this process", f"{peak_mb(resource.RUSAGE_SELF):.0f} MB"),
    ]


def warm(space: Workspace, queries: Sequence[str]) -> list[Figure]:
    """In one process, model loaded: what a question to a running server costs."""
    models = space.models()
    models.embedder()
    index = space.existing_index()
    settings = space.search_settings()
    times = []
    for _ in range(5):
        for query in queries:
            request = resolve(SearchArguments(query), settings)
            times.append(seconds_of(lambda request=request: ask(index, models, request)))  # type: ignore[misc]
    index.close()
    models.close()
    ordered = sorted(times[len(queries) :])
    return [
        Figure("warm search p50", f"{statistics.median(ordered) * 1000:.1f} ms", "bound 15 ms"),
        Figure("warm search p95", f"{ordered[int(len(ordered) * 0.95)] * 1000:.1f} ms"),
    ]


def cold(folder: Path, index: Path, query: str) -> list[Figure]:
    """Whole processes, the file cache warm."""
    search = [str(GROOVE), "search", "--kb-path", str(folder), "--index", str(index), query]
    return [
        Figure("groove search, cold process", f"{process_ms(search):.0f} ms", "bound 1500 ms"),
        *(
            Figure(
                f"groove {words}", f"{process_ms([str(GROOVE), *words.split()], check=False):.0f} ms", "bound 150 ms"
            )
            for words in QUICK
        ),
        Figure("peak memory, groove search", f"{peak_mb(resource.RUSAGE_CHILDREN):.0f} MB"),
    ]


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def process_ms(command: Sequence[str], *, check: bool = True) -> float:
    """Median of nine after one to warm up."""
    times = [seconds_of(lambda: subprocess.run(command, check=check, capture_output=True)) for _ in range(10)]
    return statistics.median(times[1:]) * 1000


def peak_mb(who: int) -> float:
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(who).ru_maxrss * scale / 1e6


if __name__ == "__main__":
    main()

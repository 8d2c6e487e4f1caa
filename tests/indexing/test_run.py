"""A whole run: first, again, forced, stopped, beside others."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.index.identity import IdentityMismatchError
from grooveseek.index.open import open_index
from grooveseek.index.records import Facts
from grooveseek.indexing.lock import LockHeldError, held, lock_path
from grooveseek.indexing.report import Phase
from grooveseek.indexing.run import run
from grooveseek.indexing.state import CancelledError
from grooveseek.models.protocol import Matrix
from support.indexing import Base, Recorder, counters, holder_of, rows_of
from support.models import GivenModels, HashEmbedder

_NOTES = {
    f"{number}.md": f"# Number {number}\n\nA note on the number {number}, long enough to be a chunk of its own.\n"
    for number in range(6)
}


def _facts(base: Base) -> Facts:
    with base.index.snapshot() as snapshot:
        return snapshot.facts()


def _pending(base: Base) -> int:
    with base.index.snapshot() as snapshot:
        return snapshot.stats().pending


@dataclass
class _Failing(HashEmbedder):
    """Embeds so many batches, then fails."""

    batches: int = 0

    def embed_documents(self, texts: Sequence[str]) -> Matrix:
        if not self.batches:
            raise ModelError("out of memory")
        self.batches -= 1
        return super().embed_documents(texts)


def test_a_first_run_indexes_all_and_a_second_nothing(base: Base) -> None:
    base.write(_NOTES)
    first = base.run()
    assert (counters(first), first.total_documents, first.total_chunks) == ((6, 0, 0, 0), 6, 6)
    assert len(base.embedded) == 6
    second = base.run()
    assert (counters(second), second.total_documents, second.total_chunks) == ((0, 0, 0, 0), 6, 6)
    assert len(base.embedded) == 6


def test_what_the_index_belongs_to_is_recorded(base: Base) -> None:
    base.write(_NOTES)
    base.run(declared_fields=("status",))
    facts = _facts(base)
    assert (facts.root, facts.model, facts.dimension, facts.model_build) == (str(base.root), "hash", 64, "0")
    assert (facts.context_mode, facts.declared_fields, facts.run_state) == ("off", ("status",), "complete")


def test_all_words_are_there_before_the_first_vector(base: Base) -> None:
    base.write(_NOTES)
    seen: list[tuple[int, int, str | None]] = []

    @dataclass
    class Looking(HashEmbedder):
        def embed_documents(self, texts: Sequence[str]) -> Matrix:
            with base.index.snapshot() as snapshot:
                stats = snapshot.stats()
                seen.append((stats.chunks, stats.vectors, snapshot.facts().run_state))
            return super().embed_documents(texts)

    base.embedder = Looking()
    base.run()
    assert seen == [(6, 0, "vectors")]


def test_a_rebuild_does_not_say_that_its_words_are_searchable_yet(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grooveseek.indexing.run.BATCH_CHUNKS", 1)
    base.write(_NOTES)
    base.run()
    assert "All files are searchable by words; 6 chunks wait for their vectors" in base.report.notes

    base.run(force=True)
    assert "All files are read; 6 chunks wait for their vectors" in base.report.notes


def test_a_run_without_news_needs_no_model(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    assert counters(run(base.kb, base.index, GivenModels(), base.options(), Recorder())) == (0, 0, 0, 0)


def test_words_stay_when_the_model_fails_and_the_next_run_embeds(base: Base) -> None:
    base.write(_NOTES)
    base.embedder = _Failing()
    with pytest.raises(ModelError, match="out of memory"):
        base.run()
    assert (_pending(base), len(base.found("A note on")), _facts(base).run_state) == (6, 6, "vectors")
    base.embedder = HashEmbedder()
    assert counters(base.run()) == (0, 0, 0, 0)
    assert (_pending(base), _facts(base).run_state) == (0, "complete")


def test_a_model_that_is_not_there_is_told(base: Base) -> None:
    base.write(_NOTES)
    with pytest.raises(ModelError, match="not loaded"):
        run(base.kb, base.index, GivenModels(), base.options(), Recorder())
    assert _pending(base) == 6


def test_a_stopped_run_keeps_what_it_has_and_is_continued(base: Base) -> None:
    base.write(_NOTES)
    stop = threading.Event()

    class Stopping(Recorder):
        def progress(self, phase: Phase, done: int, total: int) -> None:
            if done == 3:
                stop.set()

    with pytest.raises(CancelledError):
        base.run(Stopping(), stop)
    assert base.paths() == ["0.md", "1.md", "2.md"]
    assert _facts(base).run_state == "text"
    assert counters(base.run()) == (3, 0, 0, 0)
    assert base.paths() == list(_NOTES)


def test_an_index_of_another_model_is_refused_before_a_model_is_asked(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    with pytest.raises(IdentityMismatchError, match=r"hash .64 dimensions.*other.*groove index --force"):
        base.run(model="other")
    with pytest.raises(IdentityMismatchError):
        base.run(dimension=65)
    assert len(base.paths()) == 6


def test_another_model_is_taken_by_force(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    base.embedder = HashEmbedder(dimension=32, identity="other", build="9")
    base.run(force=True)
    facts = _facts(base)
    assert (facts.model, facts.dimension, facts.model_build) == ("other", 32, "9")


def test_another_build_of_the_model_is_told_and_changes_nothing(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    base.write({"new.md": "# New\n\nOne more note, and long enough for a chunk of its own.\n"})
    base.embedder = HashEmbedder(build="1")
    base.run()
    assert len(base.report.warnings) == 1
    assert "is not the build that made the vectors of the index" in base.report.warnings[0]
    assert _facts(base).model_build == "0"


def test_an_index_of_another_base_is_refused(base: Base, tmp_path: Path) -> None:
    base.write(_NOTES)
    base.run()
    other = Base(tmp_path / "other")
    with pytest.raises(IdentityMismatchError, match="belongs to the knowledge base"):
        other.run()
    other.close()


def test_a_renamed_base_keeps_its_index(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    base.embedded.clear()
    renamed = base.root.with_name("renamed")
    base.root.rename(renamed)
    base.root = renamed
    assert counters(base.run()) == (0, 0, 0, 0)
    assert base.embedded == []
    assert base.report.notes == [f"The index of {renamed.with_name('kb')} goes on as that of {renamed}"]
    assert counters(base.run()) == (0, 0, 0, 0)
    assert base.report.notes == []


def test_force_reads_and_embeds_everything_and_renames_nothing(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    base.embedded.clear()
    (base.root / "0.md").rename(base.root / "x.md")
    assert counters(base.run(force=True)) == (6, 0, 0, 0)
    assert len(base.embedded) == 6
    assert base.paths() == ["1.md", "2.md", "3.md", "4.md", "5.md", "x.md"]


def test_searches_answer_from_the_old_index_during_a_forced_run(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    base.write({"0.md": "# Zero\n\nEntirely different words that the old index never held.\n"})
    seen: list[tuple[int, list[str]]] = []

    class Looking(Recorder):
        def progress(self, phase: Phase, done: int, total: int) -> None:
            seen.append((len(base.paths()), base.found("Entirely different")))

    base.run(Looking(), force=True)
    assert seen == [(6, [])] * len(seen)
    assert len(seen) == 7
    assert base.found("Entirely different") != []


def test_a_forced_run_that_fails_leaves_the_old_index_whole(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    before = rows_of(base.index)
    base.write({"0.md": "# Zero\n\nEntirely different words that the old index never held.\n"})
    base.embedder = _Failing()
    with pytest.raises(ModelError):
        base.run(force=True)
    assert rows_of(base.index) == before
    assert _facts(base).run_state == "complete"


def test_a_forced_run_that_is_stopped_leaves_the_old_index_whole(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    before = rows_of(base.index)
    stop = threading.Event()

    class Stopping(Recorder):
        def progress(self, phase: Phase, done: int, total: int) -> None:
            stop.set()

    with pytest.raises(CancelledError, match="the index is as it was before"):
        base.run(Stopping(), stop, force=True)
    assert rows_of(base.index) == before


def test_a_forced_run_takes_an_emptied_root_at_its_word(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    for name in _NOTES:
        (base.root / name).unlink()
    assert base.run(force=True).total_documents == 0


def test_a_second_run_is_refused_with_the_holder(base: Base) -> None:
    base.write(_NOTES)
    with holder_of(lock_path(base.kb.index_path)) as process, pytest.raises(LockHeldError) as refusal:
        base.run()
    assert refusal.value.holder.pid == process.pid


def test_a_second_run_says_whom_it_waits_for(base: Base) -> None:
    base.write(_NOTES)
    holding, waiting = threading.Event(), threading.Event()

    def hold() -> None:
        with held(lock_path(base.kb.index_path)):
            holding.set()
            waiting.wait(20)

    class Waiting(Recorder):
        def note(self, line: str) -> None:
            super().note(line)
            waiting.set()

    holder = threading.Thread(target=hold)
    holder.start()
    holding.wait(20)
    report = Waiting()
    run(base.kb, base.index, GivenModels(base.embedder), base.options(), report, wait_seconds=20)
    holder.join()
    assert report.notes[0].startswith(f"Waiting for an index run: process {os.getpid()} on ")


def test_a_stop_ends_a_run_that_waits(base: Base) -> None:
    stop = threading.Event()

    class Stopping(Recorder):
        def note(self, line: str) -> None:
            stop.set()

    with held(lock_path(base.kb.index_path)), pytest.raises(CancelledError):
        run(base.kb, base.index, GivenModels(), base.options(), Stopping(), stop=stop, wait_seconds=60)


def test_what_one_opened_index_wrote_another_finds_unchanged(tmp_path: Path) -> None:
    base = Base(tmp_path / "kb")
    base.write(_NOTES)
    base.run()
    other = open_index(base.kb.index_path, create=True)
    summary = run(base.kb, other, GivenModels(base.embedder), base.options(), Recorder())
    assert counters(summary) == (0, 0, 0, 0)
    other.close()
    base.close()


def test_strict_frontmatter_fails_after_everything_is_indexed(base: Base) -> None:
    base.write({**_NOTES, "bad.md": "---\ntitle: [a\n---\nbody of the note, long enough to be found"})
    summary = base.run(fail_on_frontmatter_error=True)
    assert summary.failure is not None
    assert "frontmatter of 1 file cannot be parsed" in summary.failure
    assert (summary.updated, summary.frontmatter_unparsed) == (7, 1)
    assert base.found("long enough to be found") != []
    assert base.run(fail_on_frontmatter_error=True).failure is None


def test_a_run_that_empties_an_index_of_an_endpoint_ends_well(base: Base) -> None:
    base.write({"a.md": "# Note\n\nSomething worth finding again, written down in the morning.\n"})
    base.run(words_first=False)
    base.write({"other.bin": "kept, so that the folder is not empty"})
    (base.root / "a.md").unlink()
    assert base.run(words_first=False).deleted == 1
    assert base.run(words_first=False).deleted == 0


def _measured_with(base: Base) -> int:
    background = _facts(base).background
    return background.vectors if background else 0


def test_a_run_that_only_deletes_measures_nearness_again(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    assert _measured_with(base) == 6
    (base.root / "0.md").unlink()
    base.run()
    assert _measured_with(base) == 5


def test_an_index_that_an_older_program_measured_is_measured_by_the_next_run(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    facts = _facts(base)
    assert facts.background is not None
    base.index.record(replace(facts, background=replace(facts.background, scripts={})))
    base.run()
    assert _facts(base) == facts


def test_a_run_with_nothing_to_measure_asks_no_model(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    run(base.kb, base.index, GivenModels(None), base.options(), base.report)
    assert base.report.warnings == []


def test_a_run_that_only_deletes_needs_no_model(base: Base) -> None:
    base.write(_NOTES)
    base.run()
    (base.root / "0.md").unlink()
    summary = run(base.kb, base.index, GivenModels(None), base.options(), base.report)
    assert summary.total_documents == 5
    assert _measured_with(base) == 6
    assert [line for line in base.report.warnings if "searches cannot judge yet how near an answer is" in line]

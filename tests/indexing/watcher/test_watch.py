"""Changes on disk follow into the index, by real files and real events."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.indexing.lock import held, lock_path
from grooveseek.indexing.watcher import lookout
from grooveseek.indexing.watcher.mailbox import Mailbox, Places
from grooveseek.models.protocol import Embedder, Matrix, Reranker
from support.elapsed import Stopwatch
from support.indexing import Base, Recorder, Watcher, rows_of, watching
from support.models import HashEmbedder
from support.soak import rounds


def _note(words: str) -> str:
    return f"# Note on {words}\n\nHere stand a few sentences about {words}, so that a chunk comes of it.\n"


@pytest.fixture
def built(base: Base) -> Base:
    files = {"a.md": _note("one"), "b/c.md": _note("two"), "b/d/e.md": _note("three")}
    base.write(files, modified=1_700_000_000)
    base.run()
    base.embedded.clear()
    return base


def _rows_of_a_fresh_index(base: Base) -> dict[str, object]:
    base.run(force=True)
    return rows_of(base.index)


def _results(watcher: Watcher) -> list[str]:
    """The lines about documents."""
    beginnings = ("watcher: reindexed", "watcher: deindexed", "watcher: renamed", "watcher: skipped")
    return [line.removeprefix("watcher: ") for line in watcher.lines if line.startswith(beginnings)]


def test_a_changed_file_is_indexed_again(built: Base) -> None:
    with watching(built) as watcher:
        built.write({"a.md": _note("something new")})
        watcher.settle()
        assert _results(watcher) == ["reindexed a.md (1 chunks)"]
    assert built.found("something new") != []


def test_a_new_file_is_indexed_and_a_removed_one_is_not_found(built: Base) -> None:
    with watching(built) as watcher:
        built.write({"new.md": _note("news")})
        watcher.settle()
        (built.root / "new.md").unlink()
        watcher.settle()
        assert _results(watcher) == ["reindexed new.md (1 chunks)", "deindexed new.md"]
    assert built.found("about news") == []


def test_files_that_are_no_documents_are_passed_over(built: Base) -> None:
    with watching(built) as watcher:
        built.write({"x.png": b"png", ".git/x.md": _note("x"), "~$lock.md": _note("y"), "a.md~": "z", ".a.md.swp": "s"})
        built.write({"last.md": _note("last")})
        watcher.settle()
        assert _results(watcher) == ["reindexed last.md (1 chunks)"]


def test_equal_bytes_say_nothing_and_write_nothing(built: Base) -> None:
    with watching(built) as watcher:
        revision = built.index.revision()
        built.write({"a.md": _note("one")})
        (built.root / "b/c.md").chmod(0o600)
        time.sleep(0.5)
        assert _results(watcher) == []
        assert built.index.revision() == revision


def test_a_file_moved_in_and_one_moved_out(built: Base, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text(_note("elsewhere"))
    with watching(built) as watcher:
        (tmp_path / "outside.md").rename(built.root / "inside.md")
        (built.root / "a.md").rename(tmp_path / "a.md")
        watcher.settle()
        assert sorted(_results(watcher)) == ["deindexed a.md", "reindexed inside.md (1 chunks)"]


def test_a_renamed_file_moves_its_row_without_an_embedding(built: Base) -> None:
    with watching(built) as watcher:
        (built.root / "a.md").rename(built.root / "b/z.md")
        watcher.settle()
        assert _results(watcher) == ["renamed a.md -> b/z.md"]
        assert built.embedded == []
    assert rows_of(built.index) == _rows_of_a_fresh_index(built)


def test_a_file_renamed_and_edited_reads_as_if_new(built: Base) -> None:
    with watching(built) as watcher:
        (built.root / "a.md").rename(built.root / "z.md")
        built.write({"z.md": _note("another matter")})
        watcher.settle()
    assert rows_of(built.index) == _rows_of_a_fresh_index(built)


def test_a_file_renamed_out_of_sight_and_back(built: Base) -> None:
    with watching(built) as watcher:
        (built.root / "a.md").rename(built.root / "a.bak")
        watcher.wait_for_line("watcher: deindexed a.md")
        (built.root / "a.bak").rename(built.root / "a.md")
        watcher.wait_for_line("watcher: reindexed a.md")
        (built.root / "node_modules").mkdir()
        (built.root / "a.md").rename(built.root / "node_modules/a.md")
        watcher.settle()
    assert built.paths() == ["b/c.md", "b/d/e.md"]


def test_a_file_of_another_format_is_read_by_its_parser(base: Base) -> None:
    base.formats = ("md", "txt")
    base.write({"a.txt": _note("one"), "other.md": _note("two")})
    base.run()
    with watching(base) as watcher:
        (base.root / "a.txt").rename(base.root / "a.md")
        watcher.wait_for_line("watcher: renamed a.txt -> a.md")
        watcher.settle()
    assert rows_of(base.index) == _rows_of_a_fresh_index(base)


def test_in_static_mode_the_new_name_is_embedded(base: Base) -> None:
    base.settings = {"context_mode": "static"}
    base.write({"first-name.md": "no heading at all, but words enough to be found again"})
    base.run()
    base.embedded.clear()
    base.settings = {}
    with watching(base) as watcher:
        (base.root / "first-name.md").rename(base.root / "second-name.md")
        watcher.wait_for(lambda: len(base.embedded) == 1)
        watcher.settle()
    assert base.embedded[0].startswith("second name\n\n")


def test_a_folder_that_appears_is_walked_by_the_full_rules(built: Base, tmp_path: Path) -> None:
    outside = Base(tmp_path / "elsewhere" / "kb")
    outside.write({"x.md": _note("x"), "deep/y.md": _note("y"), "node_modules/z.md": _note("z"), "t.txt": "t"})
    outside.close()
    with watching(built) as watcher:
        outside.root.rename(built.root / "arrived")
        watcher.settle()
        assert "watcher: folder arrived has 2 files to index" in watcher.lines
        assert sorted(_results(watcher)) == [
            "reindexed arrived/deep/y.md (1 chunks)",
            "reindexed arrived/x.md (1 chunks)",
        ]


def _measured_with(base: Base) -> int:
    with base.index.snapshot() as snapshot:
        background = snapshot.facts().background
    return background.vectors if background else 0


def test_nearness_is_measured_again_as_the_folder_grows(built: Base) -> None:
    assert _measured_with(built) == 3
    with watching(built) as watcher:
        built.write({f"{number}.md": _note(f"number {number}") for number in range(9)})
        watcher.settle()
        watcher.wait_for(lambda: _measured_with(built) == 12)


def test_nearness_is_measured_again_as_the_folder_shrinks(built: Base) -> None:
    with watching(built) as watcher:
        (built.root / "b/c.md").unlink()
        watcher.settle()
        watcher.wait_for(lambda: _measured_with(built) == 2)
    assert _measured_with(built) == 2


def test_files_written_into_a_folder_as_it_appears_are_found(built: Base) -> None:
    with watching(built) as watcher:
        built.write({f"new/{number}/deep/{number}.md": _note(f"number {number}") for number in range(20)})
        watcher.settle()
        built.write({"new/3/deep/3.md": _note("an edit in a new folder")})
        watcher.settle()
    assert rows_of(built.index) == _rows_of_a_fresh_index(built)


def test_a_renamed_folder_moves_its_rows_without_an_embedding(built: Base) -> None:
    with watching(built) as watcher:
        (built.root / "b").rename(built.root / "moved")
        watcher.settle()
        assert _results(watcher) == ["renamed b/c.md -> moved/c.md", "renamed b/d/e.md -> moved/d/e.md"]
        built.write({"moved/d/e.md": _note("an edit in a moved folder")})
        watcher.settle()
    assert [text.split("\n")[0] for text in built.embedded] == ["Note on an edit in a moved folder"]


@pytest.mark.parametrize("removed", [True, False])
def test_a_folder_that_goes_takes_its_rows_along(built: Base, tmp_path: Path, removed: bool) -> None:
    with watching(built) as watcher:
        if removed:
            shutil.rmtree(built.root / "b")
        else:
            (built.root / "b").rename(tmp_path / "gone")
        watcher.settle()
        assert sorted(_results(watcher)) == ["deindexed b/c.md", "deindexed b/d/e.md"]


def test_a_folder_in_place_of_a_file_and_back(built: Base) -> None:
    with watching(built) as watcher:
        (built.root / "a.md").unlink()
        built.write({"a.md/x.md": _note("inside")})
        watcher.settle()
        shutil.rmtree(built.root / "a.md")
        built.write({"a.md": _note("a file again")})
        watcher.settle()
    assert built.paths() == ["a.md", "b/c.md", "b/d/e.md"]


def test_a_link_in_place_of_a_folder_hides_what_was_in_it(built: Base, tmp_path: Path) -> None:
    with watching(built) as watcher:
        (built.root / "b").rename(tmp_path / "outside")
        (built.root / "b").symlink_to(tmp_path / "outside")
        watcher.wait_for(lambda: built.paths() == ["a.md"])
        (tmp_path / "outside/c.md").write_text(_note("changed behind the link"))
        built.write({"last.md": _note("last")})
        watcher.settle()
    assert built.paths() == ["a.md", "last.md"]


def test_ignore_rules_apply_to_what_changes_later(built: Base) -> None:
    with watching(built) as watcher:
        built.write({".grooveignore": "drafts/\nb/\n", "drafts/x.md": _note("draft")})
        watcher.wait_for_line("watcher: .grooveignore reloaded: 2 pattern(s) apply")
        built.write({"b/c.md": _note("changed but ignored"), "new.md": _note("new")})
        watcher.wait_for_line("watcher: reindexed new.md")
        assert built.paths() == ["a.md", "b/c.md", "b/d/e.md", "new.md"]
        assert built.found("changed but ignored") == []
        (built.root / ".grooveignore").unlink()
        watcher.wait_for_line("watcher: .grooveignore reloaded: no pattern applies")
        built.write({"drafts/x.md": _note("draft, second version")})
        watcher.wait_for_line("watcher: reindexed drafts/x.md")


def test_what_a_rule_or_setting_newly_leaves_out_stays_until_a_run(base: Base) -> None:
    base.formats = ("md", "txt")
    base.write({"a.md": _note("one"), "b.txt": _note("two"), "drafts/c.md": _note("three")})
    base.run()
    base.formats = ("md",)
    base.write({".grooveignore": "drafts/\n", "a.md": _note("changed meanwhile")})
    with watching(base, reconcile_seconds=0.2) as watcher:
        watcher.wait_for_line("watcher: reindexed a.md")
        time.sleep(0.6)
        assert base.paths() == ["a.md", "b.txt", "drafts/c.md"]
    base.run()
    assert base.paths() == ["a.md"]


def test_an_ignored_file_that_is_deleted_loses_its_row(built: Base) -> None:
    with watching(built) as watcher:
        built.write({".grooveignore": "b/\n"})
        watcher.wait_for_line("watcher: .grooveignore reloaded")
        (built.root / "b/c.md").unlink()
        watcher.wait_for_line("watcher: deindexed b/c.md")
    assert "b/c.md" not in built.paths()


def test_a_file_over_its_cap_keeps_its_row(built: Base) -> None:
    built.settings = {"max_text_file_size": 500}
    with watching(built) as watcher:
        built.write({"a.md": "x" * 1000})
        watcher.wait_for_line("watcher: skipped a.md (text file too large (1000 bytes > 500 limit)")
        (built.root / "a.md").rename(built.root / "z.md")
        watcher.wait_for_line("watcher: renamed a.md -> z.md")
    assert built.found("sentences about one") != []
    with built.index.snapshot() as snapshot:
        assert snapshot.files()["z.md"].state.size == 1000


def test_a_file_that_cannot_be_parsed_is_named_once(built: Base) -> None:
    with watching(built, reconcile_seconds=0.2) as watcher:
        built.write({"a.md": b"\xff\xfe\xfd"}, modified=1_700_000_001)
        watcher.wait_for_line("watcher: skipped a.md (parse failed: ")
        time.sleep(1)
        assert len(_results(watcher)) == 1
    assert built.found("sentences about one") != []


def test_lines_are_ascii(built: Base) -> None:
    with watching(built) as watcher:
        built.write({"日記.md": _note("日記")})
        watcher.wait_for_line(r"watcher: reindexed \u{65e5}\u{8a18}.md (1 chunks)")
        assert all(line.isascii() for line in watcher.lines)


def test_saving_through_a_temporary_file_is_one_update(built: Base) -> None:
    with watching(built, debounce_ms=1500) as watcher:
        shutil.copy(built.root / "a.md", built.root / "a.md~")
        built.write({"a.tmp.md": _note("a careful editor")})
        (built.root / "a.tmp.md").rename(built.root / "a.md")
        watcher.settle()
        assert _results(watcher) == ["reindexed a.md (1 chunks)"]


def test_moving_the_old_file_aside_before_a_save_is_one_update(built: Base) -> None:
    with watching(built, debounce_ms=1500) as watcher:
        (built.root / "a.md").rename(built.root / "a.md.orig")
        built.write({"a.md": _note("a cautious editor")})
        watcher.settle()
        assert _results(watcher) == ["reindexed a.md (1 chunks)"]


def test_a_save_every_50_ms_is_one_update_and_the_last_content_wins(built: Base) -> None:
    with watching(built, debounce_ms=1500) as watcher:
        for number in range(40):
            built.write({"a.md": _note(f"version {number}")})
            time.sleep(0.05)
        watcher.settle()
        assert _results(watcher) == ["reindexed a.md (1 chunks)"]
    assert built.found("sentences about version 39") != []


def test_a_folder_that_is_never_quiet_is_followed_all_the_same(built: Base) -> None:
    with watching(built, debounce_ms=100) as watcher:
        built.write({"a.md": _note("a quiet note beside a steady log")})
        until = time.monotonic() + 20
        while not _results(watcher) and time.monotonic() < until:
            built.write({"steady.log": str(time.monotonic())})
            time.sleep(0.03)
        assert _results(watcher) == ["reindexed a.md (1 chunks)"]


def test_many_changes_at_once_are_followed_by_one_look_at_everything(
    built: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mailbox, "max_places", 50)
    with watching(built, debounce_ms=1000) as watcher:
        # Of what is written into a folder as it appears, the folder alone may be told.
        built.write({"many/first.md": _note("the first")})
        watcher.settle()
        built.write({f"many/{number}.md": _note(f"number {number}") for number in range(120)})
        (built.root / "a.md").unlink()
        watcher.settle()
    assert "watcher: too many changes at once; one look at everything follows" in watcher.lines
    assert rows_of(built.index) == _rows_of_a_fresh_index(built)


def test_most_files_may_go_when_their_going_was_seen(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    base.write({f"{number}.md": _note(f"number {number}") for number in range(60)})
    base.run()
    monkeypatch.setattr(Mailbox, "max_places", 20)
    with watching(base) as watcher:
        for number in range(55):
            (base.root / f"{number}.md").unlink()
        watcher.settle()
    assert len(base.paths()) == 5


def test_what_changed_while_nobody_watched_is_caught_up_with(built: Base) -> None:
    built.write({"a.md": _note("an edit in the night"), "new.md": _note("new")})
    (built.root / "b/c.md").unlink()
    with watching(built) as watcher:
        watcher.settle()
    assert rows_of(built.index) == _rows_of_a_fresh_index(built)


def test_nobody_believes_that_everything_was_deleted_meanwhile(built: Base) -> None:
    for path in built.paths():
        (built.root / path).unlink()
    built.write({".DS_Store": b"x"})
    with watching(built) as watcher:
        watcher.wait_for_line("watcher: warning: 3 of 3 documents no longer on disk; nothing was removed")
    assert len(built.paths()) == 3


def test_an_emptied_root_is_refused(built: Base) -> None:
    shutil.rmtree(built.root)
    built.root.mkdir()
    with watching(built) as watcher:
        watcher.wait_for_line("watcher: update failed: ")
        assert "is empty although the index holds 3 documents" in watcher.lines[-1]
    assert len(built.paths()) == 3


def test_an_index_that_was_never_built_is_built(base: Base) -> None:
    base.write({"old.md": _note("old"), "older.md": _note("older")})
    with watching(base) as watcher:
        watcher.wait_for_line("watcher: reindexed older.md")
        watcher.settle()
    assert base.paths() == ["old.md", "older.md"]
    assert base.run().updated == 0


def test_what_an_endpoint_never_embedded_is_left_alone_but_changes_are_followed(base: Base) -> None:
    base.settings = {"words_first": False}
    base.write({"old.md": _note("old")})
    with watching(base, reconcile_seconds=0.2) as watcher:
        watcher.wait_for_line("watcher: the index was never built")
        base.write({"new.md": _note("new")})
        watcher.wait_for_line("watcher: reindexed new.md")
        time.sleep(0.5)
        assert base.paths() == ["new.md"]
        assert base.run().updated == 1


def test_vectors_that_wait_are_made_when_the_model_comes(built: Base) -> None:
    models = _Late(built.embedder)
    with watching(built, models=models) as watcher:
        built.write({"a.md": _note("words before meaning")})
        watcher.wait_for_line("watcher: reindexed a.md")
        assert built.found("words before meaning") != []
        models.there = True
        watcher.settle()
    with built.index.snapshot() as snapshot:
        assert snapshot.stats().pending == 0


@dataclass
class _Late:
    """Models of which the embedder takes its time."""

    given: Embedder
    there: bool = False

    def embedder(self) -> Embedder | None:
        return self.given if self.there else None

    def reranker(self) -> Reranker | None:
        return None


def test_a_run_that_was_cut_short_is_completed(built: Base) -> None:
    built.write({"a.md": _note("an unfinished run"), "b/c.md": _note("and another part of it")})
    stop = threading.Event()

    class Stopping(Recorder):
        def indexed(self, path: str, chunks: int) -> None:
            stop.set()

    with pytest.raises(Exception, match="stopped"):
        built.run(Stopping(), stop)
    with watching(built) as watcher:
        watcher.settle()
        watcher.wait_for(lambda: _run_state(built) == "complete")


def _run_state(base: Base) -> str | None:
    with base.index.snapshot() as snapshot:
        return snapshot.facts().run_state


def test_a_model_that_fails_is_told_once_and_words_go_on(built: Base) -> None:
    @dataclass
    class Broken(HashEmbedder):
        def embed_documents(self, texts: Sequence[str]) -> Matrix:
            raise RuntimeError("no memory")

    built.embedder = Broken()
    with watching(built) as watcher:
        for number in range(3):
            built.write({"a.md": _note(f"version {number}")})
            watcher.wait_for(lambda number=number: built.found(f"about version {number}") != [])  # type: ignore[misc]
        assert watcher.lines.count("watcher: vectors failed: RuntimeError: no memory") == 1


def test_changes_wait_while_a_run_goes_on(built: Base) -> None:
    with watching(built) as watcher:
        with held(lock_path(built.kb.index_path)):
            built.write({"a.md": _note("patience")})
            time.sleep(0.5)
            assert _results(watcher) == []
        watcher.settle()


def test_a_change_during_a_forced_run_is_in_the_new_index(built: Base) -> None:
    class Changing(Recorder):
        def progress(self, phase: str, done: int, total: int) -> None:
            built.write({"a.md": _note("a change in between")})
            time.sleep(0.3)

    with watching(built) as watcher:
        built.run(Changing(), force=True)
        watcher.settle()
    assert built.found("a change in between") != []


def test_a_root_that_moved_away_and_came_back_is_watched_again(
    built: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "FIRST_RETRY_SECONDS", 0.1)
    with watching(built) as watcher:
        built.root.rename(tmp_path / "away")
        watcher.wait_for_line("watcher: cannot watch ")
        (tmp_path / "away" / "a.md").write_text(_note("changed while away"))
        time.sleep(0.3)
        assert len(built.paths()) == 3
        (tmp_path / "away").rename(built.root)
        watcher.wait_for(lambda: sum(line.startswith("watcher: watching") for line in watcher.lines) == 2)
        watcher.settle()
        built.write({"a.md": _note("changed at home")})
        watcher.settle()
    assert built.found("changed at home") != []


def test_a_root_replaced_without_an_event_is_noticed(built: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    identities = iter([(1, 1), (1, 2)])
    monkeypatch.setattr(lookout, "identity_of", lambda root: next(identities, (1, 2)))
    monkeypatch.setattr(lookout, "FIRST_RETRY_SECONDS", 0.1)
    with watching(built, root_check_seconds=0.0) as watcher:
        assert watcher.lines[0].startswith("watcher: cannot watch ")


def test_where_no_events_arrive_a_look_now_and_then_finds_what_changed(
    built: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(root: Path, debounce_ms: int, matters: object, stop: threading.Event) -> Iterator[Places]:
        while not stop.wait(0.05):
            yield {}

    monkeypatch.setattr(lookout, "quiet_batches", silent)
    with watching(built, reconcile_seconds=0.3) as watcher:
        built.write({"a.md": _note("an unheard change"), "new.md": _note("new")})
        (built.root / "b/c.md").rename(built.root / "c.md")
        watcher.settle()
    assert rows_of(built.index) == _rows_of_a_fresh_index(built)


def test_one_watches_and_the_other_takes_over(built: Base) -> None:
    with watching(built) as first:
        second = Watcher(built, [], threading.Event())
        thread = second.start()
        second.wait_for_line(f"watcher: standing by: process {os.getpid()} on ")
        built.write({"a.md": _note("followed by one")})
        first.settle()
        assert _results(second) == []
    second.wait_for_line("watcher: watching")
    built.write({"a.md": _note("followed by the other")})
    second.settle()
    assert _results(first) == ["reindexed a.md (1 chunks)"]
    second.stop.set()
    thread.join(20)


def test_an_idle_watcher_writes_nothing_and_costs_next_to_nothing(built: Base) -> None:
    built.write({f"{number}.md": _note(f"number {number}") for number in range(500)}, modified=1_700_000_000)
    built.run()
    with watching(built, debounce_ms=500, reconcile_seconds=0.5) as watcher:
        watcher.settle()
        before, cpu, lines = _files_of_the_index(built), time.process_time(), list(watcher.lines)
        seconds = rounds(3, 30)
        time.sleep(seconds)
        assert time.process_time() - cpu < 0.05 * seconds
        assert _files_of_the_index(built) == before
        assert watcher.lines == lines


def _files_of_the_index(base: Base) -> dict[str, tuple[int, int]]:
    folder = base.kb.index_path.parent
    return {file.name: (file.stat().st_size, file.stat().st_mtime_ns) for file in folder.glob(".groove.db*")}


def test_it_stops_at_once(built: Base) -> None:
    with watching(built) as watcher:
        built.write({f"{number}.md": _note(f"number {number}") for number in range(300)})
        watcher.wait_for_line("watcher: reindexed")
        stopping = Stopwatch()
    assert stopping.seconds() < 1

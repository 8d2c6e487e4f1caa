"""A program opens notes, indexes them, asks, and reads: the same answers as the command's."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import grooveseek
from grooveseek.indexing.report import SilentReport
from grooveseek.search.wire import answer_to_wire
from support.cli import user

DEPLOY = (
    "---\ntitle: Deploy\ntags: [ops]\n---\n# Deploy\n\nHow a release is rolled out to all the machines of the site.\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    somebody = user(tmp_path)
    somebody.note("deploy.md", DEPLOY)
    somebody.note("雨.md", "# 雨の日\n\n朝から雨の日は、玄関に置いた大きな傘を持って出かける。靴は防水のものを選ぶ。\n")
    monkeypatch.chdir(somebody.cwd)
    return somebody.notes


@pytest.fixture
def notes(folder: Path) -> Iterator[grooveseek.Notes]:
    with grooveseek.open(folder) as opened:
        yield opened


def test_opening_writes_nothing(folder: Path) -> None:
    with grooveseek.open(str(folder)) as notes:
        assert notes.root == folder
        assert notes.state() is None
    assert list(folder.parent.iterdir()) == [folder]


def test_index_ask_and_read(notes: grooveseek.Notes) -> None:
    summary = notes.index()
    assert (summary.total_documents, summary.updated) == (2, 2)
    answer = notes.ask("傘")
    assert answer.hits[0].path == "雨.md"
    assert notes.read("deploy.md").content == DEPLOY
    state = notes.state()
    assert state is not None
    assert (state.documents, state.pending, state.run_state) == (2, 0, "complete")


def test_a_slip_in_a_path_is_answered_with_what_was_meant(notes: grooveseek.Notes) -> None:
    with pytest.raises(grooveseek.GrooveError) as unindexed:
        notes.read("Deploy.md")
    assert "did you mean" not in str(unindexed.value)
    notes.index()
    with pytest.raises(grooveseek.GrooveError, match=r'did you mean "deploy\.md"'):
        notes.read("Deploy.md")


def test_a_question_with_filters(notes: grooveseek.Notes) -> None:
    notes.index()
    answer = notes.ask(grooveseek.SearchArguments("release", limit=1, tags_any=["ops"]))
    assert [hit.path for hit in answer.hits] == ["deploy.md"]
    assert list(answer.filter_applied.tags_any) == ["ops"]


def test_the_command_answers_the_same(notes: grooveseek.Notes, tmp_path: Path) -> None:
    notes.index()
    ran = user(tmp_path).on_notes("search", "rolling out a release")
    assert ran.json == answer_to_wire(notes.ask("rolling out a release"))


def test_a_second_run_changes_nothing_and_a_forced_one_rebuilds(notes: grooveseek.Notes) -> None:
    notes.index()
    assert notes.index().updated == 0
    assert notes.index(force=True).updated == 2


def test_what_changed_is_found_by_notes_that_were_open(notes: grooveseek.Notes, folder: Path) -> None:
    notes.index()
    notes.ask("傘")
    (folder / "new.md").write_text("# Anchor\n\nDrop the anchor in shallow water.\n")
    notes.index()
    assert notes.ask("anchor").hits[0].path == "new.md"


def test_a_run_tells_its_news(notes: grooveseek.Notes) -> None:
    class Ear(SilentReport):
        def __init__(self) -> None:
            self.heard: list[str] = []

        def indexed(self, path: str, chunks: int) -> None:
            self.heard.append(path)

        def close(self) -> None:
            self.heard.append("closed")

    ear = Ear()
    notes.index(report=ear)
    assert ear.heard == ["deploy.md", "雨.md", "closed"]


def test_a_run_can_be_stopped(notes: grooveseek.Notes) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(grooveseek.GrooveError, match="stopped"):
        notes.index(stop=stop)
    assert notes.index().updated == 2


def test_asking_before_the_first_run(notes: grooveseek.Notes) -> None:
    with pytest.raises(grooveseek.GrooveError, match="groove index"):
        notes.ask("anything")


@pytest.mark.parametrize("path", ["../secret.md", "/etc/passwd", "none.md"])
def test_reading_what_is_not_on_offer(path: str, notes: grooveseek.Notes) -> None:
    with pytest.raises(grooveseek.GrooveError):
        notes.read(path)


def test_without_a_knowledge_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(grooveseek.GrooveError, match="--kb-path is required"):
        grooveseek.open()


def test_a_configuration_file_says_what_is_not_given(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "groove.toml"
    file.write_text(f"kb_path = '{folder}'\n[index]\npath = '{tmp_path / 'own.db'}'\n")
    with grooveseek.open(config=file) as notes:
        notes.index()
    assert (tmp_path / "own.db").exists()


def test_many_threads_may_ask(notes: grooveseek.Notes) -> None:
    notes.index()
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(notes.ask("傘").hits[0].path)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["雨.md"] * 8


def test_closed_notes_open_again_when_used(notes: grooveseek.Notes) -> None:
    notes.index()
    notes.close()
    notes.close()
    assert notes.ask("傘").hits

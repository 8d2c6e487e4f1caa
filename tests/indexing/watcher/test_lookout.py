"""Watching goes on, whatever becomes of the folder."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grooveseek.indexing.watcher import lookout
from grooveseek.indexing.watcher.lines import Voice
from grooveseek.indexing.watcher.lookout import Lookout
from grooveseek.indexing.watcher.mailbox import Mailbox, Places, Scan, Work
from grooveseek.indexing.watcher.subject import WatchSettings
from support.kb import knowledge_base, tree

Source = Callable[[Path, int, Callable[[str], bool], threading.Event], Iterator[Places]]


class _Watch:
    """A lookout over `source` instead of the system's events, in this thread, until `source` stops it."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch, source: Source) -> None:
        monkeypatch.setattr(lookout, "quiet_batches", source)
        monkeypatch.setattr(lookout, "FIRST_RETRY_SECONDS", 0.02)
        self.mailbox, self.lines = Mailbox(), list[str]()
        self.stop = threading.Event()
        kb = knowledge_base(tree(root, "a.md"))
        self.lookout = Lookout(kb, WatchSettings(), self.mailbox, Voice(self.lines.append), self.stop)


def test_watching_begins_with_a_look_at_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def source(root: Path, debounce_ms: int, matters: object, stop: threading.Event) -> Iterator[Places]:
        yield {}
        assert watch.mailbox.take(0) == Work({}, Scan.CAUTIOUS)
        yield {}
        yield {"a.md": False}
        assert watch.mailbox.take(0) == Work({"a.md": False})
        stop.set()

    watch = _Watch(tmp_path / "kb", monkeypatch, source)
    watch.lookout.keep()
    assert watch.lines == [f"watcher: watching {tmp_path / 'kb'} (debounce 500ms)"]


def test_a_failure_is_told_once_and_tried_again_with_a_look_at_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[float] = []

    def source(root: Path, debounce_ms: int, matters: object, stop: threading.Event) -> Iterator[Places]:
        begun.append(time.monotonic())
        if len(begun) == 5:
            stop.set()
            return iter(())
        raise OSError("OS file watch limit reached.")

    watch = _Watch(tmp_path / "kb", monkeypatch, source)
    watch.lookout.keep()
    assert watch.lines == [
        f"watcher: cannot watch {tmp_path / 'kb'}: OS file watch limit reached.; trying again until it can be watched"
    ]
    assert watch.mailbox.take(0) == Work({}, Scan.CAUTIOUS)
    assert begun[4] - begun[0] >= 0.02 * (1 + 2 + 4 + 8)


def test_too_many_changes_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mailbox, "max_places", 1)

    def source(root: Path, debounce_ms: int, matters: object, stop: threading.Event) -> Iterator[Places]:
        yield {}
        yield {"a.md": False, "b.md": False}
        stop.set()

    watch = _Watch(tmp_path / "kb", monkeypatch, source)
    watch.lookout.keep()
    assert watch.lines[1:] == ["watcher: too many changes at once; one look at everything follows"]
    assert watch.mailbox.take(0) == Work({}, Scan.TRUSTING)


@pytest.mark.parametrize(
    ("place", "matters"),
    [
        ("a.md", True),
        ("b/c.md", True),
        (".grooveignore", True),
        (".git", True),
        (".git/index", False),
        ("b/node_modules/x/y.md", False),
        (".obsidian/workspace.json", False),
    ],
)
def test_what_never_is_indexed_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, matters: bool
) -> None:
    told: list[bool] = []

    def source(root: Path, debounce_ms: int, asked: Callable[[str], bool], stop: threading.Event) -> Iterator[Places]:
        told.append(asked(place))
        stop.set()
        return iter(())

    _Watch(tmp_path / "kb", monkeypatch, source).lookout.keep()
    assert told == [matters]


def test_an_index_inside_the_base_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[bool] = []

    def source(root: Path, debounce_ms: int, asked: Callable[[str], bool], stop: threading.Event) -> Iterator[Places]:
        told.extend(map(asked, ("inside/index.db", "inside/index.db-wal", "inside/other.md")))
        stop.set()
        return iter(())

    watch = _Watch(tmp_path / "kb", monkeypatch, source)
    kb = type(watch.lookout.kb)(tmp_path / "kb", tmp_path / "kb" / "inside" / "index.db")
    Lookout(kb, WatchSettings(), watch.mailbox, Voice(watch.lines.append), watch.stop).keep()
    assert told == [False, False, True]

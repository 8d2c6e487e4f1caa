from __future__ import annotations

import json
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from grooveseek.errors import GrooveError
from grooveseek.quality.evaluation.history import History
from grooveseek.quality.evaluation.record import Finding, Quoted, Run
from support.quality import asking, result_of, run_of
from support.unprivileged import unprivileged

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links and permissions of POSIX")

QUERY = asking("drop the anchor", "a.md#Anchor")


def timed(second: int) -> Run:
    return run_of(result_of(QUERY, "a.md#Anchor"), timestamp=f"2026-01-02T03:04:{second:02}Z")


def silent(line: str) -> None:
    raise AssertionError(line)


def test_runs_come_back_as_they_were_written(tmp_path: Path) -> None:
    history = History(tmp_path)
    runs = (timed(2), run_of(findings=(Finding("golden-queries-quoted", "n.md", (Quoted("q", None),)),), corpus=None))
    history.write(runs, silent)
    assert history.path == tmp_path / ".groove-eval-history.json"
    assert history.read(silent) == runs
    assert [path.name for path in tmp_path.iterdir()] == [".groove-eval-history.json"]


def test_the_file_is_pretty_json_in_the_shape_of_the_output(tmp_path: Path) -> None:
    History(tmp_path).write((timed(2),), silent)
    text = (tmp_path / ".groove-eval-history.json").read_text("utf-8")
    assert text.startswith('{\n  "runs": [\n    {\n      "timestamp": "2026-01-02T03:04:02Z",')
    (run,) = json.loads(text)["runs"]
    assert run == {
        "timestamp": "2026-01-02T03:04:02Z",
        "fingerprint": {
            "model": "hash",
            "reranker": None,
            "limit": 10,
            "k_values": [1, 5, 10],
            "golden_hash": "00",
            "metric_version": 2,
            "fts_query_version": 3,
        },
        "per_query": [
            {
                "id": "drop the anchor",
                "query": "drop the anchor",
                "expected": [{"path": "a.md", "heading": "Anchor"}],
                "top_k": [{"rank": 1, "path": "a.md", "heading": "Anchor", "score": 1.0}],
                "metrics": {
                    "recall_at_k": {"1": 1.0, "5": 1.0, "10": 1.0},
                    "reciprocal_rank": 1.0,
                    "ndcg_at_k": {"1": 1.0, "5": 1.0, "10": 1.0},
                },
            }
        ],
        "aggregate": {
            "recall_at_k": {"1": 1.0, "5": 1.0, "10": 1.0},
            "mrr": 1.0,
            "ndcg_at_k": {"1": 1.0, "5": 1.0, "10": 1.0},
            "query_count": 1,
        },
        "corpus": {"documents": 2, "chunks": 3, "digest": "ab"},
    }


@posix
def test_two_runs_that_are_added_at_once_are_both_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = threading.Thread(target=lambda: History(tmp_path).add(timed(2), 9, silent))
    read = History.read

    def read_and_be_joined(self: History, warn: Callable[[str], None]) -> tuple[Run, ...]:
        monkeypatch.undo()
        found = read(self, warn)
        other.start()
        # It either adds its run now or waits until this one has been added.
        other.join(0.5)
        return found

    monkeypatch.setattr(History, "read", read_and_be_joined)
    History(tmp_path).add(timed(1), 9, silent)
    other.join(30)
    assert {run.timestamp for run in History(tmp_path).read(silent)} == {timed(1).timestamp, timed(2).timestamp}
    assert [path.name for path in tmp_path.iterdir()] == [".groove-eval-history.json"]


def test_no_file_is_an_empty_history(tmp_path: Path) -> None:
    assert History(tmp_path).read(silent) == ()


def test_unknown_keys_are_passed_over_and_old_versions_filled_in(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.write((timed(2),), silent)
    stored = json.loads(history.path.read_text("utf-8"))
    stored["future"] = 1
    stored["runs"][0]["future"] = {}
    stored["runs"][0]["fingerprint"]["future"] = []
    for key in ("metric_version", "fts_query_version"):
        del stored["runs"][0]["fingerprint"][key]
    del stored["runs"][0]["corpus"]
    history.path.write_text(json.dumps(stored), "utf-8")
    (run,) = history.read(silent)
    assert (run.fingerprint.metric_version, run.fingerprint.fts_query_version, run.corpus) == (1, 1, None)


@pytest.mark.parametrize(
    "content",
    [b"{not json", b"", b"[]", b'{"runs": [{}]}', b'{"runs": 1e999}', b"\xff\xfe", b'{"runs": "\xed\xa0\x80"}'],
)
def test_what_is_not_understood_is_warned_of_and_taken_for_empty(tmp_path: Path, content: bytes) -> None:
    history, warned = History(tmp_path), list[str]()
    history.path.write_bytes(content)
    assert history.read(warned.append) == ()
    assert str(history.path) in warned[0]


@posix
@pytest.mark.parametrize("kind", ["symlink", "dangling", "hard link", "folder", "large"])
def test_what_is_refused_is_left_untouched(tmp_path: Path, kind: str) -> None:
    history, other = History(tmp_path, cap=100), tmp_path / "other"
    other.write_text("{}")
    match kind:
        case "symlink":
            history.path.symlink_to(other)
        case "dangling":
            history.path.symlink_to(tmp_path / "gone")
        case "hard link":
            history.path.hardlink_to(other)
        case "folder":
            history.path.mkdir()
        case "large":
            history.path.write_bytes(b"x" * 101)
    before = history.path.lstat()
    with pytest.raises(GrooveError, match=r"refusing to read .*--no-history"):
        history.read(silent)
    assert history.path.lstat() == before


def test_as_many_of_the_newest_runs_as_fit_are_kept(tmp_path: Path) -> None:
    runs = tuple(timed(second) for second in range(9))
    three = len(_written(tmp_path, runs[:3]))
    warned: list[str] = []
    history = History(tmp_path, cap=three)
    history.write(runs, warned.append)
    assert history.read(silent) == runs[:3]
    assert "newest 3 of 9" in warned[0]


def test_one_run_that_is_too_large_writes_nothing(tmp_path: Path) -> None:
    one = len(_written(tmp_path, (timed(1),)))
    history = History(tmp_path, cap=one - 1)
    before = history.path.read_bytes()
    with pytest.raises(GrooveError, match="--no-history"):
        history.write((timed(2),), silent)
    assert history.path.read_bytes() == before


def _written(folder: Path, runs: tuple[Run, ...]) -> bytes:
    History(folder).write(runs, silent)
    return History(folder).path.read_bytes()


def test_a_run_goes_before_those_that_came_meanwhile(tmp_path: Path) -> None:
    history = History(tmp_path)
    for second in (1, 2, 3):
        history.add(timed(second), 2, silent)
    assert history.read(silent) == (timed(3), timed(2))
    history.path.write_bytes(b"{not json")
    history.add(timed(4), 2, silent)
    assert history.read(silent) == (timed(4),)


def test_exactly_the_cap_is_written_and_read(tmp_path: Path) -> None:
    size = len(_written(tmp_path, (timed(1),)))
    history = History(tmp_path, cap=size)
    history.write((timed(2),), silent)
    assert history.read(silent) == (timed(2),)


@posix
def test_a_folder_that_cannot_be_written_is_an_error_and_leaves_nothing_behind() -> None:
    with unprivileged() as folder:
        folder.chmod(0o500)
        with pytest.raises(GrooveError, match="--no-history"):
            History(folder).write((timed(1),), silent)
        folder.chmod(0o700)
        assert list(folder.iterdir()) == []


@posix
def test_the_file_may_be_read_by_whom_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        History(tmp_path).write((), silent)
    finally:
        os.umask(before)
    assert stat.S_IMODE(History(tmp_path).path.stat().st_mode) == 0o644


def test_a_failing_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    history = History(tmp_path)
    history.write((timed(1),), silent)

    def fail(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(GrooveError, match="No space left"):
        history.write((timed(2),), silent)
    assert msgspec.json.decode(history.path.read_bytes())["runs"][0]["timestamp"] == timed(1).timestamp
    assert len(list(tmp_path.iterdir())) == 1

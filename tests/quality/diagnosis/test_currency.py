from __future__ import annotations

import pytest

from grooveseek.index.records import Facts
from grooveseek.quality.diagnosis.currency import declared_fields, outdated, unfinished
from grooveseek.quality.diagnosis.finding import Finding


def command(force: bool) -> str:
    return f"index {force}"


def declared(
    recorded: tuple[str, ...] | None, now: tuple[str, ...], run_state: str | None = "complete"
) -> list[Finding]:
    facts = Facts(declared_fields=recorded, run_state=run_state)
    return list(declared_fields(facts, now, {"status": 3, "team": 4}, command))


@pytest.mark.parametrize(
    ("recorded", "now", "names"),
    [
        (("status",), ("kind", "status"), ["(status)", "declares kind, status"]),
        (("status",), (), ["(status)", "declares none"]),
        ((), ("status",), ["(none)", "declares status"]),
    ],
)
def test_a_recorded_set_that_is_not_the_declared_one_is_stale(
    recorded: tuple[str, ...], now: tuple[str, ...], names: list[str]
) -> None:
    (finding,) = declared(recorded, now)
    assert (finding.check, finding.severity) == ("declared-fields-stale", "warning")
    assert all(name in finding.summary for name in names)
    assert (finding.count, finding.samples) == (7, ())
    assert finding.remedy.startswith("index False")


def test_equal_sets_are_fine_in_any_order() -> None:
    assert declared((), ()) == []
    assert declared(("a", "b"), ("b", "a")) == []


@pytest.mark.parametrize(
    ("run_state", "said"), [(None, "since the index was created"), ("text", "going on, or was interrupted")]
)
@pytest.mark.parametrize("now", [(), ("status",)])
def test_no_recorded_set_is_pending_whatever_is_declared(
    run_state: str | None, said: str, now: tuple[str, ...]
) -> None:
    (finding,) = declared(None, now, run_state)
    assert (finding.check, finding.severity) == ("declared-fields-pending", "warning")
    assert said in finding.summary
    assert (finding.count, finding.samples) == (7, ())


@pytest.mark.parametrize(
    ("run_state", "pending", "checks"),
    [
        ("complete", 0, []),
        (None, 0, []),
        ("text", 0, ["run-not-finished"]),
        ("text", 2, ["run-not-finished", "pending-embedding"]),
        ("vectors", 2, ["pending-embedding"]),
    ],
)
def test_what_a_run_has_left_undone(run_state: str | None, pending: int, checks: list[str]) -> None:
    findings = list(unfinished(Facts(run_state=run_state), pending, 9, command))
    assert [finding.check for finding in findings] == checks
    assert {finding.severity for finding in findings} <= {"warning"}
    if "pending-embedding" in checks:
        assert findings[-1].count == 2
        assert "2 of 9 chunks" in findings[-1].summary


def test_documents_whose_files_cannot_be_read_any_more_are_named() -> None:
    (finding,) = outdated(["b.md", "a.pdf"], command)
    assert (finding.check, finding.severity) == ("document-outdated", "warning")
    assert (finding.count, finding.samples) == (2, ("a.pdf", "b.md"))
    assert "index False" in finding.remedy


def test_where_every_file_was_read_nothing_is_outdated() -> None:
    assert list(outdated([], command)) == []

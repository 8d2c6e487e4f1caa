"""With an endpoint: text and vectors commit together, and some refusals make the whole run a failure.

The endpoint is a real server that misbehaves on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grooveseek.errors import ModelError
from grooveseek.indexing.unrelated import QUESTIONS
from support.endpoint import DIMENSION, Endpoint, Waits, running_endpoint
from support.indexing import Base, counters, rows_of

_NOTES = {
    f"{name}.md": f"# {name.title()}\n\nA note on {name}, long enough to be a chunk of its own.\n"
    for name in ("one", "two", "three")
}
_REFUSED = "# Much\n\nTOO-LARGE as the endpoint sees it, and long enough to be a chunk.\n"
_LONG = "# Long\n\nIt begins here, with words enough for a first chunk of its own.\n\n" + "\n\n".join(
    f"## Part {number}\n\nPart number {number} of a long page, long enough for a chunk of its own."
    for number in range(129)
)
_UNRELATED = sum(map(len, QUESTIONS.values()))
"""What a knowledge base of another size is measured with, in one request when its vectors are complete."""


@pytest.fixture(scope="module")
def endpoint_process() -> Iterator[Endpoint]:
    with running_endpoint() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(endpoint_process: Endpoint) -> Iterator[Endpoint]:
    endpoint_process.will()
    yield endpoint_process
    while endpoint_process.opened:
        endpoint_process.opened.pop().close()


@pytest.fixture
def remote(tmp_path: Path, endpoint: Endpoint) -> Iterator[Base]:
    base = Base(tmp_path / "kb", endpoint.embedder(), {"words_first": False})
    yield base
    assert list(base.index.check()) == []
    base.close()


def _waiting(base: Base) -> int:
    with base.index.snapshot() as snapshot:
        return snapshot.stats().pending


def test_text_and_vectors_of_a_file_commit_together(remote: Base, endpoint: Endpoint) -> None:
    remote.write(_NOTES)
    assert counters(remote.run()) == (3, 0, 0, 0)
    assert endpoint.sizes == [1, 1, 1, _UNRELATED]
    assert _waiting(remote) == 0


def test_files_are_embedded_one_by_one_in_path_order(remote: Base, endpoint: Endpoint) -> None:
    remote.write({**_NOTES, "long.md": _LONG})
    remote.run()
    assert endpoint.sizes == [64, 64, 2, 1, 1, 1, _UNRELATED]


def test_an_unchanged_section_is_not_sent_again(remote: Base, endpoint: Endpoint) -> None:
    remote.write({"long.md": _LONG})
    remote.run()
    remote.write({"long.md": _LONG.replace("Part number 7 of", "The seventh part of")})
    endpoint.will()
    assert counters(remote.run()) == (1, 0, 0, 0)
    assert endpoint.sizes == [1]


def test_a_refusal_after_accepted_batches_costs_its_file_alone(remote: Base, endpoint: Endpoint) -> None:
    remote.write({"long.md": _LONG})
    endpoint.will({}, {}, {"status": 413})
    summary = remote.run()
    assert endpoint.sizes == [64, 64, 2]
    assert (counters(summary), summary.total_documents, summary.failure) == ((0, 0, 0, 1), 0, None)
    assert remote.report.warnings == [
        "warning: long.md: embedding endpoint rejected the input (HTTP 413); skipped, this file is not in the index"
    ]


def test_what_the_index_had_of_a_refused_file_stays(remote: Base) -> None:
    remote.write({**_NOTES, "much.md": "# Much\n\nA page that the endpoint takes without a word.\n"})
    remote.run()
    remote.write({"much.md": _REFUSED, "new.md": _NOTES["one.md"] + "more"})
    summary = remote.run()
    assert (counters(summary), summary.failure) == ((1, 0, 0, 1), None)
    assert len(remote.report.warnings) == 1
    assert remote.report.warnings[0].endswith("; skipped, the index keeps what it had for this file")
    assert remote.found("without a word") != []


def test_a_run_in_which_nothing_was_accepted_fails_after_the_sweep(remote: Base) -> None:
    remote.write(_NOTES)
    remote.run()
    remote.write({"one.md": _REFUSED})
    (remote.root / "two.md").unlink()
    summary = remote.run()
    assert counters(summary) == (0, 0, 1, 1)
    assert summary.failure is not None
    assert "rejected the input of 1 file and accepted nothing" in summary.failure


def test_a_refusal_beside_accepted_files_is_no_failure(remote: Base) -> None:
    remote.write({**_NOTES, "a.md": _REFUSED})
    summary = remote.run()
    assert (counters(summary), summary.failure) == ((3, 0, 0, 1), None)


def test_a_refused_file_is_tried_again_by_the_next_run(remote: Base, endpoint: Endpoint) -> None:
    remote.write({**_NOTES, "a.md": _REFUSED})
    remote.run()
    endpoint.will()
    assert remote.run().skipped == 1
    assert endpoint.sizes == [1]


def test_any_refusal_in_a_forced_run_keeps_the_old_index(remote: Base) -> None:
    remote.write(_NOTES)
    remote.run()
    before = rows_of(remote.index)
    remote.write({"one.md": _REFUSED, "two.md": "# Two\n\nOther words than before, which the endpoint takes.\n"})
    summary = remote.run(force=True)
    assert summary.failure is not None
    assert "the old one stays" in summary.failure
    assert (summary.skipped, summary.total_documents) == (1, 3)
    assert rows_of(remote.index) == before


def test_any_refusal_in_a_forced_first_run_is_a_failure(remote: Base) -> None:
    remote.write({**_NOTES, "a.md": _REFUSED})
    summary = remote.run(force=True)
    assert summary.failure is not None
    assert summary.total_documents == 3


@pytest.mark.parametrize(
    "behaviour", [{"status": 401}, {"status": 413}, {"change": "[{**data[0], 'embedding': [1.0]}]"}]
)
def test_a_forced_run_probes_before_it_removes_anything(
    remote: Base, endpoint: Endpoint, behaviour: dict[str, object]
) -> None:
    remote.write(_NOTES)
    remote.run()
    before = rows_of(remote.index)
    endpoint.will(behaviour)
    with pytest.raises(ModelError, match="nothing was removed"):
        remote.run(force=True)
    assert len(endpoint.requests) == 1
    assert rows_of(remote.index) == before


def test_only_a_forced_run_probes(remote: Base, endpoint: Endpoint) -> None:
    remote.write(_NOTES)
    remote.run()
    run = [1, 1, 1, _UNRELATED]
    assert endpoint.sizes == run
    remote.run(force=True)
    assert endpoint.sizes == [*run, 1, *run]


def test_a_failure_that_is_no_refusal_stops_the_run_and_keeps_what_is_written(remote: Base, endpoint: Endpoint) -> None:
    remote.write(_NOTES)
    endpoint.will({}, {"status": 401})
    with pytest.raises(ModelError, match="401"):
        remote.run()
    assert remote.paths() == ["one.md"]
    assert counters(remote.run()) == (2, 0, 0, 0)


def test_a_passing_failure_is_waited_for(tmp_path: Path, endpoint: Endpoint) -> None:
    waits = Waits()
    base = Base(tmp_path / "kb", endpoint.embedder(waits, max_retries=3), {"words_first": False})
    base.write({"one.md": _NOTES["one.md"]})
    endpoint.will({"status": 503}, {"status": 503})
    assert counters(base.run()) == (1, 0, 0, 0)
    assert waits.waited == [1.125, 2.25]
    base.close()


def test_the_dimension_of_the_endpoint_is_recorded(remote: Base) -> None:
    remote.write(_NOTES)
    remote.run()
    with remote.index.snapshot() as snapshot:
        facts = snapshot.facts()
    assert (facts.dimension, facts.model_build) == (DIMENSION, None)

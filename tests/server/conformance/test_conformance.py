"""The protocol's own test suites: against the server as it is, and against every scenario's fixtures behind our gate.

The published suite asks in sessions, its successor also without any; both lists of expected failures say why.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.config.keys import Http
from support.mcp_fixtures import fixture_server
from support.protocol_tools import SESSIONLESS_SUITE, SUITE, needs_protocol_tools, run_node
from support.server import backend_of, example_base, http_server

HERE = Path(__file__).parent

pytestmark = [needs_protocol_tools, pytest.mark.timeout(300)]


@dataclass(frozen=True)
class Edition:
    program: str
    scenarios: Sequence[str]
    expected_failures: str


EDITIONS = {
    "sessions": Edition(SUITE, ("--suite", "all"), "expected_failures.yml"),
    "session-less": Edition(SESSIONLESS_SUITE, ("--requirements", "2026-07-28"), "expected_failures_sessionless.yml"),
}


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Edition:
    return EDITIONS[request.param]


def verdict(edition: Edition, url: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    arguments = ("server", "--url", url + "/mcp", *edition.scenarios, "--output-dir", str(folder / "results"), *options)
    return run_node(edition.program, *arguments, home=folder)


def test_the_server_fails_only_where_a_reason_is_given(tmp_path: Path, edition: Edition) -> None:
    expected = str(HERE / edition.expected_failures)
    opened = example_base(tmp_path)
    with http_server(backend_of(opened)) as server:
        ended = verdict(edition, server.url, tmp_path, "--expected-failures", expected)
    opened.index.close()

    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]


def test_every_required_scenario_passes_behind_our_application_and_gate(tmp_path: Path, edition: Edition) -> None:
    opened = example_base(tmp_path)
    with http_server(backend_of(opened), Http(), server=fixture_server()) as server:
        ended = verdict(edition, server.url, tmp_path)
    opened.index.close()

    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]


@pytest.mark.parametrize("name", [edition.expected_failures for edition in EDITIONS.values()])
def test_each_expected_failure_gives_its_reason(name: str) -> None:
    entries = [line for line in (HERE / name).read_text().splitlines() if line.startswith("  - ")]

    assert entries
    assert [entry for entry in entries if " # " not in entry] == []

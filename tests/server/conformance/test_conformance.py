"""The protocol's own test suite: against the server as it is, and against every scenario's fixtures behind our gate.

It needs Node; `scripts/conformance` fetches the pinned suite and sets the variables below.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from grooveseek.config.keys import Http
from support.mcp_fixtures import fixture_server
from support.server import backend_of, example_base, http_server

HERE = Path(__file__).parent
NODE = os.environ.get("GROOVE_TEST_NODE")
SUITE = os.environ.get("GROOVE_TEST_CONFORMANCE")

pytestmark = [
    pytest.mark.skipif(not (NODE and SUITE), reason="needs the conformance suite: run scripts/conformance"),
    pytest.mark.timeout(300),
]


def verdict(url: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    assert NODE
    assert SUITE
    command = [NODE, SUITE, "server", "--url", url, "--suite", "all", "--output-dir", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


def test_the_server_fails_only_where_a_reason_is_given(tmp_path: Path) -> None:
    opened = example_base(tmp_path)
    with http_server(backend_of(opened)) as server:
        ended = verdict(server.url + "/mcp", tmp_path, "--expected-failures", str(HERE / "expected_failures.yml"))
    opened.index.close()

    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]


def test_every_scenario_passes_behind_our_application_and_gate(tmp_path: Path) -> None:
    opened = example_base(tmp_path)
    with http_server(backend_of(opened), Http(), server=fixture_server()) as server:
        ended = verdict(server.url + "/mcp", tmp_path)
    opened.index.close()

    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-2000:]
    assert ", 0 failed" in ended.stdout

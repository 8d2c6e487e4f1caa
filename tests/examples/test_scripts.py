"""The script that asks a running server one question."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from support.cli import User
from support.recipes import EXAMPLES, needs
from support.serving import serving

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell"),
    needs("curl", "jq", package="curl and jq"),
]


@pytest.fixture(scope="module")
def url(somebody: User) -> Iterator[str]:
    with serving(somebody, "--kb-path", somebody.notes, "--transport", "http", "--port", "0") as server:
        yield f"http://{server.address}/mcp"


def ask(url: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [EXAMPLES / "scripts/groove-search.sh", *words],
        env={"GROOVE_URL": url, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_question_is_answered_in_json(url: str) -> None:
    done = ask(url, '"ロールバック"', '{"limit": 1}')

    assert done.returncode == 0, done.stderr
    (hit,) = json.loads(done.stdout)["results"]
    assert hit["path"] == "復旧.md"


def test_arguments_beside_the_question_may_be_left_out(url: str) -> None:
    assert json.loads(ask(url, "anchor").stdout)["results"][0]["path"] == "anchor.md"


def test_a_refused_question_says_why(url: str) -> None:
    assert "mmr_lambda" in json.loads(ask(url, "x", '{"mmr_lambda": 2}').stdout)["error"]


def test_a_refused_request_fails(url: str) -> None:
    assert ask(url.replace("/mcp", "/nothing"), "x").returncode != 0

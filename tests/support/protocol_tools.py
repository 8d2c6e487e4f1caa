"""The protocol's own test suites and its inspector, where `scripts/protocol-tools` has put them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

PLACE = Path(__file__).resolve().parents[2] / ".conformance"
NODE = PLACE / "run-node"
SUITE = "@modelcontextprotocol/conformance/dist/index.js"
SESSIONLESS_SUITE = "conformance-sessionless/dist/index.js"
INSPECTOR = "@modelcontextprotocol/inspector/clients/cli/build/index.js"

needs_protocol_tools = pytest.mark.skipif(
    not (PLACE / "installed").exists(), reason="needs the protocol's test tools: run scripts/protocol-tools"
)


def run_node(program: str, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    """`program` of `PLACE` with a home of its own, so that nothing of the machine's is read or changed."""
    return subprocess.run(
        [NODE, PLACE / "node_modules" / program, *arguments],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={"HOME": str(home), "PATH": f"{NODE.parent}:/usr/bin:/bin"},
    )

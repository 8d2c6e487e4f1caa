"""What has to be there before the first answer, and how long that takes next to a bare server of the SDK."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from support.elapsed import Stopwatch
from support.server import INITIALIZE, stdio_child

HEAVY = (
    "apsw",
    "markdown_it",
    "msgspec",
    "numkong",
    "numpy",
    "onnxruntime",
    "regex",
    "sentencepiece",
    "tokenizers",
    "tqdm",
    "watchfiles",
    "yaml",
)

OURS = """
    import sys
    from grooveseek.errors import GrooveError
    from grooveseek.server.backend import Backend
    from grooveseek.server.stdio import serve_stdio

    def open_():
        raise GrooveError("nothing is indexed here")

    sys.exit(serve_stdio(Backend(open_)))
"""

BARE = """
    import anyio
    import mcp_types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    async def list_tools(context, params):
        return mcp_types.ListToolsResult(tools=[])

    async def main():
        server = Server("bare", version="1", on_list_tools=list_tools)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(main)
"""


def seconds_to_first_answer(code: str) -> float:
    started = time.monotonic()
    with stdio_child(code) as child:
        watch = Stopwatch(child.pid, started)
        assert child.stdin
        assert child.stdout
        child.stdin.write(INITIALIZE)
        child.stdin.flush()
        assert b'"result"' in child.stdout.readline()
        return watch.seconds()


@pytest.mark.timeout(120)
def test_initialize_is_answered_about_as_fast_as_by_a_bare_server() -> None:
    pairs = [(seconds_to_first_answer(BARE), seconds_to_first_answer(OURS)) for _ in range(3)]
    bare, ours = (min(column) for column in zip(*pairs, strict=True))

    assert ours <= 1.3 * bare, f"{ours:.2f} s against {bare:.2f} s"


def imported_by(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint(*sys.modules, sep='\\n')"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_nothing_heavy_is_imported_before_the_first_answer() -> None:
    of_the_sdk = imported_by("import mcp.server.lowlevel, mcp.server.stdio")
    ours = imported_by("import grooveseek.server.stdio_session") - of_the_sdk

    assert not ours & set(HEAVY)
    assert {name for name in ours if name.startswith("grooveseek.") and ".server" not in name} == {
        "grooveseek.errors",
        "grooveseek.indexing",
        "grooveseek.indexing.report",
        "grooveseek.text",
        "grooveseek.text.counted",
    }

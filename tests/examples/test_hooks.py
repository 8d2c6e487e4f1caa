"""The edit hook: which payloads bring the index up to date, and which do not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from grooveseek.documents.registry import FORMATS
from support.cli import GROOVE, User
from support.recipes import EXAMPLES, filled, needs

HOOK = EXAMPLES / "hooks/groove-index-hook.sh"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

BASICS = ("sh", "tr", "cat")
TOOLS = pytest.mark.parametrize("tool", [pytest.param("jq", marks=needs("jq", package="jq")), "python3"])


@dataclass(frozen=True)
class Workshop:
    """A folder of notes, a folder that only begins like it, and a program that notes how it was called."""

    root: Path

    @property
    def notes(self) -> Path:
        return self.root / "notes"

    @property
    def calls(self) -> list[str]:
        file = self.root / "calls"
        return file.read_text().splitlines() if file.exists() else []

    def path_with(self, *programs: str) -> str:
        """A search path that holds these programs and the basics, and nothing else."""
        folder = self.root / "-".join(("bin", *programs))
        folder.mkdir(exist_ok=True)
        for program in (*BASICS, *programs):
            # Not a wrapper that needs more than itself.
            target = os.path.realpath(sys.executable) if program == "python3" else shutil.which(program)
            assert target is not None
            (folder / program).unlink(missing_ok=True)
            (folder / program).symlink_to(target)
        return str(folder)

    def hook(
        self, payload: object, *tools: str, cwd: Path | None = None, **environ: str
    ) -> subprocess.CompletedProcess[str]:
        variables = {
            "PATH": self.path_with(*tools),
            "KB_PATH": str(self.notes),
            "GROOVE_BIN": str(self.root / "groove"),
        }
        return subprocess.run(
            ["sh", HOOK],
            input=payload if isinstance(payload, str) else json.dumps(payload),
            env=variables | environ,
            cwd=cwd or self.root,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    for folder in ("notes/deep", "notes-old", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
    program = tmp_path / "groove"
    program.write_text(f'#!/bin/sh\necho "$*" >>"{tmp_path}/calls"\necho "to stdout"\nexit "${{EXIT:-0}}"\n')
    program.chmod(0o755)
    return Workshop(tmp_path)


def written(*paths: object) -> dict[str, object]:
    return {"tool_name": "Write", "tool_input": {"file_paths": list(paths)}}


@TOOLS
@pytest.mark.parametrize(
    ("paths", "indexes"),
    [
        (["{root}/notes/a.md"], True),
        (["{root}/notes/deep/new folder/a b.MD"], True),
        (["{root}/notes/日記 1.md"], True),
        (["{root}/notes/bug#42 &v=2'\"$(x).md"], True),
        (["{root}/notes/line\nbreak.md"], True),
        (["notes/a.md"], True),
        (["./elsewhere/../notes/a.md"], True),
        (["{root}/elsewhere/a.md", "{root}/notes/a.md"], True),
        (["{root}/notes-old/a.md"], False),
        (["{root}/notes.md"], False),
        (["{root}/elsewhere/notes/a.md"], False),
        (["{root}/notes/../elsewhere/a.md"], False),
        (["{root}/notes/a.png"], False),
        (["{root}/notes/md"], False),
        (["{root}/notes/.md"], False),
        (["{root}/notes/a.md.bak"], False),
        (["a.md"], False),
    ],
)
def test_a_written_note_is_indexed_and_nothing_else(
    tool: str, paths: Sequence[str], indexes: bool, workshop: Workshop
) -> None:
    done = workshop.hook(written(*(path.format(root=workshop.root) for path in paths)), tool)

    assert (done.returncode, done.stdout) == (0, "")
    assert workshop.calls == ([f"index --kb-path {workshop.notes}"] if indexes else [])
    assert done.stderr == ("to stdout\n" if indexes else "")


@TOOLS
def test_both_ways_to_name_files_count(tool: str, workshop: Workshop) -> None:
    workshop.hook({"tool_input": {"file_path": f"{workshop.notes}/a.md"}}, tool)
    workshop.hook(
        {"tool_input": {"file_path": f"{workshop.root}/x.md", "file_paths": [f"{workshop.notes}/a.md"]}}, tool
    )

    assert len(workshop.calls) == 2


@TOOLS
@pytest.mark.parametrize("payload", ["", "no json", "[]", "{}", '{"tool_input": null}', '{"tool_input": {"x": 1}}'])
def test_a_payload_that_names_no_file_indexes(tool: str, payload: str, workshop: Workshop) -> None:
    workshop.hook(payload, tool)

    assert len(workshop.calls) == 1


def test_without_a_json_tool_it_always_indexes(workshop: Workshop) -> None:
    workshop.hook(written("/somewhere/else.png"))

    assert len(workshop.calls) == 1


def test_without_a_folder_it_says_so_and_does_nothing(workshop: Workshop) -> None:
    done = workshop.hook(written("notes/a.md"), "python3", KB_PATH="")

    assert (done.returncode, done.stdout, workshop.calls) == (0, "", [])
    assert "KB_PATH" in done.stderr


@pytest.mark.parametrize(
    ("extensions", "name", "indexes"), [("md txt", "a.TXT", True), ("MD", "a.md", True), ("txt", "a.md", False)]
)
def test_extensions_can_be_chosen(extensions: str, name: str, indexes: bool, workshop: Workshop) -> None:
    workshop.hook(written(f"notes/{name}"), "python3", KB_EXTENSIONS=extensions)

    assert bool(workshop.calls) is indexes


def test_every_format_counts_by_default() -> None:
    default = HOOK.read_text().partition("${KB_EXTENSIONS:-")[2].partition("}")[0]

    assert sorted(default.split()) == sorted(entry.id for entry in FORMATS)


@pytest.mark.parametrize("kb_path", ["notes/", "link", "notes/deep/.."])
def test_the_folder_may_be_spelled_in_other_ways(kb_path: str, workshop: Workshop) -> None:
    (workshop.root / "link").symlink_to("notes")
    workshop.hook(written(f"{workshop.notes}/a.md"), "python3", KB_PATH=f"{workshop.root}/{kb_path}")

    assert len(workshop.calls) == 1


@pytest.mark.parametrize("code", ["1", "2", "130"])
def test_a_failure_never_orders_the_edit_to_be_undone(code: str, workshop: Workshop) -> None:
    assert workshop.hook(written("notes/a.md"), "python3", EXIT=code).returncode == 1


@needs("shellcheck", package="shellcheck")
@pytest.mark.parametrize("script", sorted(EXAMPLES.rglob("*.sh")), ids=lambda script: script.name)
def test_the_scripts_have_no_known_fault(script: Path) -> None:
    done = subprocess.run(["shellcheck", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "")
    assert os.access(script, os.X_OK)


@pytest.mark.parametrize("name", ["filtering", "plain"])
def test_a_note_written_by_an_agent_is_found(name: str, somebody: User) -> None:
    note = somebody.note(f"{name}.md", f"# Fresh\n\nSomething {name} about barnacles on the hull.\n")
    values: dict[str, str | Path] = {"/path/to/notes": somebody.notes, "/path/to/groove ": f"{GROOVE} "}
    if name == "filtering":
        values = {"/path/to/groove-index-hook.sh": HOOK, **values}
    (entry,) = json.loads(filled(f"hooks/{name}.settings.json", values))["hooks"]["PostToolUse"]
    (hook,) = entry["hooks"]
    payload = json.dumps({"tool_name": "Write", "tool_input": {"file_path": str(note)}})
    done = subprocess.run(
        hook["command"], shell=True, input=payload, env=somebody.environ, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    answer = somebody.on_notes("search", f"{name} barnacles").json
    assert answer["results"][0]["path"] == note.name

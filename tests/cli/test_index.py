"""`groove index` as a process: order of refusals, what it says, what an interrupt leaves."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from grooveseek.cli.index import _Asked
from support.cli import GROOVE, User, user
from support.terminal import shown_on_terminal

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and terminals of POSIX")


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    made = user(tmp_path)
    made.note(
        "a.md", "---\ntitle: Anchors\n---\n# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n"
    )
    return made


def test_a_first_run(somebody: User) -> None:
    ran = somebody.on_notes("index")
    assert (ran.code, ran.out) == (0, "")
    lines = ran.err.splitlines()
    assert "grooveseek::config: loaded config source=NotFound path=(built-in defaults) trust=Trusted" in lines[0]
    assert lines[1] == f"Indexing {somebody.notes}..."
    assert lines[2] == 'Found 1 source files (extensions: ["md"])'
    assert "  indexed: a.md (1 chunks)" in lines
    assert lines[-1].startswith("Done in ")
    assert lines[-1].endswith("1 docs (1 updated, 0 renamed, 0 deleted, 0 skipped, 0 frontmatter unparsed), 1 chunks")


def test_quiet_names_no_file(somebody: User) -> None:
    ran = somebody.on_notes("index", "--quiet")
    assert "a.md" not in ran.err
    assert "Found 1 source files" in ran.err
    assert "Done in " in ran.err


def test_what_was_renamed_and_deleted_is_told(somebody: User) -> None:
    somebody.note("b.md", "# B\n\nSomething else entirely, which is going to be deleted soon.\n")
    somebody.on_notes("index")
    (somebody.notes / "a.md").rename(somebody.notes / "c.md")
    (somebody.notes / "b.md").unlink()
    ran = somebody.on_notes("index")
    assert "  renamed: a.md -> c.md" in ran.err
    assert "  deleted: b.md" in ran.err
    assert "0 updated, 1 renamed, 1 deleted" in ran.err


def test_an_unchanged_run_loads_no_model(somebody: User) -> None:
    somebody.on_notes("index")
    assert "Loading" not in somebody.on_notes("index").err


def test_a_knowledge_base_that_is_not_there(somebody: User) -> None:
    ran = somebody.groove("index", "--kb-path", somebody.root / "none" / "notes")
    assert (ran.code, ran.out) == (1, "")
    assert "no such folder" in ran.err
    assert not (somebody.root / "none").exists()


def test_notes_named_by_a_dot_have_their_index_beside_them(somebody: User) -> None:
    done = subprocess.run(
        [GROOVE, "index", "--kb-path", "."], cwd=somebody.notes, env=somebody.environ, capture_output=True, check=True
    )
    assert done.stdout == b""
    assert somebody.index.exists()
    assert not (somebody.notes / ".groove.db").exists()


def test_a_leading_tilde_is_the_home_folder(somebody: User) -> None:
    (somebody.home / "notes").mkdir()
    assert somebody.groove("index", "--kb-path", "~/notes").code == 0
    assert (somebody.home / ".groove.db").exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[parsers]\nenabled = ["xls"]\n', ".xlsx"),
        ('[parsers]\nenabled = ["odt"]\n', "odt"),
        ('[embedding]\nprovider = "openai-compatible"\n', "endpoint"),
        ('model = "other"\n', "multilingual-e5-small"),
    ],
)
def test_settings_are_refused_before_anything_is_created(text: str, told: str, somebody: User) -> None:
    file = somebody.config(text)
    ran = somebody.on_notes("index", "--config", file)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert not somebody.index.exists()


def test_a_schema_that_does_not_load_is_refused_before_anything_is_created(somebody: User) -> None:
    somebody.note("groove-schema.toml", "= 1")
    ran = somebody.on_notes("index")
    assert ran.code == 1
    assert "groove-schema.toml" in ran.err
    assert not somebody.index.exists()


def test_a_file_that_is_no_index_is_left_alone(somebody: User) -> None:
    somebody.index.write_text("this is no database at all, but somebody's text")
    ran = somebody.on_notes("index")
    assert ran.code == 1
    assert str(somebody.index) in ran.err
    assert "delete it" in ran.err
    assert "--force" in ran.err
    assert somebody.index.read_text().startswith("this is no database")


def test_with_force_a_file_that_is_no_index_is_replaced(somebody: User) -> None:
    somebody.index.write_text("this is no database at all, but somebody's text")
    ran = somebody.on_notes("index", "--force")
    assert ran.code == 0
    assert any(line.startswith("warning: ") and str(somebody.index) in line for line in ran.err.splitlines())
    assert " 1 docs (" in ran.err


def test_another_model_is_refused_and_the_repair_named(somebody: User) -> None:
    somebody.on_notes("index")
    ran = somebody.on_notes("index", "--model", "bge-m3")
    assert (ran.code, ran.out) == (1, "")
    assert "multilingual-e5-small" in ran.err
    assert f"groove index --kb-path {somebody.notes} --force --model bge-m3" in ran.err
    assert "Loading" not in ran.err


def test_a_model_that_is_nowhere_is_one_line_and_the_words_stay(somebody: User) -> None:
    ran = somebody.on_notes("index", "--model", "bge-m3")
    assert ran.code == 1
    assert ran.err.splitlines()[-1].startswith("Error: bge-m3 is not on this machine")
    assert "Traceback" not in ran.err


def test_two_knowledge_bases_under_one_parent(somebody: User) -> None:
    somebody.on_notes("index")
    other = somebody.notes.parent / "other"
    other.mkdir()
    ran = somebody.groove("index", "--kb-path", other)
    assert ran.code == 1
    assert str(somebody.notes) in ran.err
    assert str(other) in ran.err
    assert "--index" in ran.err
    assert somebody.groove("index", "--kb-path", other, "--index", somebody.root / "other.db").code == 0


def test_the_folder_of_the_index_is_made(somebody: User) -> None:
    file = somebody.config('[index]\npath = "./index/notes.db"\n')
    assert somebody.on_notes("index", "--config", file).code == 0
    assert (somebody.cwd / "index" / "notes.db").is_file()


def test_no_folder_is_made_above_that_of_the_index(somebody: User) -> None:
    # It may be where a drive is mounted at other times.
    ran = somebody.on_notes("index", "--index", somebody.root / "drive" / "index" / "notes.db")
    assert ran.code == 1
    assert "does not exist. Create or mount it" in ran.err
    assert not (somebody.root / "drive").exists()


def test_unreadable_frontmatter_fails_a_strict_run_after_its_summary(somebody: User) -> None:
    file = somebody.config("[index]\nfail_on_frontmatter_error = true\n")
    somebody.note("bad.md", "---\ntags: [a\n---\n# Bad\n\nThe text of a note whose frontmatter is broken.\n")
    ran = somebody.on_notes("index", "--config", file)
    assert ran.code == 1
    *_, done, error = ran.err.splitlines()
    assert "1 frontmatter unparsed" in done
    assert error.startswith("Error: ")


def test_limits_above_the_default_are_warned_of_once(somebody: User) -> None:
    file = somebody.config('[index]\nmax_text_file_size = "60 MiB"\nmax_binary_file_size = "unlimited"\n')
    ran = somebody.on_notes("index", "--config", file)
    warnings = [line for line in ran.err.splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 2
    assert "[index].max_text_file_size is 60 MiB" in "".join(warnings)


@posix
@pytest.mark.parametrize(
    ("sent", "code", "told"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "told to end")],
    ids=["SIGINT", "SIGTERM"],
)
def test_an_interrupt_keeps_what_was_committed(sent: signal.Signals, code: int, told: str, somebody: User) -> None:
    for number in range(40):
        somebody.note(f"n/{number}.md", f"# Note {number}\n\n" + f"What note {number} has to say about anchors. " * 12)
    process = _started(somebody)
    process.send_signal(sent)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (code, "")
    assert err.startswith(f"groove: {told}; the index holds 41 documents in ")
    assert err.endswith(f". Go on with: groove index --kb-path {somebody.notes}\n")
    assert err.count("\n") == 1
    ran = somebody.on_notes("status", "--format", "json")
    assert ran.json["documents"] == 41
    assert ran.json["pending"] > 0
    ran = somebody.on_notes("index")
    assert "0 updated" in ran.err
    assert somebody.on_notes("status", "--format", "json").json["pending"] == 0


@posix
def test_a_rebuild_that_is_interrupted_leaves_the_index_as_it_was(somebody: User) -> None:
    for number in range(60):
        somebody.note(f"n/{number}.md", f"# Note {number}\n\n" + f"What note {number} has to say about anchors. " * 12)
    assert somebody.on_notes("index", "--quiet").code == 0
    before = somebody.on_notes("status").out
    process = _started(somebody, "--force")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert err.startswith("groove: interrupted; the index holds 61 documents in ")
    assert err.endswith(f". Rebuild it with: groove index --kb-path {somebody.notes} --force\n")
    assert somebody.on_notes("status").out == before


def test_a_second_signal_ends_a_run_there_and_then() -> None:
    asked = _Asked()
    handler = signal.getsignal(signal.SIGTERM)
    with asked.heard():
        signal.raise_signal(signal.SIGTERM)
        assert asked.to_stop.is_set()
        assert asked.by is signal.SIGTERM
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGTERM) is handler


def test_a_second_signal_may_come_while_the_first_is_heard() -> None:
    class Interrupted(threading.Event):
        def set(self) -> None:
            signal.raise_signal(signal.SIGINT)

    asked = _Asked()
    asked.to_stop = Interrupted()
    with asked.heard(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


def test_a_signal_that_was_to_be_ignored_stays_ignored() -> None:
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with _Asked().heard():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, handler)


def _started(somebody: User, *words: str) -> subprocess.Popen[str]:
    """An index run that has begun to embed."""
    process = subprocess.Popen(
        [GROOVE, "index", "--kb-path", somebody.notes, *words],
        env=somebody.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    for line in process.stderr:
        if line.startswith("Loading embedding model"):
            break
    return process


@posix
def test_a_bar_on_a_terminal_is_ascii_and_gone_at_the_end(somebody: User) -> None:
    for number in range(30):
        somebody.note(f"{number}.md", f"# Note {number}\n\nWhat note {number} has to say about anchors.\n")
    code, text = shown_on_terminal(somebody, ["index", "--kb-path", somebody.notes, "--progress"], out=False)
    assert code == 0
    assert text.isascii()
    assert "Reading" in text
    assert "Embedding" in text
    *_, last = text.rstrip("\r\n").splitlines()
    assert last.split("\r")[-1].startswith("Done in ")


@posix
def test_lines_on_a_terminal_are_followed_by_a_bar_for_the_vectors(somebody: User) -> None:
    for number in range(30):
        somebody.note(f"{number}.md", f"# Note {number}\n\nWhat note {number} has to say about anchors.\n")
    code, text = shown_on_terminal(somebody, ["index", "--kb-path", somebody.notes], out=False)
    assert code == 0
    assert text.count("  indexed: ") == 31
    assert "Reading" not in text
    assert "Embedding" in text
    *_, last = text.rstrip("\r\n").splitlines()
    assert last.split("\r")[-1].startswith("Done in ")

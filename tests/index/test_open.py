from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from grooveseek.errors import IndexFileError
from grooveseek.index.errors import (
    NewerFormatError,
    NoIndexError,
    NotADatabaseError,
    OlderFormatError,
    UnreadableIndexError,
    UnwritableIndexError,
)
from grooveseek.index.open import open_index
from grooveseek.index.records import ChunkFilter, TextQuery
from grooveseek.index.sqlite.schema import FORMAT
from support.index import document, write, write_embedded
from support.models import HashEmbedder
from support.unprivileged import unprivileged

WORDS = TextQuery(("words",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "parent" / ".groove.db"


def made(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    index = open_index(path, create=True)
    write_embedded(index, document("a.md", "some words"))
    index.close()
    return path


def set_format(path: Path, number: int) -> None:
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", number)
    connection.close()


def test_a_missing_index_is_told_with_the_way_to_make_one(path: Path) -> None:
    path.parent.mkdir()
    with pytest.raises(NoIndexError, match=r"No index found at .*\.groove\.db.*`groove index`"):
        open_index(path, create=False)
    assert list(path.parent.iterdir()) == []


def test_an_empty_file_is_no_index_yet(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with pytest.raises(NoIndexError):
        open_index(path, create=False)
    assert path.stat().st_size == 0
    index = open_index(path, create=True)
    write(index, document("a.md", "some words"))
    index.close()
    open_index(path, create=False).close()


def test_opening_to_read_creates_nothing(path: Path) -> None:
    made(path)
    index = open_index(path, create=False)
    with index.snapshot() as snapshot:
        assert len(snapshot.text_candidates(WORDS, ChunkFilter(), 5)) == 1
    index.close()
    assert [entry.name for entry in path.parent.iterdir()] == [".groove.db"]


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough to look like one" * 9, b"SQLite format 3\0"]
)
def test_a_file_of_something_else_is_refused_untouched(path: Path, content: bytes, create: bool) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(NotADatabaseError, match=r"\.groove\.db.*parent.*delete it.*groove index --force"):
        open_index(path, create=create)
    assert path.read_bytes() == content


@pytest.mark.parametrize("create", [True, False])
def test_a_database_of_another_program_is_refused(path: Path, create: bool) -> None:
    path.parent.mkdir()
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    with pytest.raises(NotADatabaseError, match="another program"):
        open_index(path, create=create)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotADatabaseError, match="folder"):
        open_index(tmp_path, create=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="makes a pipe")
@pytest.mark.parametrize("create", [True, False])
def test_a_pipe_is_refused_untouched(path: Path, create: bool) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    with pytest.raises(NotADatabaseError, match="it is a pipe"):
        open_index(path, create=create)
    assert path.is_fifo()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs permission bits")
@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("mode", [0o000, 0o200])
def test_a_file_that_may_not_be_read_is_refused_as_such(create: bool, mode: int) -> None:
    with unprivileged() as folder:
        made(folder / ".groove.db").chmod(mode)
        with pytest.raises(UnreadableIndexError, match=r"cannot be read: permission denied.*--index PATH"):
            open_index(folder / ".groove.db", create=create)


@pytest.mark.parametrize("create", [True, False])
def test_a_newer_format_is_refused(path: Path, create: bool) -> None:
    set_format(made(path), 999)
    with pytest.raises(NewerFormatError, match=r"index format 999.*Update groove"):
        open_index(path, create=create)


def test_an_older_format_is_rebuilt_by_the_next_run_with_a_message(path: Path) -> None:
    set_format(made(path), 0)
    with pytest.raises(OlderFormatError, match=r"index format 0.*`groove index`"):
        open_index(path, create=False)
    notes: list[str] = []
    index = open_index(path, create=True, note=notes.append)
    # Whoever opens it may not be the run, as a server that follows no changes.
    assert notes == [f"{path} has index format 0; it is emptied, for an index run to fill it as format {FORMAT}."]
    with index.snapshot() as snapshot:
        assert snapshot.stats().documents == 0
    write(index, document("a.md", "some words"))
    assert list(index.check()) == []
    index.close()
    open_index(path, create=False).close()


def test_a_missing_folder_is_not_made(path: Path) -> None:
    with pytest.raises(UnwritableIndexError, match=r"parent does not exist. Create or mount it.*--index PATH"):
        open_index(path, create=True)
    assert not path.parent.exists()


def test_damage_is_told_as_such_by_whoever_meets_it(path: Path) -> None:
    made(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096 * 4)
        file.write(os.urandom(size - 4096 * 4))
    with pytest.raises(IndexFileError, match=r"\.groove\.db"):  # noqa: PT012
        index = open_index(path, create=False)
        with index.snapshot() as snapshot:
            snapshot.text_candidates(WORDS, ChunkFilter(), 5)
            snapshot.documents()


def as_nobody(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script without any right of ours; the interpreter may lie where only we can read, so it imports first."""
    setup = textwrap.dedent(
        """
        import os
        from pathlib import Path
        import numkong
        from grooveseek.index.errors import UnwritableIndexError
        from grooveseek.index.open import open_index
        from grooveseek.index.records import ChunkFilter, TextQuery
        os.setgid(65534)
        os.setuid(65534)
        """
    )
    return subprocess.run(
        [sys.executable, "-c", setup + textwrap.dedent(script)], capture_output=True, text=True, timeout=60, check=False
    )


READ = """
index = open_index(Path({path!r}), create=False)
with index.snapshot() as snapshot:
    print(len(snapshot.text_candidates(TextQuery(("words",)), ChunkFilter(), 5)))
index.close()
"""

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs to be root to become an unprivileged user"
)


@pytest.fixture
def public_path() -> Iterator[Path]:
    """In a folder that anyone may enter and read."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield made(Path(folder) / "parent" / ".groove.db")


@needs_root
def test_a_folder_that_cannot_be_written_can_be_read(public_path: Path) -> None:
    done = as_nobody(READ.format(path=str(public_path)))
    assert (done.returncode, done.stdout.strip()) == (0, "1"), done.stderr


@needs_root
def test_an_index_that_is_being_written_can_be_read_without_the_right_to_write(public_path: Path) -> None:
    writer = open_index(public_path, create=True)
    write(writer, document("b.md", "more words"))
    done = as_nobody(READ.format(path=str(public_path)))
    writer.close()
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr


@needs_root
def test_writing_without_the_right_to_is_refused_with_the_way_out(public_path: Path) -> None:
    done = as_nobody(
        f"""
        try:
            open_index(Path({str(public_path)!r}), create=True).remove_documents(["a.md"])
        except UnwritableIndexError as error:
            print("refused", "--index PATH" in str(error))
        """
    )
    assert done.stdout.strip() == "refused True", done.stderr


def test_vectors_survive_reopening(path: Path) -> None:
    made(path)
    index = open_index(path, create=False)
    with index.snapshot() as snapshot:
        assert len(snapshot.vector_candidates(HashEmbedder().embed_query("words"), ChunkFilter(), 5)) == 1
    index.close()

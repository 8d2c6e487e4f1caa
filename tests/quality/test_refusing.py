from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.quality.refusing import is_taken, read_or_refuse
from support.unprivileged import unprivileged

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes of POSIX")


def refusal(path: Path, cap: int = 10) -> str:
    with pytest.raises(GrooveError) as caught:
        read_or_refuse(path, cap)
    return str(caught.value)


def test_exactly_the_cap_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert read_or_refuse(path, 10) == b"x" * 10
    path.write_bytes(b"x" * 11)
    assert refusal(path).startswith(f"refusing to read {path}")


@posix
@pytest.mark.parametrize("kind", ["symlink", "hard link", "folder", "pipe", "socket"])
def test_what_is_no_plain_file_is_refused_and_named(tmp_path: Path, kind: str) -> None:
    other, path = tmp_path / "other", tmp_path / "p"
    other.write_text("x")
    match kind:
        case "symlink":
            path.symlink_to(other)
        case "hard link":
            path.hardlink_to(other)
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(str(path))
    assert refusal(path).startswith(f"refusing to read {path}")


@posix
def test_a_dangling_link_takes_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert not is_taken(path)
    path.symlink_to(tmp_path / "gone")
    assert is_taken(path)


def test_nothing_is_taken_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    assert not is_taken(tmp_path / "a" / "b")


@posix
def test_a_folder_that_may_not_be_looked_into_is_an_error_of_its_own() -> None:
    with unprivileged() as folder:
        closed = folder / "closed"
        closed.mkdir()
        closed.chmod(0)
        with pytest.raises(GrooveError, match="cannot be examined"):
            is_taken(closed / "a")
        closed.chmod(0o700)


@posix
def test_a_file_that_may_not_be_read_is_an_error_of_its_own() -> None:
    with unprivileged() as folder:
        path = folder / "a"
        path.write_text("x")
        path.chmod(0)
        assert "refusing" not in refusal(path)
        assert "cannot be read" in refusal(path)

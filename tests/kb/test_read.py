from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grooveseek.errors import RefusedFileError
from grooveseek.kb import read
from grooveseek.kb.read import (
    HardLinkError,
    MissingFileError,
    NotRegularFileError,
    SymlinkError,
    TooLargeError,
    locate,
    read_file,
)
from support.kb import tree
from support.unprivileged import unprivileged

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of Unix")


@pytest.fixture(params=["folder by folder", "by path"], autouse=True)
def _way_of_opening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of opening refuse the same."""
    if request.param == "by path":
        monkeypatch.setattr(os, "supports_dir_fd", set())


def test_content_and_state_come_from_one_file(tmp_path: Path) -> None:
    tree(tmp_path, "a/b/c.md")
    status = (tmp_path / "a/b/c.md").stat()
    reading = read_file(tmp_path, "a/b/c.md", 100)
    assert reading.data == b"a/b/c.md"
    assert (reading.size, reading.mtime_ns, reading.inode) == (8, status.st_mtime_ns, status.st_ino)


@pytest.mark.parametrize("cap", [8, 9, None])
def test_a_file_of_the_cap_is_read(cap: int | None, tmp_path: Path) -> None:
    assert read_file(tree(tmp_path, "12345.md"), "12345.md", cap).data == b"12345.md"


def test_an_empty_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    assert read_file(tmp_path, "a.md", 0).data == b""


def test_a_file_over_the_cap_is_refused_with_both_sizes(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError) as refusal:
        read_file(tree(tmp_path, "12345.md"), "12345.md", 7)
    assert (refusal.value.size, refusal.value.cap) == (8, 7)
    assert refusal.value.reason == "file too large (8 bytes > 7 limit)"


def test_a_file_that_grows_while_it_is_read_is_read_to_its_end_but_not_over_the_cap(tmp_path: Path) -> None:
    place = tmp_path / "a.md"
    place.write_bytes(b"x" * 10)
    with locate(tmp_path, "a.md") as file:
        place.write_bytes(b"y" * 3_000_000)
        assert file.read(3_000_000).data == b"y" * 3_000_000
    place.write_bytes(b"x" * 10)
    with locate(tmp_path, "a.md") as file:
        place.write_bytes(b"y" * 3_000_001)
        with pytest.raises(TooLargeError):
            file.read(3_000_000)


@pytest.mark.parametrize("path", ["missing.md", "folder/missing.md", "file.md/below.md", "x" * 300])
def test_what_is_not_there_is_missing(path: str, tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match="no such file"):
        read_file(tree(tmp_path, "folder/", "file.md"), path, None)


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "../outside.md", "./in.md", "in.md/", "a//b.md", "a/../in.md", "a\0b"]
)
def test_a_name_the_index_cannot_hold_is_missing_even_where_something_lies(path: str, tmp_path: Path) -> None:
    tree(tmp_path, "outside.md", "kb/in.md", "kb/a/b.md")
    with pytest.raises(MissingFileError):
        read_file(tmp_path / "kb", path, None)


def _folder(place: Path) -> None:
    place.mkdir()


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _socket(place: Path) -> None:
    with pytest.MonkeyPatch.context() as patch, socket.socket(socket.AF_UNIX) as end:
        patch.chdir(place.parent)  # the address of a socket is short
        end.bind(place.name)


@pytest.mark.parametrize("make", [_folder, _pipe, _socket])
def test_what_is_no_regular_file_is_refused_without_waiting(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "a.md")
    with pytest.raises(NotRegularFileError, match="not a regular file"):
        read_file(tmp_path, "a.md", None)


def test_links_are_refused(tmp_path: Path) -> None:
    tree(tmp_path, "outside.md", "kb/a.md")
    (tmp_path / "kb/link.md").symlink_to("a.md")
    (tmp_path / "kb/out.md").symlink_to(tmp_path / "outside.md")
    (tmp_path / "kb/dangling.md").symlink_to("gone.md")
    (tmp_path / "kb/self.md").symlink_to("self.md")
    for name in ("link.md", "out.md", "dangling.md", "self.md"):
        with pytest.raises(SymlinkError, match="symbolic link"):
            read_file(tmp_path / "kb", name, None)


def test_a_way_through_a_linked_folder_leads_nowhere(tmp_path: Path) -> None:
    tree(tmp_path, "outside/a.md", "kb/inside/a.md")
    (tmp_path / "kb/in").symlink_to("inside")
    (tmp_path / "kb/out").symlink_to(tmp_path / "outside")
    for path in ("in/a.md", "out/a.md"):
        with pytest.raises(MissingFileError):
            read_file(tmp_path / "kb", path, None)


def test_the_root_may_be_a_link(tmp_path: Path) -> None:
    tree(tmp_path / "kb", "a.md")
    (tmp_path / "link").symlink_to("kb")
    assert read_file(tmp_path / "link", "a.md", None).data == b"a.md"


def test_a_file_with_a_second_name_is_refused_wherever_that_lies(tmp_path: Path) -> None:
    tree(tmp_path, "outside.md", "kb/")
    os.link(tmp_path / "outside.md", tmp_path / "kb/a.md")
    with pytest.raises(HardLinkError, match=r"2 names.*replace it with a copy"):
        read_file(tmp_path / "kb", "a.md", None)


def test_every_refusal_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(RefusedFileError) as refusal:
        read_file(tmp_path, "no/such.md", None)
    assert refusal.value.path == "no/such.md"


def test_locating_gives_the_size_before_anything_is_read(tmp_path: Path) -> None:
    with locate(tree(tmp_path, "日本語/コ\u3099ミ.md"), "日本語/コ\u3099ミ.md") as file:
        assert file.size == len("日本語/コ\u3099ミ.md".encode())
        assert file.read(None).data.decode() == "日本語/コ\u3099ミ.md"


def test_another_spelling_of_the_same_file_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that folds names is played by a link count of one and a second entry for the same file."""
    tree(tmp_path, "Folder/A.md")
    shown = list(Path.iterdir(tmp_path / "Folder"))
    (tmp_path / "Folder/a.MD").hardlink_to(tmp_path / "Folder/A.md")
    monkeypatch.setattr(read, "_checked", lambda _path, status: status)
    monkeypatch.setattr(Path, "iterdir", lambda _folder: iter(shown))
    with locate(tmp_path, "Folder/A.md") as file:
        assert file.read(None).data == b"Folder/A.md"
    with pytest.raises(MissingFileError), locate(tmp_path, "Folder/a.MD"):
        pass


@pytest.mark.parametrize(("closed", "path"), [("a.md", "a.md"), ("folder", "folder/a.md")])
def test_what_may_not_be_read_is_an_error_not_a_refusal(closed: str, path: str) -> None:
    with unprivileged() as folder:
        (tree(folder, path) / closed).chmod(0)
        with pytest.raises(PermissionError):
            read_file(folder, path, None)


@pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="needs a way to open a folder without listing it")
def test_a_folder_that_may_be_entered_but_not_listed_is_read_through() -> None:
    with unprivileged() as folder:
        (tree(folder, "folder/a.md") / "folder").chmod(0o111)
        assert read_file(folder, "folder/a.md", None).data == b"folder/a.md"


def open_descriptors() -> int:
    listing = Path("/proc/self/fd")
    return len(list(listing.iterdir())) if listing.exists() else 0


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.md")
    (tmp_path / "a/link.md").symlink_to("b.md")
    before = open_descriptors()
    for path in ("a/b.md", "a/link.md", "a/missing.md", "missing/b.md", "a"):
        with pytest.raises(RefusedFileError):
            read_file(tmp_path, path, 3)
    assert open_descriptors() == before

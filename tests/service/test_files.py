from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from grooveseek.service.files import private_folder, write, written

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_a_file_is_its_owner_s_alone(tmp_path: Path) -> None:
    path = tmp_path / "groove.toml"
    path.write_text("old")
    path.chmod(0o644)
    write(path, b"new")
    assert (path.read_bytes(), _mode(path)) == (b"new", 0o600)
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_written_stays(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with written(path, b"new"):
        pass
    assert path.read_bytes() == b"new"


def test_a_new_file_goes_when_what_follows_fails(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with pytest.raises(RuntimeError), written(path, b"new"):
        raise RuntimeError
    assert not path.exists()


def test_an_old_file_comes_back_when_what_follows_fails(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), written(path, b"new"):
        raise RuntimeError
    assert path.read_bytes() == b"old"


@posix
def test_a_folder_is_its_owner_s_alone(tmp_path: Path) -> None:
    path = tmp_path / "groove" / "work"
    with private_folder(path):
        assert _mode(path) == 0o700
    assert path.is_dir()


def test_a_new_folder_goes_when_what_follows_fails(tmp_path: Path) -> None:
    path = tmp_path / "work"
    with pytest.raises(RuntimeError), private_folder(path):
        raise RuntimeError
    assert not path.exists()


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "work"
    path.mkdir()
    with pytest.raises(RuntimeError), private_folder(path):
        raise RuntimeError
    assert path.is_dir()

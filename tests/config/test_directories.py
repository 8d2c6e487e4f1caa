"""What the three systems' own documents say.

XDG Base Directory Specification 0.8: "All paths set in these environment variables must be absolute. If an
implementation encounters a relative path in any of these variables it should consider the path invalid and ignore it."
Apple's File System Programming Guide, "Library directory details": `Application Support` and `Caches`. Windows' known
folders: RoamingAppData is %APPDATA%, LocalAppData is %LOCALAPPDATA%.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grooveseek.config.directories import Directories, directories, working_folder
from grooveseek.errors import ConfigError


def _texts(found: Directories) -> tuple[str | None, ...]:
    return tuple(str(path) if path else None for path in (found.home, found.config, found.cache, found.data))


def test_linux_without_xdg() -> None:
    found = directories({"HOME": "/home/u"}, "linux")
    assert _texts(found) == ("/home/u", "/home/u/.config", "/home/u/.cache", "/home/u/.local/share")


def test_linux_with_xdg() -> None:
    xdg = {"HOME": "/home/u", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k", "XDG_DATA_HOME": "/d"}
    assert _texts(directories(xdg, "linux")) == ("/home/u", "/c", "/k", "/d")


@pytest.mark.parametrize("value", ["", "relative/config", "./c"])
def test_linux_ignores_an_empty_or_relative_xdg_variable(value: str) -> None:
    assert directories({"HOME": "/home/u", "XDG_CONFIG_HOME": value}, "linux").config == Path("/home/u/.config")


def test_linux_without_a_home() -> None:
    assert _texts(directories({}, "linux")) == (None, None, None, None)
    assert directories({"HOME": "", "XDG_CACHE_HOME": "/k"}, "linux").cache == Path("/k")


def test_macos_ignores_xdg() -> None:
    found = directories({"HOME": "/Users/u", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k"}, "darwin")
    support = "/Users/u/Library/Application Support"
    assert _texts(found) == ("/Users/u", support, "/Users/u/Library/Caches", support)


def test_windows() -> None:
    environ = {
        "USERPROFILE": r"C:\Users\u",
        "APPDATA": r"C:\Users\u\AppData\Roaming",
        "LOCALAPPDATA": r"C:\Users\u\AppData\Local",
        "HOME": "/ignored",
    }
    local = r"C:\Users\u\AppData\Local"
    assert _texts(directories(environ, "win32")) == (r"C:\Users\u", r"C:\Users\u\AppData\Roaming", local, local)


def test_windows_ignores_a_relative_or_empty_variable() -> None:
    assert _texts(directories({"APPDATA": "AppData", "LOCALAPPDATA": ""}, "win32")) == (None, None, None, None)


def test_the_folders_below() -> None:
    found = directories({"HOME": "/home/u"}, "linux")
    assert found.model_cache == Path("/home/u/.cache/fastembed")
    assert found.grammars == Path("/home/u/.local/share/groove/grammars")
    assert directories({}, "linux").model_cache is None
    assert directories({}, "linux").grammars is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a folder that somebody is in")
def test_a_working_folder_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(ConfigError, match="the working directory no longer exists; change into another"):
        working_folder()

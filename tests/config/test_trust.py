from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.directories import directories
from grooveseek.config.discovery import Found, Source
from grooveseek.config.trust import is_trusted


def _trusted(source: Source, folder: Path, home: Path, **environ: str) -> bool:
    environ = {"HOME": str(home), **environ}
    return is_trusted(Found(source, folder / "groove.toml"), directories(environ, "linux"), environ)


@pytest.mark.parametrize(
    ("source", "trusted"), [("Explicit", True), ("Cwd", False), ("GitRoot", False), ("AlongsideBinary", True)]
)
def test_trust_by_place(tmp_path: Path, source: Source, trusted: bool) -> None:
    assert _trusted(source, tmp_path / "somewhere", tmp_path) is trusted


def test_the_built_in_defaults_are_trusted(tmp_path: Path) -> None:
    assert is_trusted(Found("NotFound", None), directories({}, "linux"), {})


@pytest.mark.parametrize("source", ["Cwd", "GitRoot"])
@pytest.mark.parametrize("folder", ["", "work", "work/deep"])
def test_a_file_among_grooves_own_configuration_is_trusted(tmp_path: Path, source: Source, folder: str) -> None:
    assert _trusted(source, tmp_path / ".config" / "groove" / folder, tmp_path)


@pytest.mark.parametrize("folder", [".config", ".config/groovy", ".config/other/groove", "groove"])
def test_a_file_beside_it_is_not(tmp_path: Path, folder: str) -> None:
    assert not _trusted("Cwd", tmp_path / folder, tmp_path)


def test_the_named_configuration_home_is_trusted_too(tmp_path: Path) -> None:
    named = str(tmp_path / "named")
    assert _trusted("Cwd", tmp_path / "named" / "groove" / "work", tmp_path, GROOVE_CONFIG_HOME=named)
    assert _trusted("Cwd", tmp_path / ".config" / "groove" / "work", tmp_path, GROOVE_CONFIG_HOME=named)
    assert not _trusted("Cwd", tmp_path / "named" / "work", tmp_path, GROOVE_CONFIG_HOME=named)


@pytest.mark.parametrize("value", ["", ".", "named"])
def test_an_empty_or_relative_configuration_home_trusts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path / "groove", tmp_path / "named" / "groove"):
        assert not _trusted("Cwd", folder, tmp_path / "home", GROOVE_CONFIG_HOME=value)


def test_links_are_followed_on_both_sides(tmp_path: Path) -> None:
    (tmp_path / "real" / "groove" / "work").mkdir(parents=True)
    (tmp_path / ".config").symlink_to(tmp_path / "real")
    assert _trusted("Cwd", tmp_path / "real" / "groove" / "work", tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "real" / "groove" / "work")
    assert _trusted("Cwd", tmp_path / "link", tmp_path)


def test_a_link_out_of_it_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".config" / "groove").mkdir(parents=True)
    (tmp_path / ".config" / "groove" / "work").symlink_to(tmp_path / "elsewhere")
    assert not _trusted("Cwd", tmp_path / ".config" / "groove" / "work", tmp_path)


def test_a_loop_of_links_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / ".config").symlink_to(tmp_path / ".config")
    assert not _trusted("Cwd", tmp_path / "work", tmp_path)

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.discovery import Found, Surroundings, discover, running_executable
from grooveseek.config.document import read_document
from grooveseek.errors import ConfigError
from support.unprivileged import unprivileged


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that no `.git` above can reach into: every search below starts 19 folders deep at the most."""
    (tmp_path / "home").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "repo" / "a" / "b").mkdir(parents=True)
    return tmp_path.resolve()


def _around(root: Path, cwd: str = "repo/a/b") -> Surroundings:
    return Surroundings(root / cwd, root / "home", root / "bin" / "groove")


def _file(folder: Path) -> Path:
    path = folder / "groove.toml"
    path.touch()
    return path


def test_nothing_found_is_the_defaults(root: Path) -> None:
    assert discover(None, _around(root)) == Found("NotFound", None)


def test_the_working_directory_comes_before_the_repository_and_the_program(root: Path) -> None:
    (root / "repo" / ".git").mkdir()
    alongside, git, cwd = _file(root / "bin"), _file(root / "repo"), _file(root / "repo/a/b")
    assert discover(None, _around(root)) == Found("Cwd", cwd)
    cwd.unlink()
    assert discover(None, _around(root)) == Found("GitRoot", git)
    git.unlink()
    assert discover(None, _around(root)) == Found("AlongsideBinary", alongside)


def test_a_named_file_comes_before_all(root: Path) -> None:
    _file(root / "repo/a/b")
    named = root / "named.toml"
    named.touch()
    assert discover(named, _around(root)) == Found("Explicit", named)


def test_folders_between_here_and_the_repository_are_not_considered(root: Path) -> None:
    (root / "repo" / ".git").mkdir()
    _file(root / "repo" / "a")
    assert discover(None, _around(root)).source == "NotFound"


def test_git_may_be_a_file(root: Path) -> None:
    (root / "repo" / ".git").write_text("gitdir: elsewhere")
    path = _file(root / "repo")
    assert discover(None, _around(root)) == Found("GitRoot", path)


def test_only_the_nearest_repository_counts(root: Path) -> None:
    (root / "repo" / ".git").mkdir()
    (root / "repo" / "a" / ".git").mkdir()
    _file(root / "repo")
    assert discover(None, _around(root)).source == "NotFound"


@pytest.mark.parametrize(("depth", "source"), [(0, "Cwd"), (1, "GitRoot"), (19, "GitRoot"), (20, "NotFound")])
def test_the_repository_is_looked_for_19_folders_up(root: Path, depth: int, source: str) -> None:
    (root / "repo" / ".git").mkdir()
    _file(root / "repo")
    cwd = root.joinpath("repo", *["d"] * depth)
    cwd.mkdir(parents=True, exist_ok=True)
    assert discover(None, Surroundings(cwd, None, None)).source == source


def test_a_folder_of_that_name_is_no_configuration(root: Path) -> None:
    (root / "repo/a/b/groove.toml").mkdir()
    assert discover(None, _around(root)).source == "NotFound"


def test_a_named_file_is_relative_to_the_working_directory(root: Path) -> None:
    path = _file(root / "repo/a/b")
    assert discover(Path("groove.toml"), _around(root)) == Found("Explicit", path)
    assert discover(Path("./groove.toml"), _around(root)) == Found("Explicit", path)


def test_a_leading_tilde_is_the_home_folder(root: Path) -> None:
    path = _file(root / "home")
    assert discover(Path("~/groove.toml"), _around(root)) == Found("Explicit", path)


def test_a_named_file_that_is_missing_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"^--config path not found: /nowhere/none\.toml$"):
        discover(Path("/nowhere/none.toml"), Surroundings(Path("/"), None, None))


def test_a_named_folder_is_refused(root: Path) -> None:
    with pytest.raises(ConfigError, match="--config path is a folder"):
        discover(root, _around(root))


def test_the_running_program_is_found_through_its_links(root: Path) -> None:
    real = root / "venv" / "groove"
    real.parent.mkdir()
    real.touch()
    (root / "bin" / "groove").symlink_to(real)
    assert running_executable(str(root / "bin" / "groove")) == real


@pytest.mark.parametrize(
    "program", ["", "-c", "/usr/bin/pytest", "/usr/lib/python3/site-packages/grooveseek/__main__.py"]
)
def test_another_program_that_uses_the_package_has_no_place_of_its_own(program: str) -> None:
    assert running_executable(program) is None


def test_a_working_directory_that_may_not_be_looked_into_holds_no_file() -> None:
    with unprivileged() as folder:
        closed = folder / "closed"
        closed.mkdir()
        closed.chmod(0)
        assert discover(None, Surroundings(closed, None, None)).source == "NotFound"


def test_a_file_that_may_not_be_read_is_found_and_refused_by_name() -> None:
    with unprivileged() as folder:
        path = _file(folder)
        path.chmod(0)
        assert discover(None, Surroundings(folder, None, None)) == Found("Cwd", path)
        with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
            read_document(path)

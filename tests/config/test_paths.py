from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.paths import absolute, expand_home, real
from grooveseek.errors import ConfigError


@pytest.mark.parametrize(
    ("path", "expected"),
    [("notes", "/base/notes"), (".", "/base"), ("./a/./b", "/base/a/b"), ("/abs/x", "/abs/x"), ("~/x", "/base/~/x")],
)
def test_a_path_becomes_absolute(path: str, expected: str) -> None:
    assert absolute(Path(path), Path("/base")) == Path(expected)


def test_two_dots_leave_the_folder_they_are_in(tmp_path: Path) -> None:
    base = tmp_path.resolve() / "a" / "b"
    base.mkdir(parents=True)
    assert absolute(Path(".."), base) == base.parent
    assert absolute(Path("../../c"), base) == base.parent.parent / "c"


def test_links_are_followed_only_before_two_dots(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "elsewhere" / "deep").mkdir(parents=True)
    (root / "link").symlink_to(root / "elsewhere" / "deep")
    assert absolute(Path("link/notes"), root) == root / "link" / "notes"
    assert absolute(Path("link/../notes"), root) == root / "elsewhere" / "notes"


def test_a_loop_of_links_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert real(tmp_path / "loop" / "x").name == "x"
    assert absolute(Path("loop/../y"), tmp_path).name == "y"


@pytest.mark.parametrize(
    ("path", "expected"), [("~", "/home/u"), ("~/x/y", "/home/u/x/y"), ("~u/x", "~u/x"), ("a/~", "a/~"), ("/~", "/~")]
)
def test_only_a_leading_tilde_alone_is_the_home_folder(path: str, expected: str) -> None:
    assert expand_home(Path(path), Path("/home/u")) == Path(expected)


def test_a_tilde_without_a_home_is_refused() -> None:
    with pytest.raises(ConfigError, match="HOME"):
        expand_home(Path("~/x"), None)

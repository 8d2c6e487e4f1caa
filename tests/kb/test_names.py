from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.kb.names import can_hold, folders_above, is_lock_file, name_fault

REFUSED_EVERYWHERE = [
    "",
    "a\0b.md",
    "/etc/passwd",
    "/",
    "..",
    ".",
    "../secret.md",
    "../../etc/passwd",
    "a/../b.md",
    "a/..",
    "./a.md",
    "a/./b.md",
    "a//b.md",
    "dir/",
    "a\\..\\b.md",
    "..\\b.md",
    "a/b\\..",
    "bad\udcff.md",
]
REFUSED_ON_WINDOWS = [
    "a\\b.md",
    "C:/a.md",
    "C:a.md",
    "a.md:stream",
    "\\\\server\\share\\a.md",
    "CON",
    "con.md",
    "a/NUL",
    "nul.tar.gz",
    "prn.txt/a.md",
    "AUX.md",
    "COM1",
    "com9.md",
    "LPT1.md",
    "COM¹.md",
    "CONIN$",
    "conout$.md",
    "NUL .md",
    "a./b.md",
    "a.md.",
    "a.md ",
    "a /b.md",
    "a<b.md",
    "a>b.md",
    'a"b.md',
    "a|b.md",
    "a?b.md",
    "a*b.md",
    "a\tb.md",
    "a\nb.md",
    "...",
]
HELD_EVERYWHERE = [
    "a.md",
    "..a.md",
    "a..md",
    ".hidden",
    "a/.b/c.md",
    "日本語/ノート.md",
    "コ\u3099ミ.md",
    "bug#42 &v=2+rev.md",
    "50% plan.md",
    "console.md",
    "com10.md",
    "COM0.md",
    "lpt.md",
    "a/nulls/b.md",
    " a.md",
]


@pytest.mark.parametrize("windows", [True, False])
@pytest.mark.parametrize("path", REFUSED_EVERYWHERE)
def test_refused_on_every_platform(path: str, windows: bool) -> None:
    assert name_fault(path, windows=windows) is not None


@pytest.mark.parametrize("path", REFUSED_ON_WINDOWS)
def test_refused_on_windows_alone(path: str) -> None:
    assert not can_hold(path, windows=True)
    assert can_hold(path, windows=False)


@pytest.mark.parametrize("path", HELD_EVERYWHERE)
def test_held_on_windows(path: str) -> None:
    assert name_fault(path, windows=True) is None


@pytest.mark.parametrize("path", HELD_EVERYWHERE)
def test_held_elsewhere(path: str) -> None:
    assert name_fault(path, windows=False) is None


@given(st.text())
def test_windows_holds_nothing_that_others_refuse(path: str) -> None:
    assert can_hold(path, windows=False) or not can_hold(path, windows=True)


@given(st.text(alphabet=st.characters(exclude_characters="\0/\\.", exclude_categories=["Cs"]), min_size=1))
def test_outside_windows_any_other_text_is_a_name(name: str) -> None:
    assert can_hold(name, windows=False)


@given(st.text(alphabet=st.sampled_from("a./\\")))
def test_what_is_held_never_climbs(path: str) -> None:
    if can_hold(path, windows=False):
        assert not {"", ".", ".."} & set(path.split("/"))
        assert ".." not in path.replace("\\", "/").split("/")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("~$report.docx", True), (".~lock.report.odt#", True), (".~lock.report.odt", False), ("~report.docx", False)],
)
def test_lock_files_of_office_programs(name: str, expected: bool) -> None:
    assert is_lock_file(name) is expected


@pytest.mark.parametrize(("path", "folders"), [("a.md", []), ("a/b.md", ["a"]), ("a/b/c/d", ["a", "a/b", "a/b/c"])])
def test_folders_above_a_path(path: str, folders: list[str]) -> None:
    assert list(folders_above(path)) == folders

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.service.system import Outcome, System, groove_program, run_program
from support.cli import GROOVE
from support.service import Recorder, system


def test_the_config_home_lies_in_the_configuration_folder(tmp_path: Path) -> None:
    assert system(tmp_path, "linux", Recorder()).config_home("work") == tmp_path / ".config" / "groove" / "work"


@pytest.mark.parametrize(
    ("platform", "parts"),
    [
        # Where each system keeps what a program writes for itself: XDG Base Directory Specification; "File System
        # Programming Guide" of macOS, ~/Library/Application Support; KNOWNFOLDERID of Windows, FOLDERID_RoamingAppData.
        ("linux", (".config",)),
        ("darwin", ("Library", "Application Support")),
        ("win32", ("Roaming",)),
    ],
)
def test_the_configuration_folder_of_each_system(platform: str, parts: tuple[str, ...], tmp_path: Path) -> None:
    if platform == "win32" and sys.platform != "win32":
        pytest.skip("its paths are absolute on Windows alone")
    assert system(tmp_path, platform, Recorder()).config_home("a") == tmp_path.joinpath(*parts, "groove", "a")


def test_a_variable_names_another_base(tmp_path: Path) -> None:
    named = system(tmp_path, "linux", Recorder(), GROOVE_CONFIG_HOME=str(tmp_path / "base"))
    assert named.config_home("work") == tmp_path / "base" / "groove" / "work"


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    named = system(tmp_path, "linux", Recorder(), GROOVE_CONFIG_HOME="")
    assert named.config_home("work") == tmp_path / ".config" / "groove" / "work"


def test_a_relative_variable_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="GROOVE_CONFIG_HOME must be an absolute path"):
        system(tmp_path, "linux", Recorder(), GROOVE_CONFIG_HOME="here").config_home("work")


def test_without_a_home_there_is_no_base() -> None:
    with pytest.raises(ConfigError, match="set GROOVE_CONFIG_HOME"):
        System({}, "linux", Recorder()).config_home("work")


def test_a_program_that_is_not_there_ends_with_127() -> None:
    outcome = run_program(["groove-no-such-program"])
    assert (outcome.code, outcome.reason) == (127, "groove-no-such-program is not installed")


def test_a_program_runs_without_a_shell() -> None:
    outcome = run_program([sys.executable, "-c", "import sys; print(sys.argv[1:]); sys.exit(3)", "$HOME; x"])
    assert (outcome.code, outcome.out.strip()) == (3, "['$HOME; x']")


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome(1, err="first\nlast\n"), "last"),
        (Outcome(1, out="said\n"), "said"),
        (Outcome(5), "exit code 5"),
    ],
)
def test_the_reason_is_the_last_that_was_said(outcome: Outcome, reason: str) -> None:
    assert outcome.reason == reason


def test_the_program_is_the_one_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(GROOVE), "service", "install"])
    assert groove_program() == GROOVE.resolve()


def test_another_program_registers_the_groove_beside_its_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/pytest"])
    assert groove_program() == GROOVE.resolve()


def test_on_windows_the_program_ends_in_exe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The launcher that pip installs runs the script with `.exe` taken off `sys.argv[0]`.
    (tmp_path / "groove.exe").touch()
    monkeypatch.setattr("sys.argv", [str(tmp_path / "groove")])
    assert groove_program("win32") == tmp_path / "groove.exe"


def test_without_a_program_nothing_can_be_registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(tmp_path / "groove")])
    with pytest.raises(GrooveError, match="cannot tell which groove program"):
        groove_program()

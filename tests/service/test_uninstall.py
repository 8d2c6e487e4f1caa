from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import ConfigError, GrooveError
from grooveseek.index.open import open_index
from grooveseek.index.records import Facts
from grooveseek.service.install import InstallRequest, install
from grooveseek.service.system import Outcome, System
from grooveseek.service.uninstall import uninstall
from support.service import Recorder, system

INDEX_FILES = (".groove.db", ".groove.db-wal", ".groove.db-shm", ".groove.db-run", ".groove.db-watcher")


@pytest.fixture
def machine(tmp_path: Path) -> System:
    """A machine with the instance `groove` for the notes in `kb/notes`."""
    made = system(tmp_path, "linux", Recorder())
    (tmp_path / "kb" / "notes").mkdir(parents=True)
    install(made, InstallRequest(kb_path=tmp_path / "kb" / "notes"), Path("/bin/groove"))
    return made


def _uninstall(machine: System, name: str = "groove", *, purge: bool = False, yes: bool = False) -> list[str]:
    notes: list[str] = []
    uninstall(machine, name, purge=purge, yes=yes, note=notes.append)
    return notes


def _unit(folder: Path) -> Path:
    return folder / ".config/systemd/user/groove-groove.service"


def _home(folder: Path) -> Path:
    return folder / ".config/groove/groove"


def test_the_unit_goes_and_the_configuration_stays(machine: System, tmp_path: Path) -> None:
    assert _uninstall(machine) == [
        "Removed service unit for 'groove'.",
        f"Kept its configuration: {_home(tmp_path)}",
    ]
    assert not _unit(tmp_path).exists()
    assert (_home(tmp_path) / "groove.toml").exists()


def test_yes_alone_has_no_effect(machine: System, tmp_path: Path) -> None:
    _uninstall(machine, yes=True)
    assert _home(tmp_path).exists()


def test_a_name_that_is_not_there(machine: System) -> None:
    assert _uninstall(machine, "other") == ["No service 'other' was found."]


def test_once_more_is_no_failure(machine: System) -> None:
    _uninstall(machine, purge=True, yes=True)
    assert _uninstall(machine, purge=True, yes=True) == ["No service 'groove' was found."]


def test_purging_without_a_yes_does_nothing(machine: System, tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="--yes"):
        _uninstall(machine, purge=True)
    assert _unit(tmp_path).exists()


def test_purging_deletes_the_index_with_all_that_lies_beside_it_and_no_note(machine: System, tmp_path: Path) -> None:
    note = tmp_path / "kb" / "notes" / "a.md"
    note.write_text("# A")
    for name in INDEX_FILES[1:]:
        (tmp_path / "kb" / name).touch()
    _uninstall(machine, purge=True, yes=True)
    assert [path for path in tmp_path.joinpath("kb").rglob("*") if path.is_file()] == [note]
    assert not _home(tmp_path).exists()


def test_purging_takes_the_index_that_the_file_names(machine: System, tmp_path: Path) -> None:
    file = _home(tmp_path) / "groove.toml"
    file.write_text(f'{file.read_text()}\n[index]\npath = "{tmp_path / "own.db"}"\n')
    open_index(tmp_path / "own.db", create=True).close()
    (tmp_path / "kb" / ".groove.db").touch()
    _uninstall(machine, purge=True, yes=True)
    assert not (tmp_path / "own.db").exists()
    assert (tmp_path / "kb" / ".groove.db").exists()


def test_the_index_of_another_knowledge_base_is_kept(machine: System, tmp_path: Path) -> None:
    place = tmp_path / "kb" / ".groove.db"
    other = tmp_path / "kb" / "other"
    other.mkdir()
    index = open_index(place, create=True)
    index.record(Facts(root=str(other)))
    index.close()
    notes = _uninstall(machine, purge=True, yes=True)
    assert any(note.startswith("warning: the index") and str(other) in note for note in notes)
    assert place.exists()
    assert not _home(tmp_path).exists()


def test_notes_inside_the_config_home_are_not_purged(machine: System, tmp_path: Path) -> None:
    inside = _home(tmp_path) / "notes"
    inside.mkdir()
    (_home(tmp_path) / "groove.toml").write_text('kb_path = "notes"\n')
    with pytest.raises(GrooveError, match="lie inside"):
        _uninstall(machine, purge=True, yes=True)
    assert inside.is_dir()
    assert _unit(tmp_path).exists()


def test_a_file_that_names_no_notes_is_purged_with_a_warning(machine: System, tmp_path: Path) -> None:
    (_home(tmp_path) / "groove.toml").write_text("not TOML")
    notes = _uninstall(machine, purge=True, yes=True)
    assert any("no index was deleted" in note for note in notes)
    assert not _home(tmp_path).exists()


def test_a_config_home_that_is_a_link_is_only_unlinked(machine: System, tmp_path: Path) -> None:
    real = tmp_path / "real"
    _home(tmp_path).rename(real)
    _home(tmp_path).symlink_to(real, target_is_directory=True)
    _uninstall(machine, purge=True, yes=True)
    assert not _home(tmp_path).is_symlink()
    assert (real / "groove.toml").exists()


def test_a_config_home_that_is_not_known_matters_to_purging_alone(tmp_path: Path) -> None:
    machine = System(
        {"XDG_CONFIG_HOME": str(tmp_path), "GROOVE_CONFIG_HOME": "relative"}, "linux", Recorder({"": Outcome(1)})
    )
    assert _uninstall(machine) == ["No service 'groove' was found."]
    with pytest.raises(ConfigError, match="GROOVE_CONFIG_HOME"):
        _uninstall(machine, purge=True, yes=True)

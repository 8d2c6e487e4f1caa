from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.service.install import Installed, InstallRequest, install
from grooveseek.service.system import Outcome, System
from support.service import Recorder, system

PROGRAM = Path("/opt/groove/bin/groove")


class Machine:
    """A Linux machine with a folder of notes."""

    def __init__(self, folder: Path, run: Recorder | None = None) -> None:
        self.run = run or Recorder()
        self.folder = folder
        self.notes = folder / "kb" / "notes"
        self.notes.mkdir(parents=True, exist_ok=True)

    @property
    def system(self) -> System:
        return system(self.folder, "linux", self.run)

    def home(self, name: str = "groove") -> Path:
        return self.folder / ".config/groove" / name

    def unit(self, name: str = "groove") -> Path:
        return self.folder / f".config/systemd/user/groove-{name}.service"

    def install(self, request: InstallRequest) -> Installed:
        return install(self.system, request, PROGRAM)

    def refused(self, request: InstallRequest, told: str) -> None:
        before = self.everything()
        with pytest.raises(GrooveError, match=told):
            self.install(request)
        assert self.everything() == before

    def everything(self) -> dict[str, bytes]:
        """Every file of instances and units."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        return {str(path): path.read_bytes() for path in files}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_an_instance_has_a_private_file_and_a_unit_that_serves_from_it(machine: Machine) -> None:
    installed = machine.install(InstallRequest(kb_path=machine.notes))
    file = machine.home() / "groove.toml"
    assert installed.home == machine.home()
    assert file.read_text() == f'kb_path = "{machine.notes}"\n\n[transport.http]\nbind = "127.0.0.1:3100"\n'
    assert f"ExecStart={PROGRAM} serve --config {file}\n" in machine.unit().read_text()
    if os.name != "nt":
        assert stat.S_IMODE(machine.home().stat().st_mode) == 0o700
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("bind", ["3105", "localhost:3105", "127.0.0.1", "::1:80"])
def test_an_address_is_numeric_and_has_a_port(bind: str, machine: Machine) -> None:
    machine.refused(InstallRequest(kb_path=machine.notes, bind=bind), "write IP:PORT")


@pytest.mark.parametrize("bind", ["0.0.0.0:3105", "192.168.1.5:3105", "[::]:3105"])
def test_an_address_beyond_this_machine_needs_an_acknowledgement(bind: str, machine: Machine) -> None:
    machine.refused(InstallRequest(kb_path=machine.notes, bind=bind), "no authentication")
    installed = machine.install(InstallRequest(kb_path=machine.notes, bind=bind, i_know=True))
    assert "admin page stays for this machine alone" in installed.notes[0]


def test_the_tray_companion_is_refused_before_anything_is_written(machine: Machine) -> None:
    machine.refused(InstallRequest(kb_path=machine.notes, with_tray=True), "only supported on Windows")


def test_a_file_that_is_there_is_not_overwritten(machine: Machine) -> None:
    machine.install(InstallRequest(kb_path=machine.notes))
    machine.refused(InstallRequest(kb_path=machine.notes), "groove.toml exists already; --force")


def test_a_unit_that_is_there_is_not_overwritten(machine: Machine) -> None:
    machine.unit().parent.mkdir(parents=True)
    machine.unit().write_text("mine")
    machine.refused(InstallRequest(kb_path=machine.notes), r"groove-groove\.service exists already; --force")
    assert not machine.home().exists()


def test_without_a_knowledge_base_there_is_nothing_to_serve(machine: Machine) -> None:
    machine.refused(InstallRequest(), "--kb-path is required")


def test_a_knowledge_base_must_exist(machine: Machine) -> None:
    machine.refused(InstallRequest(kb_path=machine.folder / "none"), "no such folder")


def test_again_with_force_the_old_knowledge_base_is_kept(machine: Machine) -> None:
    machine.install(InstallRequest(kb_path=machine.notes))
    machine.install(InstallRequest(force=True, bind="127.0.0.1:3106"))
    text = (machine.home() / "groove.toml").read_text()
    assert str(machine.notes) in text
    assert "127.0.0.1:3106" in text


def test_a_relative_knowledge_base_of_the_file_is_relative_to_the_file(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (machine.home() / "here").mkdir(parents=True)
    (machine.home() / "groove.toml").write_text('kb_path = "here"\n')
    monkeypatch.chdir(tmp_path)
    machine.install(InstallRequest(force=True))
    assert f'kb_path = "{machine.home() / "here"}"' in (machine.home() / "groove.toml").read_text()


@pytest.mark.parametrize("text", ["not TOML", "transport = 1\n", "[transport]\nhttp = 1\n"])
def test_a_file_that_cannot_be_changed_stays(text: str, machine: Machine) -> None:
    machine.home().mkdir(parents=True)
    (machine.home() / "groove.toml").write_text(text)
    machine.refused(InstallRequest(kb_path=machine.notes, force=True), r"groove\.toml: ")


def test_a_file_that_serve_would_refuse_is_refused_now(machine: Machine) -> None:
    machine.home().mkdir(parents=True)
    (machine.home() / "groove.toml").write_text('modle = "bge-m3"\n')
    machine.refused(InstallRequest(kb_path=machine.notes, force=True), r"groove\.toml: unknown key modle")


def test_links_are_followed_and_another_place_of_the_index_is_told(machine: Machine) -> None:
    link = machine.folder / "link"
    link.symlink_to(machine.notes, target_is_directory=True)
    installed = machine.install(InstallRequest(kb_path=link))
    assert f'kb_path = "{machine.notes}"' in (machine.home() / "groove.toml").read_text()
    assert str(machine.notes.parent / ".groove.db") in installed.notes[0]
    assert str(machine.folder / ".groove.db") in installed.notes[0]


def test_two_instances_cannot_share_a_port(machine: Machine) -> None:
    machine.install(InstallRequest("one", machine.notes))
    machine.refused(InstallRequest("two", machine.notes), "the service 'one' already listens on 127.0.0.1:3100")
    machine.install(InstallRequest("two", machine.notes, bind="127.0.0.1:3101"))


@pytest.mark.parametrize("bind", ["0.0.0.0:3100", "[::]:3100"])
def test_listening_everywhere_takes_the_port_of_every_address(bind: str, machine: Machine) -> None:
    machine.install(InstallRequest("one", machine.notes))
    machine.refused(InstallRequest("two", machine.notes, bind=bind, i_know=True), "already listens")


@pytest.mark.parametrize("bind", ["127.0.0.2:3100", "127.0.0.1:0"])
def test_another_address_or_any_port_is_free(bind: str, machine: Machine) -> None:
    machine.install(InstallRequest("one", machine.notes, bind=bind.replace("127.0.0.2", "127.0.0.1")))
    machine.install(InstallRequest("two", machine.notes, bind=bind))


def test_a_failure_to_register_leaves_nothing_behind(tmp_path: Path) -> None:
    machine = Machine(tmp_path, Recorder({"restart": Outcome(1, err="no")}))
    machine.refused(InstallRequest(kb_path=machine.notes), "restart groove-groove.service failed")
    assert not machine.home().exists()


def test_a_failure_to_register_anew_puts_everything_back(machine: Machine) -> None:
    machine.install(InstallRequest(kb_path=machine.notes))
    failing = Machine(machine.folder, Recorder({"restart": Outcome(1, err="no")}))
    failing.refused(InstallRequest(force=True, bind="127.0.0.1:3106"), "failed")


def test_a_line_end_in_a_path_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "a\nb")
    machine.refused(InstallRequest(kb_path=machine.notes), "a line end or a NUL")


def test_a_system_without_services(tmp_path: Path) -> None:
    notes = Machine(tmp_path).notes
    with pytest.raises(GrooveError, match="not supported on sunos5"):
        install(system(tmp_path, "sunos5", Recorder()), InstallRequest(kb_path=notes), PROGRAM)

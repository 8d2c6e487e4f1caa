"""Registering an instance: everything is checked before anything is written, and taken back when a step fails."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from grooveseek.config.address import Address, exposure_refusal, parse_address
from grooveseek.config.load import load
from grooveseek.config.shown import printable
from grooveseek.config.transport import DEFAULT_ADDRESS
from grooveseek.errors import ConfigError, GrooveError
from grooveseek.kb.knowledge_base import KnowledgeBase, open_knowledge_base
from grooveseek.service import tray
from grooveseek.service.files import private_folder, write, written
from grooveseek.service.instance import FILE_NAME, edited, read_instance
from grooveseek.service.launch import Launch
from grooveseek.service.manager import Manager, manager_of
from grooveseek.service.names import DEFAULT_NAME
from grooveseek.service.system import System


@dataclass(frozen=True, slots=True)
class InstallRequest:
    """`bind` as it was given; `kb_path` None: that of the instance's present file."""

    name: str = DEFAULT_NAME
    kb_path: Path | None = None
    bind: str = str(DEFAULT_ADDRESS)
    auto_start: bool = True
    force: bool = False
    i_know: bool = False
    with_tray: bool = False


@dataclass(frozen=True, slots=True)
class Installed:
    home: Path
    notes: tuple[str, ...]


def install(system: System, request: InstallRequest, program: Path) -> Installed:
    """Raises `GrooveError`; then nothing is left of what this call wrote."""
    address = _address(request)
    if request.with_tray:
        tray.refuse(system)
    home = system.config_home(request.name)
    file = home / FILE_NAME
    if file.exists() and not request.force:
        raise ConfigError(f"{file} exists already; --force keeps it but for kb_path and bind, and registers it anew")
    kb = _knowledge_base(system, request)
    launch = Launch(request.name, program, home, file, request.auto_start)
    launch.check()
    manager = manager_of(system)
    if manager.exists(request.name) and not request.force:
        raise GrooveError(f"{manager.artifact(request.name)} exists already; --force replaces it")
    _check_port(system, manager, request.name, address)
    text = _configuration(file, kb.root.resolve(), address)
    with ExitStack() as steps:
        steps.enter_context(private_folder(home))
        _check_loads(system, file, text)
        steps.enter_context(written(file, text.encode()))
        notes = _notes(kb, address, own_index=read_instance(system, request.name).index_path is not None)
        return Installed(home, (*notes, *manager.register(launch)))


def _address(request: InstallRequest) -> Address:
    try:
        address = parse_address(request.bind)
    except ValueError as error:
        raise ConfigError(f"--bind {printable(request.bind)} is not allowed: write {error}") from error
    if not address.is_loopback and not request.i_know:
        raise ConfigError(exposure_refusal(address))
    return address


def _knowledge_base(system: System, request: InstallRequest) -> KnowledgeBase:
    kb_path = request.kb_path or read_instance(system, request.name).kb_path
    if kb_path is None:
        raise ConfigError("--kb-path is required: the instance has no groove.toml that names a kb_path yet")
    return open_knowledge_base(kb_path)


def _check_port(system: System, manager: Manager, name: str, address: Address) -> None:
    """Two instances cannot listen on one port."""
    for other in manager.names():
        bind = None if other == name else read_instance(system, other).bind
        if bind is not None and _collide(bind, address):
            raise GrooveError(f"the service '{other}' already listens on {bind}: choose another port with --bind")


def _collide(bind: str, address: Address) -> bool:
    try:
        other = parse_address(bind)
    except ValueError:
        return False
    everywhere = other.ip.is_unspecified or address.ip.is_unspecified
    return other.port == address.port != 0 and (everywhere or other.ip == address.ip)


def _configuration(file: Path, kb_path: Path, address: Address) -> str:
    try:
        before = file.read_text(encoding="utf-8-sig") if file.exists() else ""
        return edited(before, kb_path, str(address))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: not UTF-8 (byte {error.start})") from error
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from error


def _check_loads(system: System, file: Path, text: str) -> None:
    """A file that `serve` would refuse is refused now."""
    trial = file.with_name(f"{FILE_NAME}.trial")
    write(trial, text.encode())
    try:
        load(trial, file.parent, system.environ)
    except ConfigError as error:
        raise ConfigError(str(error).replace(str(trial), str(file))) from error
    finally:
        trial.unlink(missing_ok=True)


def _notes(kb: KnowledgeBase, address: Address, *, own_index: bool) -> list[str]:
    """`own_index`: the instance's file says where its index lies."""
    notes = []
    served = open_knowledge_base(kb.root.resolve())
    if served.index_path != kb.index_path and not own_index:
        notes.append(
            f"warning: {kb.root} is a link, so the service has its index at {served.index_path} while other commands "
            f"look for it at {kb.index_path}; give them --kb-path {served.root}"
        )
    if not address.is_loopback:
        notes.append(f"Anyone who reaches {address} can read the notes; the admin page stays for this machine alone.")
    return notes

"""Taking an instance away, and with `purge` what it left."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from grooveseek.errors import ConfigError, GrooveError, IndexFileError
from grooveseek.service import tray
from grooveseek.service.instance import Instance, read_instance
from grooveseek.service.manager import manager_of
from grooveseek.service.system import System

Note = Callable[[str], None]


def uninstall(system: System, name: str, *, purge: bool, yes: bool, note: Note) -> None:
    """Raises `GrooveError` before anything is done where `purge` is not confirmed."""
    if purge and not yes:
        raise GrooveError("--purge deletes the instance's configuration and its index: confirm with --yes")
    manager = manager_of(system)
    home = _config_home(system, name, needed=purge)
    found = manager.exists(name)
    if purge and home is not None:
        _check_purge(home, read_instance(system, name))
    manager.remove(name)
    tray.remove_shortcut(system, name)
    note(f"Removed service unit for '{name}'." if found else f"No service '{name}' was found.")
    if home is None or not home.exists():
        return
    if not purge:
        note(f"Kept its configuration: {home}")
        return
    _remove_index(read_instance(system, name), note)
    _remove_home(home)
    note(f"Deleted {home}")


def _config_home(system: System, name: str, *, needed: bool) -> Path | None:
    try:
        return system.config_home(name)
    except ConfigError:
        if needed:
            raise
        return None


def _check_purge(home: Path, instance: Instance) -> None:
    kb_path = instance.kb_path
    if kb_path is not None and kb_path.resolve().is_relative_to(home.resolve()):
        raise GrooveError(
            f"the notes at {kb_path} lie inside {home}, which --purge would delete: move them, or remove the folder "
            "by hand"
        )


def _remove_index(instance: Instance, note: Note) -> None:
    """Delete the index of the instance's notes, unless it turns out to be another's. A failure is a warning."""
    from grooveseek.index.identity import IdentityMismatchError, check_root
    from grooveseek.index.recorded import recorded_facts
    from grooveseek.indexing.lock import RUN_LOCK_SUFFIX, WATCHER_LOCK_SUFFIX, lock_path
    from grooveseek.kb.knowledge_base import INDEX_NAME
    from grooveseek.workspace.replacing import remove_index_file

    if instance.kb_path is None:
        note("warning: its configuration names no knowledge base, so no index was deleted")
        return
    index = instance.index_path or instance.kb_path.parent / INDEX_NAME
    try:
        facts = recorded_facts(index)
        if facts is not None:
            check_root(facts, instance.kb_path, index)
        remove_index_file(index)
        for suffix in (RUN_LOCK_SUFFIX, WATCHER_LOCK_SUFFIX):
            lock_path(index, suffix).unlink(missing_ok=True)
    except (OSError, IndexFileError, IdentityMismatchError) as error:
        note(f"warning: the index {index} was not deleted: {error}")


def _remove_home(home: Path) -> None:
    if home.is_symlink():
        home.unlink()
    else:
        shutil.rmtree(home)

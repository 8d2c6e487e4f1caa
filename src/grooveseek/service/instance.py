"""The `groove.toml` of an instance: what a service needs from it, and changing that and nothing else."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grooveseek.config.document import get, put, read_document
from grooveseek.config.paths import absolute, expand_home
from grooveseek.config.toml import parse_toml
from grooveseek.errors import ConfigError
from grooveseek.service.system import System

FILE_NAME = "groove.toml"

KB_PATH, BIND, INDEX_PATH = "kb_path", "transport.http.bind", "index.path"


@dataclass(frozen=True, slots=True)
class Instance:
    """What the file says; None for what it does not say, or says in a way that cannot be used."""

    kb_path: Path | None = None
    bind: str | None = None
    index_path: Path | None = None


def read_instance(system: System, name: str) -> Instance:
    """Everything unknown where the file is missing or cannot be read: telling about a service must not fail on it."""
    try:
        file = system.config_home(name) / FILE_NAME
        document = read_document(file)
    except ConfigError:
        return Instance()
    bind = _text(document, BIND)
    return Instance(_path(system, file, document, KB_PATH), bind, _path(system, file, document, INDEX_PATH))


def _path(system: System, file: Path, document: dict[str, Any], key: str) -> Path | None:
    written = _text(document, key)
    return absolute(expand_home(Path(written), system.folders.home), file.parent) if written else None


def _text(document: dict[str, Any], key: str) -> str | None:
    try:
        value = get(document, key)
    except AttributeError:
        # A section that is no table.
        return None
    return value if isinstance(value, str) else None


def edited(text: str, kb_path: Path, bind: str) -> str:
    """`text` with the two values set; every other key, the order and the comments stay.

    Raises `ConfigError` where `text` is no TOML, where `transport` or `transport.http` is no table, and for a path
    that no TOML file can hold.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        before = parse_toml(text.encode())
        document = tomlkit.parse(text)
    except (ValueError, TOMLKitError) as error:
        raise ConfigError(str(error)) from error
    wanted = deepcopy(before)
    _check_tables(before)
    put(wanted, KB_PATH, str(kb_path))
    put(wanted, BIND, bind)
    document[KB_PATH] = str(kb_path)
    _http_table(document)["bind"] = bind
    changed = tomlkit.dumps(document)
    _check(changed, wanted)
    return changed


def _http_table(document: Any) -> Any:
    import tomlkit
    from tomlkit.items import InlineTable

    if "transport" not in document:
        document["transport"] = tomlkit.table(is_super_table=True)
    transport = document["transport"]
    if "http" not in transport:
        inline = isinstance(transport, InlineTable)
        transport["http"] = tomlkit.inline_table() if inline else tomlkit.table()
    return transport["http"]


def _check_tables(document: dict[str, Any]) -> None:
    transport = document.get("transport", {})
    if not isinstance(transport, dict):
        raise ConfigError("transport is not a table")
    if not isinstance(transport.get("http", {}), dict):
        raise ConfigError("transport.http is not a table")


def _check(changed: str, wanted: dict[str, Any]) -> None:
    try:
        same = tomllib.loads(changed) == wanted
        changed.encode()
    except ValueError:
        same = False
    if not same:
        raise ConfigError("kb_path and transport.http.bind cannot be written into it; set them by hand")

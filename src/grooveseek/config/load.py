"""From a place on disk to the configuration in force."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from grooveseek.config.declared import keys_of
from grooveseek.config.directories import directories
from grooveseek.config.discovery import Source, Surroundings, discover, running_executable
from grooveseek.config.document import Document, has, put, read_document
from grooveseek.config.keys import Config
from grooveseek.config.kinds import PATH
from grooveseek.config.paths import absolute, expand_home
from grooveseek.config.reader import read_config
from grooveseek.config.restrictions import Context, restrict
from grooveseek.config.rules import broken_rules
from grooveseek.config.shown import printable
from grooveseek.config.trust import is_trusted
from grooveseek.errors import ConfigError

_MOST_FAULTS = 20

_log = logging.getLogger("grooveseek.config")


class LoadedConfig(Struct, frozen=True):
    """The configuration in force and where it came from."""

    config: Config
    source: Source
    path: Path | None
    """Absolute; None for the built-in defaults."""
    trusted: bool
    warnings: tuple[str, ...]
    """One for each key that the file may not set."""


def load(explicit: Path | None, cwd: Path, environ: Mapping[str, str], executable: Path | None = None) -> LoadedConfig:
    """Find, read and check the configuration. Raises `ConfigError`.

    `explicit` is `--config`; `cwd` is absolute; `executable` is the `groove` program, by default that of this process.
    """
    user = directories(environ, sys.platform)
    found = discover(explicit, Surroundings(cwd, user.home, executable or running_executable(sys.argv[0])))
    trusted = is_trusted(found, user, environ)
    config: Config = Config()
    warnings: tuple[str, ...] = ()
    if found.path:
        config, warnings = _read(Context(found.path, user, environ), trusted=trusted)
    _log.info(
        "loaded config source=%s path=%s trust=%s",
        found.source,
        found.path or "(built-in defaults)",
        "Trusted" if trusted else "Untrusted",
    )
    return LoadedConfig(config, found.source, found.path, trusted, warnings)


def _read(context: Context, *, trusted: bool) -> tuple[Config, tuple[str, ...]]:
    document = read_document(context.file)
    _, faults = read_config(document)
    _refuse(context.file, faults)
    warnings = () if trusted else tuple(restrict(document, context))
    _make_paths_absolute(document, Config, context, expand=trusted)
    _imply_http(document)
    config, _ = read_config(document)
    _refuse(context.file, list(broken_rules(document, config)))
    return config, warnings


def _make_paths_absolute(table: Document, section: type[Struct], context: Context, *, expand: bool) -> None:
    for name, value in table.items():
        key = keys_of(section)[name]
        if key.section:
            _make_paths_absolute(value, key.section, context, expand=expand)
        elif key.kind is PATH:
            path = _expanded(name, value, context) if expand else Path(value)
            table[name] = str(absolute(path, context.file.parent))


def _expanded(name: str, value: str, context: Context) -> Path:
    try:
        return expand_home(Path(value), context.user.home)
    except ConfigError as error:
        raise ConfigError(f"{printable(context.file)}: {name}: {error}") from error


def _imply_http(document: Document) -> None:
    if has(document, "transport.http") and not has(document, "transport.kind"):
        put(document, "transport.kind", "http")


def _refuse(file: Path, faults: list[str]) -> None:
    if len(faults) == 1:
        raise ConfigError(f"{printable(file)}: {faults[0]}")
    if faults:
        shown = [*faults[:_MOST_FAULTS], *[f"and {len(faults) - _MOST_FAULTS} more"] * (len(faults) > _MOST_FAULTS)]
        raise ConfigError(f"{printable(file)}: {len(faults)} faults\n" + "\n".join(f"  - {fault}" for fault in shown))

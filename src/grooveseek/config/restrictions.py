"""What a configuration file that was merely found may not decide.

A folder that came from somewhere else must not make groove read other files, load native code, send text to an
endpoint or listen to the network.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from grooveseek.config.declared import key_at
from grooveseek.config.directories import Directories
from grooveseek.config.document import Document, get, put
from grooveseek.config.environment import given
from grooveseek.config.paths import absolute, real
from grooveseek.config.shown import printable, shown


class Context(Struct, frozen=True):
    """`file` is the absolute path of the configuration file."""

    file: Path
    user: Directories
    environ: Mapping[str, str]


Replacement = Callable[[object, Context], object]
"""(value as written, or None) -> the value to use instead; None for none."""


def _dropped(_requested: object, _context: Context) -> None:
    return None


def _knowledge_base(requested: object, context: Context) -> object:
    path = absolute(Path(str(requested)), context.file.parent)
    return None if _is_too_wide(path, context.file.parent, context.user.home) else requested


def _model_cache(_requested: object, context: Context) -> str | None:
    return _place(context.user.model_cache, given(context.environ, "FASTEMBED_CACHE_DIR"))


def _grammars(_requested: object, context: Context) -> str | None:
    return _place(context.user.grammars, given(context.environ, "GROOVE_GRAMMAR_DIR"))


def _loopback(requested: object, _context: Context) -> object:
    from grooveseek.config.address import parse_address

    try:
        address = parse_address(str(requested))
    except ValueError:
        return requested  # refused by the server, if it would be used at all
    return requested if address.is_loopback else f"127.0.0.1:{address.port}"


def _place(default: Path | None, from_environment: str | None) -> str | None:
    return str(default) if default and not from_environment else None


RESTRICTED: dict[str, Replacement] = {
    "kb_path": _knowledge_base,
    "model_dir": _dropped,
    "fastembed_cache_dir": _model_cache,
    "grammar_dir": _grammars,
    "parsers": _dropped,
    "embedding": _dropped,
    "eval.golden": _dropped,
    "index.path": _dropped,
    "index.max_binary_file_size": _dropped,
    "index.max_text_file_size": _dropped,
    "index.max_decompressed_size": _dropped,
    "transport.http.bind": _loopback,
    "transport.http.allowed_hosts": _dropped,
    "transport.http.allowed_origins": _dropped,
    "transport.http.healthz_public": _dropped,
    "transport.http.max_sessions": _dropped,
    "transport.http.systemd_socket": _dropped,
}
"""Every restricted key or section, in the order of warnings."""

LIMITED = ("kb_path", "transport.http.bind")
"""Restricted keys whose ordinary values are honoured all the same."""

_FORCED = ("fastembed_cache_dir", "grammar_dir")
"""Set even where the file says nothing."""


def restrict(document: Document, context: Context) -> Iterator[str]:
    """Take out of `document`, in place, what it may not decide; one warning for each key that was written."""
    for dotted, replacement in RESTRICTED.items():
        requested = get(document, dotted)
        if requested is None and dotted not in _FORCED:
            continue
        used = replacement(requested, context)
        if used == requested:
            continue
        put(document, dotted, used)
        if requested is not None:
            yield _warning(dotted, requested, used, context.file)


def _warning(dotted: str, requested: object, used: object, file: Path) -> str:
    key = key_at(dotted)
    name = f"[{dotted}]" if key.section else dotted
    return (
        f"{printable(file)}: {name} = {shown(key.without_secrets(requested))} is not taken from a file that was merely "
        f"found; using {key.default_shown if used is None else shown(used)} (--config honours a file in full)"
    )


def _is_too_wide(path: Path, folder: Path, home: Path | None) -> bool:
    """True for a path that covers far more than notes beside the file, and for one whose links cannot be followed."""
    try:
        meant = Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        if any(part.is_symlink() and not part.exists() for part in (path, *path.parents)):
            return True
        meant = real(path)
    except OSError:
        return True
    wide = [Path(meant.anchor), *real(folder).parents]
    if home:
        wide += [real(home), *real(home).parents]
    return any(_same(meant, other) for other in wide)


def _same(one: Path, other: Path) -> bool:
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False

"""The `Origin` of a request: which web pages may call."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from grooveseek.config.address import IPAddress, is_loopback
from grooveseek.errors import ConfigError
from grooveseek.server.http.hosts import LOOPBACK_NAMES, Authority, MalformedError, parse_authority, spellings

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*")


@dataclass(frozen=True, slots=True)
class Origin:
    """A scheme and where it leads; the opaque origin `null` has neither."""

    scheme: str
    authority: Authority

    def matches(self, entry: Origin) -> bool:
        return self.scheme == entry.scheme and self.authority.matches(entry.authority)

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}" if self.scheme else "null"


NULL = Origin("", Authority("null"))


def parse_origin(text: str) -> Origin:
    """`scheme://host[:port]` or `null`, surrounding space ignored. Raises `MalformedError`, for user names too."""
    value = text.strip()
    if value.lower() == "null":
        return NULL
    scheme, separator, authority = value.partition("://")
    if not separator or not _SCHEME.fullmatch(scheme.lower()):
        raise MalformedError(value)
    return Origin(scheme.lower(), parse_authority(authority))


@dataclass(frozen=True, slots=True)
class OriginList:
    """The accepted origins; None stands for no check at all."""

    entries: tuple[Origin, ...] | None

    def accepts(self, origin: Origin) -> bool:
        return self.entries is None or any(origin.matches(entry) for entry in self.entries)

    @property
    def names_loopback(self) -> bool:
        return self.entries is not None and any(entry.authority.is_loopback for entry in self.entries)


def default_origins(bound: IPAddress | None, port: int | None) -> OriginList:
    """Pages served from this machine under the bound port; without a port (Unix socket) under any."""
    names = [*LOOPBACK_NAMES]
    if bound is not None and is_loopback(bound):
        names += spellings(bound)
    # A browser leaves out port 80, so there the spelling without a port has to be listed beside the one with it.
    ports = (port, None) if port == 80 else (port,)
    found = (Origin("http", Authority(name, number)) for name in dict.fromkeys(names) for number in ports)
    return OriginList(tuple(found))


def configured_origins(allowed: Iterable[str] | None, bound: IPAddress | None, port: int | None) -> OriginList:
    """What `[transport.http].allowed_origins` means: absent, empty (no check) or exactly the list.

    Raises `ConfigError` for an entry that could never match.
    """
    if allowed is None:
        return default_origins(bound, port)
    entries = tuple(_entry(text) for text in allowed)
    return OriginList(entries or None)


def _entry(text: str) -> Origin:
    try:
        return parse_origin(text)
    except MalformedError:
        raise ConfigError(
            f"[transport.http].allowed_origins: {text!r} cannot be used: {_fault(text.strip())}. An entry is "
            "scheme://host or scheme://host:port, such as https://kb.example.com, or null. (allowed_hosts is the "
            "laxer neighbour: it takes bare host names.)"
        ) from None


def _fault(entry: str) -> str:
    if not entry:
        return "it is empty"
    scheme, separator, authority = entry.partition("://")
    if not separator:
        return "it has no scheme"
    if not _SCHEME.fullmatch(scheme.lower()):
        return f"{scheme!r} is no scheme"
    if not authority or authority.startswith((":", "/")):
        return "it has no host"
    return "behind the scheme only a host and a port may stand"

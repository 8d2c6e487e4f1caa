"""The `Host` of a request: how it is read, and which ones a route accepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from grooveseek.config.address import IPAddress, is_loopback

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")

_FORBIDDEN = frozenset("@/#?%")


class MalformedError(ValueError):
    """A header value that no list could hold."""


@dataclass(frozen=True, slots=True)
class Authority:
    """A host, lower case and without brackets, and the port where one is written."""

    host: str
    port: int | None = None

    def matches(self, entry: Authority) -> bool:
        """An entry without a port stands for every port; nothing is resolved or normalised."""
        return self.host == entry.host and entry.port in (None, self.port)

    @property
    def is_loopback(self) -> bool:
        """Whether it names this machine: `localhost` or a numeric loopback address."""
        try:
            return self.host == "localhost" or is_loopback(ip_address(self.host))
        except ValueError:
            return False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"


def parse_authority(text: str) -> Authority:
    """`host`, `host:port`, `[v6]` or `[v6]:port`; an empty port counts as none. Raises `MalformedError`."""
    if _FORBIDDEN.intersection(text) or any(character.isspace() for character in text):
        raise MalformedError(text)
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise MalformedError(text)
        port = rest[1:]
    else:
        host, _, port = text.partition(":")
    if not host or ":" in port:
        raise MalformedError(text)
    return Authority(host.lower(), _port(port))


def parse_entry(text: str) -> Authority:
    """One entry of `allowed_hosts`. Never refused: what cannot be a host simply matches none."""
    entry = text.strip()
    if not entry.startswith("[") and entry.count(":") > 1:
        return Authority(entry.lower())
    try:
        return parse_authority(entry)
    except MalformedError:
        return Authority(entry.lower())


@dataclass(frozen=True, slots=True)
class HostList:
    """The accepted hosts; None stands for every well-formed one."""

    entries: tuple[Authority, ...] | None

    def accepts(self, host: Authority) -> bool:
        return self.entries is None or any(host.matches(entry) for entry in self.entries)

    @property
    def names_loopback(self) -> bool:
        return self.entries is not None and any(entry.is_loopback for entry in self.entries)


def default_hosts(bound: IPAddress | None) -> HostList:
    """The loopback names, and the bound address where it is a loopback one; `bound` is None for a Unix socket."""
    names = [*LOOPBACK_NAMES]
    if bound is not None and is_loopback(bound):
        names += spellings(bound)
    return HostList(tuple(Authority(name) for name in dict.fromkeys(names)))


def admin_hosts(bound: IPAddress | None) -> HostList:
    """As the default, with any bound address that names one interface."""
    names = [*LOOPBACK_NAMES]
    if bound is not None and not bound.is_unspecified:
        names += spellings(bound)
    return HostList(tuple(Authority(name) for name in dict.fromkeys(names)))


def configured_hosts(allowed: Iterable[str] | None, bound: IPAddress | None) -> HostList:
    """What `[transport.http].allowed_hosts` means: absent, empty (every host) or exactly the list."""
    if allowed is None:
        return default_hosts(bound)
    entries = tuple(parse_entry(text) for text in allowed)
    return HostList(entries or None)


def spellings(address: IPAddress) -> list[str]:
    """How an address may be written in a URL: an IPv4-mapped one has two usual ways."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        value = int(address.ipv4_mapped)
        return [f"::ffff:{address.ipv4_mapped}", f"::ffff:{value >> 16:x}:{value & 0xFFFF:x}"]
    return [str(address)]


def _port(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text.lstrip("0")) > 5 or int(text) > 65535:
        raise MalformedError(text)
    return int(text)

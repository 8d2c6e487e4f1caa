"""The gate before every route: who is the peer, which host was asked for, which page asks. Authenticates nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address

from grooveseek.config.address import is_loopback
from grooveseek.server.http.hosts import HostList, parse_authority
from grooveseek.server.http.origins import OriginList, parse_origin

RawHeaders = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """`body` never repeats what was refused; `value` is for the log alone."""

    status: int
    body: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Gate:
    """None for a question that is not asked."""

    loopback_peer_only: bool = False
    hosts: HostList | None = None
    origins: OriginList | None = None

    def refusal(self, peer: str | None, headers: RawHeaders) -> Refusal | None:
        """The first question that is answered wrongly, in the order peer, Host, Origin; None lets the request pass."""
        fields = [(name.lower(), value) for name, value in headers]
        return (
            (_peer_refusal(peer) if self.loopback_peer_only else None)
            or (_host_refusal(fields, self.hosts) if self.hosts is not None else None)
            or (_origin_refusal(fields, self.origins) if self.origins is not None else None)
        )


OPEN = Gate()


def _peer_refusal(peer: str | None) -> Refusal | None:
    try:
        if peer is not None and is_loopback(ip_address(peer)):
            return None
    except ValueError:
        pass
    return Refusal(403, "Forbidden: admin endpoints are loopback-only", peer or "unknown")


def _host_refusal(fields: list[tuple[bytes, bytes]], hosts: HostList) -> Refusal | None:
    values = [value for name, value in fields if name == b"host"]
    # HTTP/2 carries the same in a pseudo-header.
    values = values or [value for name, value in fields if name == b":authority"]
    if not values:
        return Refusal(400, "Bad Request: missing Host header")
    return _judged("Host", values, lambda text: hosts.accepts(parse_authority(text)))


def _origin_refusal(fields: list[tuple[bytes, bytes]], origins: OriginList) -> Refusal | None:
    values = [value for name, value in fields if name == b"origin"]
    if not values or origins.entries is None:
        return None
    return _judged("Origin", values, lambda text: origins.accepts(parse_origin(text)))


def _judged(header: str, values: list[bytes], accepts: Callable[[str], bool]) -> Refusal | None:
    shown = ascii(b", ".join(values).decode("utf-8", "backslashreplace"))[1:-1][:200]
    if not all(value.isascii() for value in values):
        return Refusal(400, f"Bad Request: Invalid {header} header encoding", shown)
    try:
        (value,) = values
        accepted = accepts(value.decode("ascii"))
    except ValueError:
        return Refusal(400, f"Bad Request: Invalid {header} header", shown)
    return None if accepted else Refusal(403, f"Forbidden: {header} header is not allowed", shown)

"""Asking a running instance how it is."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from grooveseek.config.address import Address, parse_address

_SECONDS = 1.0
_LARGEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class Daemon:
    """What the process at an address says of itself."""

    pid: int | None
    uptime_seconds: int | None
    model: str | None


def ask_daemon(bind: str | None) -> Daemon | None:
    """None where no groove answers within a second."""
    try:
        address = _reachable(parse_address(bind or ""))
    except ValueError:
        return None
    connection = http.client.HTTPConnection(str(address.ip), address.port, timeout=_SECONDS)
    try:
        connection.request("GET", "/api/admin/status", headers={"Host": str(address)})
        answer = connection.getresponse()
        body = json.loads(answer.read(_LARGEST)) if answer.status == http.client.OK else {}
        return _daemon(body)
    except (OSError, ValueError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _reachable(address: Address) -> Address:
    """Where a server that listens everywhere is reached from here."""
    if address.port == 0:
        raise ValueError("the port is not known")
    if not address.ip.is_unspecified:
        return address
    loopback = IPv4Address("127.0.0.1") if address.ip.version == 4 else IPv6Address("::1")
    return Address(loopback, address.port)


def _daemon(body: object) -> Daemon | None:
    if not isinstance(body, dict) or not isinstance(body.get("daemon"), dict):
        return None
    daemon, kb = body["daemon"], body.get("kb")
    model = kb.get("model") if isinstance(kb, dict) else None
    return Daemon(
        _whole(daemon.get("pid")), _whole(daemon.get("uptime_secs")), model if isinstance(model, str) else None
    )


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None

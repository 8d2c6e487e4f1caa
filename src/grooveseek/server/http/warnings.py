"""What an operator should hear at the start about who will and will not be let in."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from grooveseek.config.address import Address
from grooveseek.config.keys import Http
from grooveseek.server.http.hosts import LOOPBACK_NAMES, Authority, configured_hosts
from grooveseek.server.http.origins import Origin, configured_origins


@dataclass(frozen=True, slots=True)
class StartNote:
    level: int
    text: str


def start_notes(address: Address | None, settings: Http) -> list[StartNote]:
    """`address` is the one really bound, None for a Unix socket. In the order in which they are logged."""
    if address is None:
        notes = _unix_notes(settings)
    else:
        notes = [*_exposure(address, settings), *_page_out_of_reach(address, settings)]
    if settings.allowed_origins is not None and not settings.allowed_origins:
        notes.append(
            _warning(
                "allowed_origins = [] switches the Origin check off: any web page open in a browser on this machine "
                "can reach /mcp"
            )
        )
    return notes


def page_addresses(address: Address, settings: Http) -> list[str]:
    """The URLs under which the page at `/ui`, opened on this machine, can also search."""
    hosts = configured_hosts(settings.allowed_hosts, address.ip)
    origins = configured_origins(settings.allowed_origins, address.ip, address.port)
    authorities = [Authority(name, address.port) for name in LOOPBACK_NAMES]
    return [
        f"http://{authority}/ui"
        for authority in authorities
        if hosts.accepts(authority) and origins.accepts(Origin("http", authority))
    ]


def _exposure(address: Address, settings: Http) -> list[StartNote]:
    if address.is_loopback or settings.allowed_hosts:
        return []
    if settings.allowed_hosts is None:
        return [
            _warning(
                f"listening on {address}, which is not a loopback address, but allowed_hosts is not set: requests "
                "that name this machine otherwise get 403 for their Host; list the names clients use in "
                "[transport.http].allowed_hosts. There is no authentication: whoever owns the network owns access"
            )
        ]
    return [
        _warning(
            f"listening on {address} with allowed_hosts = []: the Host check is off and every peer that reaches the "
            "port can call every tool. There is no authentication"
        )
    ]


def _page_out_of_reach(address: Address, settings: Http) -> list[StartNote]:
    notes = []
    if settings.allowed_origins and not configured_origins(settings.allowed_origins, None, None).names_loopback:
        port = address.port
        notes.append(
            _warning(
                "allowed_origins names no loopback origin, so the page at /ui will not be able to search: add "
                f"http://localhost:{port} and http://127.0.0.1:{port} (a set key replaces the default list)"
            )
        )
    if settings.allowed_hosts and not configured_hosts(settings.allowed_hosts, None).names_loopback:
        notes.append(
            _warning(
                "allowed_hosts names no loopback host, so the page at /ui will not be able to search: add localhost "
                "and 127.0.0.1 (a set key replaces the default list, it does not extend it)"
            )
        )
    if settings.allowed_origins is None and address.port == 80:
        notes.append(
            _warning(
                "on port 80 the default allowed_origins hold entries without a port; such an entry matches every port "
                "of that host"
            )
        )
    return notes


def _unix_notes(settings: Http) -> list[StartNote]:
    if settings.allowed_origins is not None:
        return []
    return [
        StartNote(
            logging.INFO,
            "Unix socket: the default allowed_origins are http://localhost, http://127.0.0.1 and http://[::1] with "
            "any port",
        )
    ]


def _warning(text: str) -> StartNote:
    return StartNote(logging.WARNING, text)

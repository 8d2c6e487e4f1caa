"""Which gate stands before which route, from the settings and the address really bound."""

from __future__ import annotations

from dataclasses import dataclass

from grooveseek.config.keys import Http
from grooveseek.server.http.gate import OPEN, Gate
from grooveseek.server.http.hosts import admin_hosts, configured_hosts
from grooveseek.server.http.listener import Bound
from grooveseek.server.http.origins import configured_origins


@dataclass(frozen=True, slots=True)
class Gates:
    mcp: Gate
    healthz: Gate
    admin: Gate
    """For `/ui` and `/api/admin/status`: no setting widens its peers or hosts."""


def gates_for(bound: Bound, settings: Http) -> Gates:
    """Raises `ConfigError` for an entry of `allowed_origins` that cannot be used."""
    ip = bound.address.ip if bound.address else None
    hosts = configured_hosts(settings.allowed_hosts, ip)
    origins = configured_origins(settings.allowed_origins, ip, bound.address.port if bound.address else None)
    return Gates(
        mcp=Gate(hosts=hosts, origins=origins),
        healthz=OPEN if settings.healthz_public else Gate(hosts=hosts),
        admin=Gate(
            # Who may open a Unix socket was decided by its owner and mode.
            loopback_peer_only=ip is not None,
            hosts=admin_hosts(None if bound.activated else ip),
            origins=origins,
        ),
    )

"""How `groove serve` is reached: flags and file settled into one listener, or refused before anything is loaded."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from ipaddress import IPv4Address

from grooveseek.config.address import Address, exposure_refusal, parse_address
from grooveseek.config.keys import Config, TransportKind
from grooveseek.errors import ConfigError

LOOPBACK = IPv4Address("127.0.0.1")
DEFAULT_ADDRESS = Address(LOOPBACK, 3100)


@dataclass(frozen=True, slots=True)
class TransportFlags:
    """What the command line said; None means not given."""

    transport: TransportKind | None = None
    bind: Address | None = None
    port: int | None = None
    i_know: bool = False
    systemd_socket: bool = False


@dataclass(frozen=True, slots=True)
class Stdio:
    """Standard input and output."""


@dataclass(frozen=True, slots=True)
class Tcp:
    """HTTP on an address of our own."""

    address: Address


@dataclass(frozen=True, slots=True)
class ActivatedSocket:
    """HTTP on the one socket that a service manager opened."""


Listener = Stdio | Tcp | ActivatedSocket


def resolve_transport(flags: TransportFlags, config: Config, platform: str = sys.platform) -> Listener:
    """Raises `ConfigError` for every combination that cannot be meant."""
    if (flags.transport or config.transport.kind) == "stdio":
        return _stdio(flags, config)
    if flags.systemd_socket or config.transport.http.systemd_socket:
        return _activated(flags, config, platform)
    if flags.bind and not flags.bind.is_loopback and not flags.i_know:
        raise ConfigError(exposure_refusal(flags.bind))
    return Tcp(_address(flags, config))


def _stdio(flags: TransportFlags, config: Config) -> Stdio:
    given = _listener_flags(flags)
    if given:
        raise ConfigError(f"{given[0]} needs HTTP, but the transport is stdio: add --transport http")
    if flags.systemd_socket:
        raise ConfigError("--systemd-socket needs HTTP, but the transport is stdio: add --transport http")
    if config.transport.http.systemd_socket and flags.transport != "stdio":
        raise ConfigError(
            "transport.http.systemd_socket needs HTTP, but transport.kind is stdio: set kind to http, or pass "
            "--transport stdio to serve over stdio all the same"
        )
    return Stdio()


def _activated(flags: TransportFlags, config: Config, platform: str) -> ActivatedSocket:
    activation = "--systemd-socket" if flags.systemd_socket else "transport.http.systemd_socket"
    others = _listener_flags(flags)
    if config.transport.http.bind is not None:
        others.append("transport.http.bind")
    if others:
        raise ConfigError(f"{activation} and {others[0]} name two listeners: remove one of them")
    if platform != "linux":
        raise ConfigError(f"{activation}: socket activation exists on Linux only; name an address instead")
    return ActivatedSocket()


def _address(flags: TransportFlags, config: Config) -> Address:
    if flags.bind:
        return flags.bind
    if flags.port is not None:
        return Address(LOOPBACK, flags.port)
    written = config.transport.http.bind
    if written is None:
        return DEFAULT_ADDRESS
    try:
        return parse_address(written)
    except ValueError as error:
        from grooveseek.config.shown import shown

        raise ConfigError(f"transport.http.bind = {shown(written)} is not allowed: write {error}") from error


def _listener_flags(flags: TransportFlags) -> list[str]:
    return [name for name, value in (("--bind", flags.bind), ("--port", flags.port)) if value is not None]

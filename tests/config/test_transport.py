from __future__ import annotations

from typing import Any

import pytest

from grooveseek.config.address import parse_address
from grooveseek.config.keys import Config, Http, Transport, TransportKind
from grooveseek.config.transport import (
    ActivatedSocket,
    Listener,
    Stdio,
    Tcp,
    TransportFlags,
    resolve_transport,
)
from grooveseek.errors import ConfigError


def _flags(bind: str | None = None, **flags: Any) -> TransportFlags:
    return TransportFlags(bind=parse_address(bind) if bind else None, **flags)


def _config(kind: TransportKind = "stdio", **http: Any) -> Config:
    return Config(transport=Transport(kind=kind, http=Http(**http)))


def _tcp(text: str) -> Tcp:
    return Tcp(parse_address(text))


@pytest.mark.parametrize(
    ("flags", "config", "listener"),
    [
        (_flags(), Config(), Stdio()),
        (_flags(transport="http"), Config(), _tcp("127.0.0.1:3100")),
        (_flags(transport="http", port=4000), Config(), _tcp("127.0.0.1:4000")),
        (_flags("0.0.0.0:9000", transport="http", port=4000, i_know=True), Config(), _tcp("0.0.0.0:9000")),
        (_flags(), _config("http", bind="127.0.0.1:5555"), _tcp("127.0.0.1:5555")),
        (_flags(transport="stdio"), _config("http"), Stdio()),
        (_flags(port=4000), _config("http", bind="127.0.0.1:5555"), _tcp("127.0.0.1:4000")),
        (_flags(port=0), _config("http"), _tcp("127.0.0.1:0")),
        (_flags("127.0.0.2:3100"), _config("http"), _tcp("127.0.0.2:3100")),
        (_flags("[::1]:3100"), _config("http"), _tcp("[::1]:3100")),
        (_flags("[::ffff:127.0.0.1]:1"), _config("http"), _tcp("[::ffff:127.0.0.1]:1")),
        (_flags(), _config("http", bind="0.0.0.0:80"), _tcp("0.0.0.0:80")),
        (_flags(port=1), _config("http", bind="nonsense"), _tcp("127.0.0.1:1")),
        (_flags("127.0.0.1:2"), _config("http", bind="nonsense"), _tcp("127.0.0.1:2")),
        (_flags(), _config(bind="nonsense"), Stdio()),
        (_flags(systemd_socket=True), _config("http"), ActivatedSocket()),
        (_flags(), _config("http", systemd_socket=True), ActivatedSocket()),
        (_flags(transport="stdio"), _config("http", systemd_socket=True), Stdio()),
        (_flags(transport="stdio"), _config("stdio", systemd_socket=True), Stdio()),
    ],
)
def test_what_is_listened_to(flags: TransportFlags, config: Config, listener: Listener) -> None:
    assert resolve_transport(flags, config, "linux") == listener


@pytest.mark.parametrize(
    ("flags", "config", "message"),
    [
        (_flags(port=4000), Config(), "--port .*--transport http"),
        (_flags("127.0.0.1:1"), Config(), "--bind .*--transport http"),
        (_flags(transport="stdio", port=4000), _config("http"), "--port .*--transport http"),
        (_flags("0.0.0.0:3100"), Config(), "--transport http"),
        (_flags("0.0.0.0:3100", transport="http"), Config(), "no authentication.*--i-know"),
        (_flags("[::127.0.0.1]:3100", transport="http"), Config(), "--i-know"),
        (_flags(), _config("http", bind="nonsense"), r'transport\.http\.bind = "nonsense" .*IP:PORT'),
        (_flags(), _config("http", bind="localhost:3100"), r'transport\.http\.bind = "localhost:3100"'),
        (_flags(systemd_socket=True), Config(), "--systemd-socket .*--transport http"),
        (_flags(transport="stdio", systemd_socket=True), _config("http"), "--systemd-socket .*--transport http"),
        (_flags(), _config(systemd_socket=True), r"transport\.http\.systemd_socket .*--transport stdio"),
        (_flags(systemd_socket=True), _config("http", bind="127.0.0.1:1"), r"two listeners"),
        (
            _flags(),
            _config("http", bind="127.0.0.1:1", systemd_socket=True),
            r"systemd_socket and .*bind .*two listeners",
        ),
        (_flags("127.0.0.1:1"), _config("http", systemd_socket=True), r"--bind .*two listeners"),
        (_flags(port=1), _config("http", systemd_socket=True), r"--port .*two listeners"),
    ],
)
def test_what_cannot_be_meant_is_refused(flags: TransportFlags, config: Config, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as refused:
        resolve_transport(flags, config, "linux")
    assert str(refused.value).isascii()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_socket_activation_exists_on_linux_only(platform: str) -> None:
    with pytest.raises(ConfigError, match=r"^--systemd-socket: .*Linux only"):
        resolve_transport(_flags(systemd_socket=True), _config("http"), platform)
    with pytest.raises(ConfigError, match=r"^transport\.http\.systemd_socket: .*Linux only"):
        resolve_transport(_flags(), _config("http", systemd_socket=True), platform)
    with pytest.raises(ConfigError, match="two listeners"):
        resolve_transport(_flags(systemd_socket=True), _config("http", bind="127.0.0.1:1"), platform)

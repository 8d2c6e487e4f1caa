from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address

import pytest

from grooveseek.config.address import Address
from grooveseek.config.keys import Http
from grooveseek.server.http.gate import OPEN
from grooveseek.server.http.gates import gates_for
from grooveseek.server.http.listener import Bound


@pytest.fixture
def sock() -> Iterator[socket.socket]:
    with socket.socket() as made:
        yield made


def test_healthz_is_open_unless_told_otherwise(sock: socket.socket) -> None:
    bound = Bound(sock, Address(ip_address("127.0.0.1"), 3100))

    assert gates_for(bound, Http()).healthz == OPEN
    closed = gates_for(bound, Http(healthz_public=False)).healthz
    assert closed.hosts is not None
    assert closed.origins is None


def test_a_unix_socket_lets_every_peer_reach_the_admin_routes(sock: socket.socket) -> None:
    gates = gates_for(Bound(sock, None, activated=True), Http())

    assert gates.admin.refusal(None, [(b"host", b"localhost")]) is None


def test_an_activated_address_is_not_added_to_the_admin_hosts(sock: socket.socket) -> None:
    address = Address(ip_address("192.0.2.7"), 3100)
    own, activated = Bound(sock, address), Bound(sock, address, activated=True)

    assert gates_for(own, Http()).admin.refusal("127.0.0.1", [(b"host", b"192.0.2.7:3100")]) is None
    assert gates_for(activated, Http()).admin.refusal("127.0.0.1", [(b"host", b"192.0.2.7:3100")]) is not None


def test_admin_routes_take_the_configured_origins(sock: socket.socket) -> None:
    settings = Http(allowed_origins=("https://kb.example.com",))
    gates = gates_for(Bound(sock, Address(ip_address("127.0.0.1"), 3100)), settings)
    headers = [(b"host", b"localhost:3100"), (b"origin", b"http://localhost:3100")]

    assert gates.admin.refusal("127.0.0.1", headers) is not None

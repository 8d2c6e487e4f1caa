from __future__ import annotations

from ipaddress import ip_address

import pytest

from grooveseek.server.http.gate import OPEN, Gate
from grooveseek.server.http.hosts import admin_hosts, configured_hosts, default_hosts
from grooveseek.server.http.origins import configured_origins, default_origins

BOUND = ip_address("127.0.0.1")
LOCAL_HOST = (b"host", b"127.0.0.1:3100")

MCP = Gate(hosts=default_hosts(BOUND), origins=default_origins(BOUND, 3100))
ADMIN = Gate(loopback_peer_only=True, hosts=admin_hosts(BOUND), origins=default_origins(BOUND, 3100))


def status(gate: Gate, *headers: tuple[bytes, bytes], peer: str | None = "127.0.0.1") -> int:
    refusal = gate.refusal(peer, headers)
    return 200 if refusal is None else refusal.status


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:3100", 200),
        ("127.0.0.1", 200),
        ("LOCALHOST:3100", 200),
        ("[::1]:3100", 200),
        ("127.0.0.1:03177", 200),
        ("user:pw@127.0.0.1:3100", 400),
        ("@127.0.0.1:3100", 400),
        ("127.0.0.1@localhost", 400),
        ("127.0.0.1:65536", 400),
        ("localhost:abc", 400),
        ("localhost:1:2", 400),
        ("[]:80", 400),
        ("[::1]evil.example", 400),
        ("kb.example.lan", 403),
        ("0.0.0.0:3100", 403),
        ("localhost.", 403),
        ("127.1", 403),
        ("2130706433", 403),
        ("[::ffff:127.0.0.1]", 403),
    ],
)
@pytest.mark.parametrize("gate", [MCP, Gate(hosts=default_hosts(BOUND))], ids=["mcp", "healthz"])
def test_hosts_under_the_default_list(gate: Gate, host: str, expected: int) -> None:
    assert status(gate, (b"host", host.encode())) == expected


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://127.0.0.1:3100", 200),
        ("HTTP://LOCALHOST:3100", 200),
        ("https://127.0.0.1:3100", 403),
        ("http://127.0.0.1", 403),
        ("http://127.0.0.1:1", 403),
        ("null", 403),
        ("https://evil.example", 403),
        ("127.0.0.1:3100", 400),
        ("http://", 400),
        ("banana", 400),
    ],
)
def test_origins_under_the_default_list(origin: str, expected: int) -> None:
    assert status(MCP, LOCAL_HOST, (b"origin", origin.encode())) == expected


def test_a_request_without_an_origin_passes() -> None:
    assert status(MCP, LOCAL_HOST) == 200


def test_a_configured_host_opens_the_protocol_and_not_the_admin_page() -> None:
    mcp = Gate(hosts=configured_hosts(["kb.example.lan"], BOUND))

    assert status(mcp, (b"host", b"kb.example.lan")) == 200
    assert status(ADMIN, (b"host", b"kb.example.lan")) == 403
    assert status(mcp, (b"host", b"localhost")) == 403
    assert status(ADMIN, (b"host", b"localhost")) == 200


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ([], "Bad Request: missing Host header"),
        ([(b"host", "ホスト".encode())], "Bad Request: Invalid Host header encoding"),
        ([(b"host", b"a@b")], "Bad Request: Invalid Host header"),
        ([(b"host", b"localhost"), (b"host", b"localhost")], "Bad Request: Invalid Host header"),
        ([(b"host", b"evil.example")], "Forbidden: Host header is not allowed"),
        ([LOCAL_HOST, (b"origin", "http://ホスト".encode())], "Bad Request: Invalid Origin header encoding"),
        ([LOCAL_HOST, (b"origin", b"banana")], "Bad Request: Invalid Origin header"),
        ([LOCAL_HOST, (b"origin", b"http://a"), (b"origin", b"http://a")], "Bad Request: Invalid Origin header"),
        ([LOCAL_HOST, (b"origin", b"https://evil.example")], "Forbidden: Origin header is not allowed"),
    ],
)
def test_refusals_say_what_is_wrong_and_never_repeat_it(headers: list[tuple[bytes, bytes]], body: str) -> None:
    refusal = MCP.refusal("127.0.0.1", headers)

    assert refusal is not None
    assert refusal.body == body


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_loopback_peers_reach_admin_routes(peer: str) -> None:
    assert status(ADMIN, LOCAL_HOST, peer=peer) == 200


@pytest.mark.parametrize("peer", ["192.0.2.7", "::127.0.0.1", "0.0.0.0", "::ffff:192.0.2.7", "nonsense", None])
def test_other_peers_do_not(peer: str | None) -> None:
    refusal = ADMIN.refusal(peer, [LOCAL_HOST])

    assert refusal is not None
    assert (refusal.status, refusal.body) == (403, "Forbidden: admin endpoints are loopback-only")


def test_the_peer_is_asked_before_the_host_and_the_host_before_the_origin() -> None:
    bad = [(b"host", b"evil.example"), (b"origin", b"https://evil.example")]

    by_peer, by_host = ADMIN.refusal("192.0.2.7", bad), ADMIN.refusal("127.0.0.1", bad)

    assert by_peer is not None
    assert "loopback-only" in by_peer.body
    assert by_host is not None
    assert by_host.body == "Forbidden: Host header is not allowed"


def test_the_authority_of_http_2_stands_in_for_a_missing_host() -> None:
    assert status(MCP, (b":authority", b"localhost:3100")) == 200


def test_an_empty_origin_list_asks_nothing() -> None:
    gate = Gate(hosts=default_hosts(BOUND), origins=configured_origins([], BOUND, 3100))

    assert status(gate, LOCAL_HOST, (b"origin", b"banana")) == 200


def test_an_empty_host_list_still_refuses_what_is_malformed() -> None:
    gate = Gate(hosts=configured_hosts([], BOUND))

    assert status(gate, (b"host", b"evil.example")) == 200
    assert status(gate, (b"host", b"a@b")) == 400
    assert status(gate) == 400


def test_an_open_gate_asks_nothing() -> None:
    assert status(OPEN, peer="192.0.2.7") == 200

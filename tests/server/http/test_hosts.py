from __future__ import annotations

from ipaddress import ip_address

import pytest

from grooveseek.server.http.hosts import (
    Authority,
    MalformedError,
    admin_hosts,
    configured_hosts,
    default_hosts,
    parse_authority,
    parse_entry,
    spellings,
)

LOOPBACK = ip_address("127.0.0.1")


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("localhost", "localhost", None),
        ("LOCALHOST:3100", "localhost", 3100),
        ("127.0.0.1:03177", "127.0.0.1", 3177),
        ("[::1]:3100", "::1", 3100),
        ("[::1]", "::1", None),
        ("host:", "host", None),
        ("[::1]:", "::1", None),
        ("host:0", "host", 0),
        ("host:65535", "host", 65535),
    ],
)
def test_an_authority_is_a_host_and_a_port_where_one_is_written(text: str, host: str, port: int | None) -> None:
    assert parse_authority(text) == Authority(host, port)


@pytest.mark.parametrize(
    "text",
    [
        "user:pw@127.0.0.1:3100",
        "@127.0.0.1:3100",
        "127.0.0.1@localhost",
        "127.0.0.1:65536",
        "localhost:abc",
        "localhost:1:2",
        "[]:80",
        "[::1]evil.example",
        "[::1",
        "::1",
        "a/b",
        "a#b",
        "a?b",
        "a%b",
        "a b",
        " localhost",
        "host:+80",
        "host:-1",
        "host:" + "9" * 5000,
        "",
        ":80",
    ],
)
def test_a_malformed_authority_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_authority(text)


@pytest.mark.parametrize(
    ("entry", "host", "port"),
    [
        ("  kb.example.lan ", "kb.example.lan", None),
        ("KB.example.lan:8080", "kb.example.lan", 8080),
        ("::1", "::1", None),
        ("[::1]:3100", "::1", 3100),
    ],
)
def test_an_entry_may_be_spelled_in_the_usual_ways(entry: str, host: str, port: int | None) -> None:
    assert parse_entry(entry) == Authority(host, port)


def test_an_entry_that_cannot_be_a_host_matches_none() -> None:
    hosts = configured_hosts(["user@host", "host:abc"], LOOPBACK)

    assert not hosts.accepts(Authority("host"))


def test_an_entry_with_a_port_matches_that_port_only() -> None:
    hosts = configured_hosts(["kb.example.lan:8080"], LOOPBACK)

    assert hosts.accepts(Authority("kb.example.lan", 8080))
    assert not hosts.accepts(Authority("kb.example.lan", 80))
    assert not hosts.accepts(Authority("kb.example.lan"))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_the_default_holds_the_loopback_names_with_any_port(host: str) -> None:
    assert default_hosts(LOOPBACK).accepts(Authority(host, 9))


def test_a_bound_loopback_address_is_in_the_default() -> None:
    assert default_hosts(ip_address("127.0.0.2")).accepts(Authority("127.0.0.2", 3100))


@pytest.mark.parametrize("bound", ["192.0.2.7", "0.0.0.0", "::"])
def test_a_bind_beyond_this_machine_adds_nothing_to_the_default(bound: str) -> None:
    assert not default_hosts(ip_address(bound)).accepts(Authority(bound, 3100))


def test_a_mapped_address_is_listed_in_both_spellings() -> None:
    assert spellings(ip_address("::ffff:127.0.0.1")) == ["::ffff:127.0.0.1", "::ffff:7f00:1"]


def test_an_empty_list_accepts_every_host() -> None:
    assert configured_hosts([], LOOPBACK).accepts(Authority("evil.example"))


def test_a_list_replaces_the_default() -> None:
    hosts = configured_hosts(["kb.example.lan"], LOOPBACK)

    assert hosts.accepts(Authority("kb.example.lan", 3100))
    assert not hosts.accepts(Authority("localhost", 3100))


def test_admin_routes_accept_the_address_bound_beyond_this_machine() -> None:
    assert admin_hosts(ip_address("192.0.2.7")).accepts(Authority("192.0.2.7", 3100))


@pytest.mark.parametrize("wildcard", ["0.0.0.0", "::"])
def test_a_wildcard_bind_names_no_address_for_admin_routes(wildcard: str) -> None:
    assert not admin_hosts(ip_address(wildcard)).accepts(Authority(wildcard, 3100))

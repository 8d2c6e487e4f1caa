from __future__ import annotations

from ipaddress import ip_address

import pytest

from grooveseek.errors import ConfigError
from grooveseek.server.http.hosts import MalformedError
from grooveseek.server.http.origins import configured_origins, default_origins, parse_origin

LOOPBACK = ip_address("127.0.0.1")


@pytest.mark.parametrize(
    "text", ["127.0.0.1:3100", "http://", "banana", "", "http://user@host", "http://a/b", "1http://a"]
)
def test_a_malformed_origin_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_origin(text)


@pytest.mark.parametrize("text", ["null", "NULL", " null "])
def test_null_is_an_origin_of_its_own(text: str) -> None:
    assert str(parse_origin(text)) == "null"
    assert not default_origins(LOOPBACK, 3100).accepts(parse_origin(text))
    assert configured_origins(["null"], LOOPBACK, 3100).accepts(parse_origin(text))


@pytest.mark.parametrize("origin", ["http://localhost:3100", "http://127.0.0.1:3100", "http://[::1]:3100"])
def test_the_default_holds_the_page_of_the_bound_port(origin: str) -> None:
    assert default_origins(LOOPBACK, 3100).accepts(parse_origin(origin))


@pytest.mark.parametrize(
    "origin", ["https://localhost:3100", "http://localhost", "http://localhost:1", "http://192.0.2.7:3100"]
)
def test_the_default_holds_no_other_page(origin: str) -> None:
    assert not default_origins(LOOPBACK, 3100).accepts(parse_origin(origin))


def test_port_80_is_also_listed_without_a_port() -> None:
    assert default_origins(LOOPBACK, 80).accepts(parse_origin("http://localhost"))


def test_a_unix_socket_accepts_local_pages_on_any_port() -> None:
    origins = default_origins(None, None)

    assert origins.accepts(parse_origin("http://localhost"))
    assert origins.accepts(parse_origin("http://[::1]:8443"))


def test_a_bound_loopback_address_is_in_the_default() -> None:
    assert default_origins(ip_address("127.0.0.2"), 3100).accepts(parse_origin("http://127.0.0.2:3100"))


def test_an_entry_without_a_port_matches_any_port() -> None:
    origins = configured_origins(["  https://kb.example.com  "], LOOPBACK, 3100)

    assert origins.accepts(parse_origin("https://kb.example.com"))
    assert origins.accepts(parse_origin("https://kb.example.com:8443"))
    assert not origins.accepts(parse_origin("http://kb.example.com"))
    assert not origins.accepts(parse_origin("http://127.0.0.1:3100"))


def test_an_entry_with_a_port_does_not_match_an_omitted_one() -> None:
    origins = configured_origins(["https://kb.example.com:8443"], LOOPBACK, 3100)

    assert not origins.accepts(parse_origin("https://kb.example.com"))


def test_an_empty_list_switches_the_check_off() -> None:
    assert configured_origins([], LOOPBACK, 3100).entries is None


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("", "empty"),
        ("127.0.0.1:3100", "no scheme"),
        ("https://", "no host"),
        ("https://:80", "no host"),
        ("1x://host", "no scheme"),
        ("https://kb.example.com/", "only a host and a port"),
    ],
)
def test_an_entry_that_could_never_match_is_refused_with_its_reason(entry: str, reason: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        configured_origins([entry], LOOPBACK, 3100)

    message = str(refusal.value)
    assert "[transport.http].allowed_origins" in message
    assert repr(entry) in message
    assert reason in message
    assert "allowed_hosts" in message

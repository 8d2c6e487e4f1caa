from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grooveseek.config.address import Address, exposure_refusal, is_loopback, parse_address


@pytest.mark.parametrize(
    "text", ["127.0.0.1:3100", "0.0.0.0:0", "[::1]:3100", "[::]:65535", "[::ffff:127.0.0.1]:80", "192.168.1.7:9000"]
)
def test_an_address_is_read(text: str) -> None:
    address = parse_address(text)
    assert (address.ip, address.port) == (ip_address(text.rpartition(":")[0].strip("[]")), int(text.rpartition(":")[2]))


@pytest.mark.parametrize(
    "text",
    [
        *("", "127.0.0.1", ":3100", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:65536", "127.0.0.1:+80"),
        *("localhost:3100", "kb.example.lan:80", "::1:3100", "[::1]", "[::1:3100", "[127.0.0.1]:80", "127.1:80"),
        *("127.0.0.1:３１００", " 127.0.0.1:80", "127.0.0.1:80 ", "127.0.0.1:000080"),
    ],
)
def test_what_is_no_address_says_how_one_is_written(text: str) -> None:
    with pytest.raises(ValueError, match=r"IP:PORT"):
        parse_address(text)


@given(st.ip_addresses(), st.integers(0, 65535))
def test_an_address_is_read_back_from_its_text(ip: object, port: int) -> None:
    address = Address(ip_address(str(ip)), port)
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    ("ip", "loopback"),
    [
        *(("127.0.0.1", True), ("127.0.0.2", True), ("127.255.255.254", True), ("::1", True)),
        *(("::ffff:127.0.0.1", True), ("::ffff:7f00:1", True), ("::ffff:127.9.9.9", True)),
        *(("0.0.0.0", False), ("::", False), ("128.0.0.1", False), ("::127.0.0.1", False), ("::ffff:10.0.0.1", False)),
        *(("192.168.0.1", False), ("fe80::1", False)),
    ],
)
def test_loopback(ip: str, loopback: bool) -> None:
    assert is_loopback(ip_address(ip)) is loopback


def test_the_refusal_says_what_is_exposed_and_how_to_proceed() -> None:
    text = exposure_refusal(parse_address("0.0.0.0:3100"))
    assert "no authentication" in text
    assert "read the whole knowledge base" in text
    assert "authenticate nobody" in text
    assert "--i-know" in text
    assert text.isascii()

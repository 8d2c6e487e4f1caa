from __future__ import annotations

import logging
from ipaddress import ip_address

import pytest

from grooveseek.config.address import Address
from grooveseek.config.keys import Http
from grooveseek.server.http.warnings import page_addresses, start_notes

LOCAL = Address(ip_address("127.0.0.1"), 3100)
LAN = Address(ip_address("192.0.2.7"), 3100)


def texts(address: Address | None, settings: Http) -> list[str]:
    return [note.text for note in start_notes(address, settings)]


def test_the_default_starts_silently() -> None:
    assert texts(LOCAL, Http()) == []


def test_an_open_bind_without_hosts_is_told_of_the_refusals_to_come() -> None:
    (text,) = texts(LAN, Http())

    assert "403" in text
    assert "allowed_hosts" in text
    assert "no authentication" in text


def test_an_open_bind_with_every_host_is_told_that_all_tools_are_open() -> None:
    (text,) = texts(LAN, Http(allowed_hosts=()))

    assert "Host check is off" in text
    assert "every tool" in text


def test_writing_the_list_is_taken_as_intent() -> None:
    assert texts(LAN, Http(allowed_hosts=("kb.example.lan", "localhost"))) == []


def test_no_origin_check_is_told() -> None:
    (text,) = texts(LOCAL, Http(allowed_origins=()))

    assert "Origin check" in text
    assert "/mcp" in text


def test_origins_without_a_local_one_leave_the_page_without_search() -> None:
    (text,) = texts(LOCAL, Http(allowed_origins=("https://kb.example.com",)))

    assert "/ui" in text
    assert "http://localhost:3100" in text
    assert "http://127.0.0.1:3100" in text
    assert "replaces" in text


def test_hosts_without_a_local_one_leave_the_page_without_search() -> None:
    (text,) = texts(LOCAL, Http(allowed_hosts=("kb.example.lan",)))

    assert "/ui" in text
    assert "replaces" in text


@pytest.mark.parametrize("entry", ["127.0.0.2", "[::1]:3100", "localhost"])
def test_any_local_host_is_enough(entry: str) -> None:
    assert texts(LOCAL, Http(allowed_hosts=(entry,))) == []


def test_port_80_is_told_of_entries_that_match_every_port() -> None:
    (text,) = texts(Address(ip_address("127.0.0.1"), 80), Http())

    assert "every port" in text


def test_a_unix_socket_is_told_its_default_origins_without_alarm() -> None:
    (note,) = start_notes(None, Http())

    assert note.level == logging.INFO
    assert "http://[::1]" in note.text


def test_notes_are_ascii() -> None:
    settings = [Http(), Http(allowed_hosts=()), Http(allowed_origins=("https://kb.example.com",), allowed_hosts=("a",))]

    assert all(text.isascii() for address in (LOCAL, LAN, None) for one in settings for text in texts(address, one))


def test_the_page_can_search_where_host_and_origin_are_both_let_in() -> None:
    assert page_addresses(LOCAL, Http()) == [
        "http://localhost:3100/ui",
        "http://127.0.0.1:3100/ui",
        "http://[::1]:3100/ui",
    ]
    assert page_addresses(LOCAL, Http(allowed_hosts=("127.0.0.1",))) == ["http://127.0.0.1:3100/ui"]
    assert page_addresses(LOCAL, Http(allowed_origins=("https://kb.example.com",))) == []

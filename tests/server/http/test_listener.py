from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from grooveseek.config.address import Address
from grooveseek.errors import GrooveError
from grooveseek.server.http import listener
from grooveseek.server.http.listener import bind, take_activated

ANY_PORT = Address(ip_address("127.0.0.1"), 0)


def passed(count: str = "1") -> dict[str, str]:
    return {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": count}


@pytest.fixture(autouse=True)
def untaken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "_taken", False)


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        yield sock


def test_port_0_is_told_as_the_port_really_bound() -> None:
    bound = bind(ANY_PORT)

    with bound.sock:
        assert bound.address is not None
        assert bound.address.port > 0
        assert str(bound) == f"127.0.0.1:{bound.address.port}"


def test_answers_are_not_held_back_for_more_to_send() -> None:
    with bind(ANY_PORT).sock as sock:
        assert sock.proto == socket.IPPROTO_TCP


def test_a_port_in_use_hints_at_another_groove(listening: socket.socket) -> None:
    address = Address(ip_address("127.0.0.1"), listening.getsockname()[1])

    with pytest.raises(GrooveError, match="another groove may be running"):
        bind(address)


def test_a_passed_tcp_socket_is_taken(listening: socket.socket) -> None:
    descriptor = os.dup(listening.fileno())

    bound = take_activated(passed(), descriptor)

    with bound.sock:
        assert bound.activated
        assert bound.address == Address(ip_address("127.0.0.1"), listening.getsockname()[1])
        assert not os.get_inheritable(descriptor)


def test_a_passed_unix_socket_has_no_address(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(tmp_path / "s"))
        sock.listen()
        bound = take_activated(passed(), os.dup(sock.fileno()))

        with bound.sock:
            assert bound.address is None
            assert str(bound) == str(tmp_path / "s")


def test_a_socket_is_taken_once(listening: socket.socket) -> None:
    with take_activated(passed(), os.dup(listening.fileno())).sock, pytest.raises(GrooveError, match="already taken"):
        take_activated(passed(), listening.fileno())


@pytest.mark.parametrize(("pid", "shown"), [("999999", "999999"), ("", "unset"), ("abc", "abc")])
def test_a_socket_meant_for_another_process_is_refused(pid: str, shown: str) -> None:
    with pytest.raises(GrooveError) as refusal:
        take_activated({"LISTEN_PID": pid, "LISTEN_FDS": "1"})

    assert shown in str(refusal.value)
    assert str(os.getpid()) in str(refusal.value)


@pytest.mark.parametrize(("count", "shown"), [("2", "2"), ("", "unset"), ("x", "x"), ("0", "0")])
def test_any_number_of_sockets_but_one_is_refused(count: str, shown: str) -> None:
    with pytest.raises(GrooveError, match="exactly 1") as refusal:
        take_activated(passed(count))

    assert shown in str(refusal.value)


def test_a_datagram_socket_is_refused() -> None:
    with (
        socket.socket(type=socket.SOCK_DGRAM) as sock,
        pytest.raises(GrooveError, match=r"SOCK_DGRAM.*ListenStream="),
    ):
        take_activated(passed(), sock.fileno())


def test_a_connected_or_idle_socket_is_refused_and_left_open() -> None:
    with socket.socket() as sock:
        with pytest.raises(GrooveError, match="Accept=no"):
            take_activated(passed(), sock.fileno())

        assert os.fstat(sock.fileno())


def test_a_plain_file_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "f").open("w") as file, pytest.raises(GrooveError, match="no socket"):
        take_activated(passed(), file.fileno())


def test_a_descriptor_that_is_not_open_is_refused() -> None:
    with pytest.raises(GrooveError, match="cannot be examined"):
        take_activated(passed(), 987)

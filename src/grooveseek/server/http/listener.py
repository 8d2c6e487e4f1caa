"""The listening socket: one of our own, or the one a service manager opened."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address

from grooveseek.config.address import Address
from grooveseek.errors import GrooveError

FIRST_DESCRIPTOR = 3
"""Where the first passed socket lies, after stdin, stdout and stderr (sd_listen_fds(3))."""

_taken = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A socket that listens; `address` is None for a Unix socket."""

    sock: socket.socket
    address: Address | None
    activated: bool = False

    def __str__(self) -> str:
        if self.address is not None:
            return str(self.address)
        name = self.sock.getsockname()
        if isinstance(name, bytes):
            name = "@" + name[1:].decode(errors="backslashreplace")
        return ascii(name)[1:-1] if name else "an unnamed socket"


def bind(address: Address) -> Bound:
    """Listen on `address`. Raises `GrooveError` when the operating system refuses."""
    family = socket.AF_INET6 if address.ip.version == 6 else socket.AF_INET
    # The event loop switches Nagle's algorithm off only where the protocol is named; it would cost 40 ms an answer.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((str(address.ip), address.port))
        sock.listen(2048)
    except OSError as error:
        sock.close()
        raise GrooveError(
            f"cannot listen on {address}: {error.strerror or error}; another groove may be running there: stop it, or "
            "choose another port with --port"
        ) from error
    return Bound(sock, _address_of(sock))


def take_activated(environ: Mapping[str, str], descriptor: int = FIRST_DESCRIPTOR) -> Bound:
    """The one socket that was passed to this process. Nothing is closed or changed until it has passed every check.

    Raises `GrooveError` naming what was found instead.
    """
    global _taken
    if _taken:
        raise GrooveError("socket activation: the socket was already taken in this process")
    _check_environment(environ)
    _check_descriptor(descriptor)
    sock = socket.socket(fileno=descriptor)
    if sock.family not in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6):
        family = sock.family
        sock.detach()
        raise GrooveError(f"socket activation: the socket is of family {family}, but only Unix and IP are served")
    os.set_inheritable(descriptor, False)
    _taken = True
    return Bound(sock, None if sock.family == socket.AF_UNIX else _address_of(sock), activated=True)


def _check_environment(environ: Mapping[str, str]) -> None:
    pid, count = environ.get("LISTEN_PID", ""), environ.get("LISTEN_FDS", "")
    if pid != str(os.getpid()):
        shown = ascii(pid) if pid else "unset"
        raise GrooveError(f"socket activation: LISTEN_PID is {shown}, but this process is {os.getpid()}")
    if count != "1":
        shown = ascii(count) if count else "unset"
        raise GrooveError(f"socket activation: LISTEN_FDS is {shown}, but exactly 1 socket is expected")


def _check_descriptor(descriptor: int) -> None:
    try:
        is_socket = stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except OSError as error:
        raise GrooveError(f"socket activation: descriptor {descriptor} cannot be examined: {error.strerror}") from error
    if not is_socket:
        raise GrooveError(f"socket activation: descriptor {descriptor} is no socket; the unit needs ListenStream=")
    sock = socket.socket(fileno=descriptor)
    try:
        kind = sock.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE)
        listening = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    finally:
        sock.detach()
    if kind != socket.SOCK_STREAM:
        name = socket.SocketKind(kind).name
        raise GrooveError(f"socket activation: the socket is of type {name}; the unit needs ListenStream=")
    if not listening:
        raise GrooveError("socket activation: the socket is not listening; the unit needs Accept=no")


def _address_of(sock: socket.socket) -> Address:
    host, port, *_ = sock.getsockname()
    return Address(ip_address(host), port)

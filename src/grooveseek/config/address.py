"""Network addresses written `IP:PORT`, and the one answer to "is this loopback?"."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

IPAddress = IPv4Address | IPv6Address

ALLOWED = "IP:PORT with a numeric address, such as 127.0.0.1:3100 or [::1]:3100"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens; port 0 lets the operating system choose."""

    ip: IPAddress
    port: int

    @property
    def is_loopback(self) -> bool:
        return is_loopback(self.ip)

    def __str__(self) -> str:
        return f"[{self.ip}]:{self.port}" if self.ip.version == 6 else f"{self.ip}:{self.port}"


def parse_address(text: str) -> Address:
    """Raises `ValueError` for anything but a numeric address and a port; host names are never looked up."""
    host, colon, port = text.rpartition(":")
    bracketed = host.startswith("[") and host.endswith("]")
    if not colon or not _is_port(port) or bracketed != (":" in host):
        raise ValueError(ALLOWED)
    try:
        return Address(ip_address(host[1:-1] if bracketed else host), int(port))
    except ValueError:
        raise ValueError(ALLOWED) from None


def is_loopback(ip: IPAddress) -> bool:
    """True for 127.0.0.0/8, `::1` and the IPv4-mapped form of 127.0.0.0/8, not for `::127.0.0.1`."""
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        return ip.ipv4_mapped.is_loopback
    return ip.is_loopback


def exposure_refusal(address: Address) -> str:
    """Why nobody listens beyond this machine by accident."""
    return (
        f"refusing to listen on {address}: groove has no authentication, so whoever reaches this port can read the "
        "whole knowledge base. The Host check and the session cap authenticate nobody. Listen on a loopback address "
        "(127.0.0.1 or [::1]), or pass --i-know to proceed."
    )


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535

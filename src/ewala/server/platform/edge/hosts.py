"""Clients by their addresses, and the names that the server answers to (against DNS rebinding)."""

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence

LONGEST_SHOWN = 80
HOUSEHOLD = 64  # bits: whoever has one IPv6 address has all 2^64 of its network


@lru_cache(4096)
def client_at(address: str) -> str:
    """The client behind an address: an IPv4 address written as IPv6 is the same, what is no address is itself."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, HOUSEHOLD), strict=False))


class WrongHost(EwalaError):
    """A request for another host."""

    def __init__(self, name: str) -> None:
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST_SHOWN])
        super().__init__(
            "server/unknown-name",
            Sentence("this server does not go by the name {name}: start it with --name {name}", name=shown),
        )


class Names:
    """The names that the server goes by, besides addresses, which nobody can claim."""

    def __init__(self, names: Iterable[str], origins: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own.partition('.')[0]}.local"}
        self._names.update(name.lower().rstrip(".") for name in names)
        self._names.update(filter(None, (_host_in(origin) for origin in origins)))

    def check(self, host: str | None) -> None:
        """Raises WrongHost. A program that names no host has no browser's user to misuse."""
        if host is not None and not self.includes(host):
            raise WrongHost(host)

    def includes(self, host: str) -> bool:
        name = _without_port(host).lower().rstrip(".")
        return name in self._names or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and ":" in host else host


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _host_in(origin: str) -> str:
    try:
        return urlsplit(origin).hostname or ""
    except ValueError:
        return ""

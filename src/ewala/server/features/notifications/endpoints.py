"""Where messages may be sent to: browsers name the addresses, and so could whoever wants us to call at a private one.

So an address is looked at twice: as it is written, when somebody names it, and as it is resolved, whenever something is
sent there. What is sent goes to the very address that was looked at, since a name may mean another a moment later.
"""

import asyncio
import re
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from ewala.core.sentences import Sentence
from ewala.tables.problems import NotUsable

LONGEST_ENDPOINT = 1000
WRITTEN = re.compile(r"https?://[!-~]+")
TRANSLATED = IPv6Network("64:ff9b::/96")  # an IPv4 address, for networks that have none (NAT64)

Address = IPv4Address | IPv6Address


class NotPublic(NotUsable):
    """Nothing is sent there."""

    def __init__(self) -> None:
        super().__init__(
            "push/endpoint",
            Sentence("a push service has a public address that begins with https://, as browsers say it"),
        )


class Endpoint(NamedTuple):
    """A push service's address for one browser, taken apart."""

    host: str
    port: int
    path: str
    safe: bool  # whether the line is encrypted
    loopback: bool  # whether it may be this very machine: in tests

    @property
    def authority(self) -> str:
        """As a request names it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.safe else 80) else f"{name}:{self.port}"

    async def address(self) -> str:
        """One that it has right now, if all that it has are public; raises NotPublic, and OSError if there is none."""
        found = await asyncio.get_running_loop().getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not all(self._may_be(ip_address(address)) for address in addresses):
            raise NotPublic
        return addresses[0]

    def _may_be(self, address: Address) -> bool:
        return (self.loopback and address.is_loopback) or (self.safe and _is_public(address))


def endpoint_at(text: str, *, loopback: bool = False) -> Endpoint:
    """Read an address; raises NotPublic for what no push service of a browser can be. With `loopback`, this machine
    may have one, without encryption."""
    if len(text) > LONGEST_ENDPOINT or not WRITTEN.fullmatch(text):
        raise NotPublic
    try:
        parts = urlsplit(text)
        safe, host = parts.scheme == "https", parts.hostname or ""
        port = parts.port or (443 if safe else 80)
    except ValueError:
        raise NotPublic from None
    if not host or "@" in parts.netloc or not (safe or loopback):
        raise NotPublic
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    endpoint = Endpoint(host, port, path, safe, loopback)
    try:
        literal = ip_address(host)
    except ValueError:
        return endpoint
    if not endpoint._may_be(literal):
        raise NotPublic
    return endpoint


def _is_public(address: Address) -> bool:
    """Whether it is anybody's on the internet, also if an IPv4 address is written within an IPv6 one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return _is_public(inner)
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved

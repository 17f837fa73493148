"""Requests to push services and to people's own programs.

Addresses come from outside, so they could lead to a private network. Each is checked twice: as it is written, when
somebody names it, and as it is resolved, whenever something is sent. The request goes to the very address that was
checked, since a name may mean another one a moment later. Redirects are not followed, and one line of the answer is
read: the other end gets a few seconds and a few bytes.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, Connection, Table, delete, select, update

from ewala.tables.problems import NotUsable

LONGEST_ENDPOINT = 1000
WITHIN = 10.0  # seconds
LONGEST_LINE = 1024
GONE = (404, 410)
MINUTE = 60_000  # milliseconds
MOST_MINUTES = 6 * 60  # until an address that failed is tried again: twice as many each time
MOST_FAILURES = 16  # in a row: two days and more
WRITTEN = re.compile(r"https?://[!-~]+")
TRANSLATED = IPv6Network("64:ff9b::/96")  # an IPv4 address, for networks that have none (NAT64)

Address = IPv4Address | IPv6Address


class NotPublic(NotUsable):
    """Nothing is sent there."""

    def __init__(self) -> None:
        super().__init__(
            "push/endpoint",
            "a push service has a public address that begins with https://, as browsers say it",
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


# --- Sending


class Posted(Enum):
    """What becomes of a message."""

    TAKEN = auto()
    GONE = auto()  # nobody takes messages there any more, or nobody may have
    FAILED = auto()  # this time


class Sent(NamedTuple):
    """What became of telling somebody in one way."""

    reached: bool
    again_at: int | None  # when that way may be tried again; None if there is none


def again_after(failures: int, now: int) -> int | None:
    """When an address that has failed so often in a row is tried again; None if it is given up."""
    if failures >= MOST_FAILURES:
        return None
    return now + min(2**failures, MOST_MINUTES) * MINUTE if failures else 0


def note_outcome(
    connection: Connection, addresses: Table, this: Sequence[ColumnElement[bool]], outcome: Posted, now: int
) -> int | None:
    """What has become of a message: an address that takes none any more is forgotten, one that fails is left alone for
    a while. When it may be tried again; None if it is not there any more."""
    before = connection.execute(select(addresses.c.failures).where(*this)).scalar()
    if before is None:
        return None
    failures = 0 if outcome is Posted.TAKEN else before + 1
    again = again_after(failures, now) if outcome is not Posted.GONE else None
    if again is None:
        connection.execute(delete(addresses).where(*this))
    else:
        connection.execute(update(addresses).where(*this).values(failures=failures, not_before=again))
    return again


class Poster:
    """Sends to addresses that people have named, so many at once."""

    def __init__(self, at_once: int, *, loopback: bool) -> None:
        self._line = asyncio.Semaphore(at_once)
        self._loopback = loopback

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> Posted:
        try:
            endpoint = endpoint_at(address, loopback=self._loopback)
        except NotPublic:
            return Posted.GONE
        async with self._line:
            return await post(endpoint, headers, body)


async def post(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> Posted:
    try:
        async with asyncio.timeout(WITHIN):
            status = await _status(endpoint, headers, body)
    except NotPublic:
        return Posted.GONE
    except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return Posted.FAILED
    if status in GONE:
        return Posted.GONE
    return Posted.TAKEN if 200 <= status < 300 else Posted.FAILED


async def _status(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
    """What the service answers with; raises ValueError if that is no HTTP."""
    address = await endpoint.address()
    tls, name = (_tls(), endpoint.host) if endpoint.safe else (None, None)
    reader, writer = await asyncio.open_connection(
        address, endpoint.port, ssl=tls, server_hostname=name, limit=LONGEST_LINE
    )
    try:
        fields = {**headers, "Host": endpoint.authority, "Content-Length": str(len(body)), "Connection": "close"}
        lines = [f"POST {endpoint.path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        writer.write("\r\n".join(lines).encode("ascii") + body)
        await writer.drain()
        version, status, *_ = (await reader.readuntil(b"\n")).split()
    finally:
        writer.transport.abort()  # nothing more is wanted, and nobody is waited for
    if not version.startswith(b"HTTP/1."):
        raise ValueError
    return int(status)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()

"""One request to a push service or to somebody's own program, and what becomes of it.

It goes to an address that was just looked at, follows nobody elsewhere, and reads one line of an answer: whoever is at
the other end gets a few seconds and a few bytes of ours.
"""

import asyncio
import ssl
from collections.abc import Mapping
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

from ewala.server.features.notifications.endpoints import Endpoint, NotPublic

WITHIN = 10.0  # seconds
LONGEST_LINE = 1024
GONE = (404, 410)
MINUTE = 60_000  # milliseconds
MOST_MINUTES = 6 * 60  # until whoever has failed is tried again: twice as many each time
MOST_FAILURES = 16  # in a row: two days and more


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
    """When whoever has failed so often in a row may be tried again; None if they are given up."""
    if failures >= MOST_FAILURES:
        return None
    return now + min(2**failures, MOST_MINUTES) * MINUTE if failures else 0


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

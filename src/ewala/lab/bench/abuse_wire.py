"""What a flood is made of: connections from one address that cost next to nothing, and counts of what became of them.

An answer is known by a few of its bytes. A flood that read its answers as JSON would be a weaker one.
"""

import asyncio
import json
import socket
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import cast

from ewala.lab.bench.light_client import FINAL, MASKED, NO_MASK, TEXT, WIDE
from ewala.server.subprocess_server import HOST

FLOODER = "127.0.0.3"  # the address that all floods come from
PATIENCE = 5.0  # seconds: a connection that is not open by then is given up
BREATH = 0.02  # seconds between two tries to connect, where the first was turned away
AT_ONCE = 200  # connections that are being opened at the same time
GO_AWAY = struct.pack("ii", 1, 0)  # a closed socket is gone at once: ports are not used up by those that linger

HTTP_ANSWERS: Mapping[bytes, str] = {b"HTTP/1.1 2": "granted", b"HTTP/1.1 4": "refused", b"HTTP/1.1 5": "failed"}
LIVE_ANSWERS: Mapping[bytes, str] = {
    b'"type":"done"': "granted",
    b'"type":"snapshot"': "snapshots",
    b'"type":"refused"': "refused",
    b'"type":"closing"': "refused",
}
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def request_of(method: str, path: str, body: object = None, key: str = "", more: str = "") -> bytes:
    """A request's bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    size = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
    allowed = f"Authorization: Bearer {key}\r\n" if key else ""
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{allowed}{size}{more}\r\n".encode() + content


def handshake_of(path: str) -> bytes:
    return HANDSHAKE.format(path=path, host=HOST).encode()


def frame_of(command: Mapping[str, object] | bytes) -> bytes:
    """A frame's bytes; the mask is zero, as light_client's is."""
    body = command if isinstance(command, bytes) else json.dumps(command, separators=(",", ":")).encode()
    size = len(body)
    length = bytes((MASKED | size,)) if size < WIDE else bytes((MASKED | WIDE, size >> 8, size & 0xFF))
    return bytes((FINAL | TEXT,)) + length + NO_MASK + body


class Wire(asyncio.Protocol):
    """A connection; what comes over it is counted, and nothing is kept."""

    def __init__(self, counts: Counter[str], answers: Mapping[bytes, str], on_data: Callable[["Wire"], None]) -> None:
        self.answers = answers
        self.on_data = on_data
        self.refused = False  # whether what came last began with a refusal
        self._counts = counts
        self._came = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()
        self.gone = asyncio.Event()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._counts["connections"] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()
        self._came.set()
        self._free.set()

    def pause_writing(self) -> None:
        self._free.clear()

    def resume_writing(self) -> None:
        self._free.set()

    def data_received(self, data: bytes) -> None:
        self._counts["bytes"] += len(data)
        self.refused = data.startswith(b"HTTP/1.1 4")
        for mark, name in self.answers.items():
            if found := data.count(mark):
                self._counts[name] += found
        self._came.set()
        self.on_data(self)

    def send(self, data: bytes, times: int = 1) -> None:
        self._counts["sent"] += times
        self.transport.write(data)

    async def room(self) -> None:
        """Wait until the other side has taken most of what was sent."""
        await self._free.wait()

    async def answer(self, within: float = PATIENCE) -> bool:
        """Wait for the next bytes; returns whether any came in time."""
        self._came.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._came.wait()
                return not self.gone.is_set()
        return False

    def close(self) -> None:
        self.transport.abort()


class Attack:
    """A flood on its way: where it goes, and what has become of it."""

    def __init__(self, port: int, ready: Callable[[], None]) -> None:
        self.port = port
        self.counts: Counter[str] = Counter()
        self.ready = ready  # to be called when all is prepared, before the first blow
        self._opening = asyncio.Semaphore(AT_ONCE)

    async def connect(
        self,
        answers: Mapping[bytes, str] = HTTP_ANSWERS,
        on_data: Callable[[Wire], None] = lambda _: None,
        *,
        window: int = 0,
    ) -> Wire | None:
        """A connection, unless it is turned away; with a small window for whoever does not mean to read."""
        loop = asyncio.get_running_loop()
        raw = socket.socket()
        try:
            raw.setblocking(False)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, GO_AWAY)
            if window:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            raw.bind((FLOODER, 0))
            async with self._opening, asyncio.timeout(PATIENCE):
                await loop.sock_connect(raw, (HOST, self.port))
                _, wire = await loop.create_connection(lambda: Wire(self.counts, answers, on_data), sock=raw)
        except (OSError, TimeoutError):
            raw.close()
            self.counts["turned away"] += 1
            await asyncio.sleep(BREATH)
            return None
        return wire

    async def live(
        self, path: str, hello: Mapping[str, object], on_data: Callable[[Wire], None] = lambda _: None
    ) -> Wire | None:
        """A device at a table, which has said hello; None if it is turned away."""
        wire = await self.connect(LIVE_ANSWERS, on_data)
        if wire is None:
            return None
        wire.transport.write(handshake_of(path))
        if await wire.answer():
            wire.transport.write(frame_of(hello))
            if await wire.answer():
                return wire
        wire.close()
        self.counts["turned away"] += 1
        await asyncio.sleep(BREATH)
        return None

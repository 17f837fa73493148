"""What a flood is made of: connections from one address that cost next to nothing, and counts of what became of them.

An answer is known by a few of its bytes. A flood that read its answers as JSON would be a weaker one.
"""

import asyncio
import json
import random
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import cast

from ewala.lab.bench.light_client import Http, Socket, frame_of, handshake_of
from ewala.lab.bench.table_load import BETWEEN, MOVES, MOVES_END, PLY, LaidTable, started_table
from ewala.server.subprocess_server import HOST

FLOODER = "127.0.0.3"  # the address that all floods come from
PATIENCE = 5.0  # seconds: a connection that is not open by then is given up
BREATH = 0.02  # seconds between two tries to connect, where the first was turned away
AT_ONCE = 200  # connections that are being opened at the same time
GO_AWAY = struct.pack("ii", 1, 0)  # a closed socket is gone at once: ports are not used up by those that linger

LONG_GAME = 150  # moves: most games are not over by then
PLAYED_WITHIN = 10.0  # seconds; a server may let its players move only so fast

HTTP_ANSWERS: Mapping[bytes, str] = {b"HTTP/1.1 2": "granted", b"HTTP/1.1 4": "refused", b"HTTP/1.1 5": "failed"}
LIVE_ANSWERS: Mapping[bytes, str] = {
    b'"type":"done"': "granted",
    b'"type":"snapshot"': "snapshots",
    b'"type":"refused"': "refused",
    b'"type":"closing"': "refused",
}


def command_of(command: Mapping[str, object]) -> bytes:
    """A command's frame."""
    return frame_of(json.dumps(command, separators=(",", ":")).encode())


async def many(count: int, one: Callable[[], Coroutine[None, None, None]]) -> None:
    """So many at once."""
    async with asyncio.TaskGroup() as group:
        for _ in range(count):
            group.create_task(one())


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
            wire.transport.write(command_of(hello))
            if await wire.answer():
                return wire
        wire.close()
        self.counts["turned away"] += 1
        await asyncio.sleep(BREATH)
        return None

    async def again_and_again(
        self, count: int, connect: Callable[[], Awaitable[Wire | None]], does: Callable[[Wire], Awaitable[None]]
    ) -> None:
        """So many that each come, do what they do, and come again."""

        async def one() -> None:
            while True:
                wire = await connect()
                if wire is None:
                    continue
                await does(wire)
                if wire.gone.is_set():
                    self.counts["dismissed"] += 1
                    await asyncio.sleep(0)
                wire.close()

        await many(count, one)


async def own_table(port: int) -> LaidTable:
    """A table of the flooder's own, at which the game has begun."""
    http = await Http.connect(port, FLOODER)
    try:
        return await started_table(http)
    finally:
        http.close()


async def played_table(port: int) -> LaidTable:
    """One with as long a game behind it as there was time for, so that whatever shows it costs something."""
    table = await own_table(port)
    player = _Player()
    player.socket = await Socket.connect(port, table.live, player.on_frame, FLOODER)
    player.socket.send(json.dumps(table.hello(0, 1)).encode())
    with suppress(TimeoutError):
        async with asyncio.timeout(PLAYED_WITHIN):
            await player.done.wait()
    player.done.set()
    player.socket.close()
    return table


class _Player:
    """Plays both seats at random."""

    socket: Socket

    def __init__(self) -> None:
        self.done = asyncio.Event()
        self._made = 0

    def on_frame(self, frame: bytes) -> None:
        for line in frame.split(b"\n"):
            at = line.find(MOVES)
            if at > 0 and not self.done.is_set():
                moves = line[at + len(MOVES) : line.index(MOVES_END, at)].split(BETWEEN)
                at = line.index(PLY) + len(PLY)
                self._move(random.choice(moves), line[at : line.index(b",", at)], line)
            elif b'"result":{' in line:
                self.done.set()

    def _move(self, move: bytes, ply: bytes, line: bytes) -> None:
        at = line.index(b'"to_act":"') + len(b'"to_act":"')
        self._made += 1
        if self._made > LONG_GAME:
            self.done.set()
            return
        self.socket.send(
            b'{"type":"move","id":"%d","seat":"%b","move":"%b","ply":%b}' % (self._made, line[at : at + 1], move, ply)
        )

"""Floods over HTTP, and below it: requests, connections, trailers."""

import asyncio
from collections.abc import Awaitable, Callable

from ewala.lab.bench.abuse_table import open_table, played_table
from ewala.lab.bench.abuse_wire import Attack, Wire, request_of

KEPT_ALIVE = 32  # connections over which requests follow one another
AHEAD = 4  # requests that are on their way over each
SILENT = 1100
STREAMS = 1200
STREAMS_A_TABLE = 100
RETRY = 0.5  # seconds until a stream that was refused is asked for again
TRICKLERS = 8
CHUNKED = (
    b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)
LAST_CHUNK = b"2\r\n{}\r\n0\r\n"
LISTS = request_of("GET", "/api/tables") + request_of("GET", "/api/nothing")


async def trailers(attack: Attack) -> None:
    """Bodies that have ended, and trailers that do not: one short line after another."""
    await _after_the_body(attack, TRICKLERS, b"a: b\r\n" * 5000, 5000, b"")


async def endless_trailer(attack: Attack) -> None:
    """One trailer, which never ends."""
    await _after_the_body(attack, 1, b"a" * 65536, 1, b"x: ")


async def _after_the_body(attack: Attack, connections: int, data: bytes, lines: int, first: bytes) -> None:
    async def pouring(wire: Wire) -> None:
        wire.send(CHUNKED + LAST_CHUNK + first, 0)
        while not wire.gone.is_set():
            wire.send(data, lines)
            await wire.room()
            await asyncio.sleep(0)

    attack.ready()
    await _again_and_again(attack, connections, pouring)


async def streams(attack: Attack) -> None:
    """Streams held open, as many as are let in, at as many tables as it takes."""
    tables = [await open_table(attack.port) for _ in range(STREAMS // STREAMS_A_TABLE)]
    asks = [request_of("GET", f"{table.path}/stream") for table in tables for _ in range(STREAMS_A_TABLE)]
    attack.ready()

    async def one(ask: bytes) -> None:
        while True:
            wire = await attack.connect()
            if wire is None:
                continue
            while not wire.gone.is_set():
                wire.send(ask)
                if await wire.answer() and not wire.refused:
                    await wire.gone.wait()
                await asyncio.sleep(RETRY)
            wire.close()

    async with asyncio.TaskGroup() as group:
        for ask in asks:
            group.create_task(one(ask))


async def silent(attack: Attack) -> None:
    """Connections over which nothing comes."""

    async def waiting(wire: Wire) -> None:
        await wire.gone.wait()

    attack.ready()
    await _again_and_again(attack, SILENT, waiting)


async def requests(attack: Attack) -> None:
    """Lists, and addresses where there is nothing, as fast as they are answered."""
    await _asking(attack, LISTS, 2)


async def snapshots(attack: Attack) -> None:
    """All that may be known of a table with a long game, as fast as it is answered."""
    table = await played_table(attack.port)
    await _asking(attack, request_of("GET", table.path, key=table.keys[0]), 1)


async def _asking(attack: Attack, ask: bytes, requests_in_it: int) -> None:
    def next_one(wire: Wire) -> None:
        if not wire.gone.is_set() and wire.transport.get_write_buffer_size() < 65536:
            wire.send(ask, requests_in_it)

    async def one() -> None:
        while True:
            wire = await attack.connect(on_data=next_one)
            if wire is not None:
                wire.send(ask * AHEAD, requests_in_it * AHEAD)
                await wire.gone.wait()
                attack.counts["dismissed"] += 1

    attack.ready()
    async with asyncio.TaskGroup() as group:
        for _ in range(KEPT_ALIVE):
            group.create_task(one())


async def new_connections(attack: Attack) -> None:
    """The same, each over a connection of its own."""
    ask = request_of("GET", "/api/tables", more="Connection: close\r\n")

    async def asking(wire: Wire) -> None:
        wire.send(ask)
        await wire.answer()

    attack.ready()
    await _again_and_again(attack, KEPT_ALIVE, asking)


async def _again_and_again(attack: Attack, connections: int, does: Callable[[Wire], Awaitable[None]]) -> None:
    async def one() -> None:
        while True:
            wire = await attack.connect()
            if wire is None:
                continue
            await does(wire)
            attack.counts["dismissed"] += wire.gone.is_set()
            wire.close()

    async with asyncio.TaskGroup() as group:
        for _ in range(connections):
            group.create_task(one())

"""Floods over HTTP, and below it: requests, connections, trailers, and long records to be computed, over and over."""

import asyncio
from typing import Any

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import load
from ewala.lab.bench.abuse_wire import FLOODER, Attack, Wire, many, played_table
from ewala.lab.bench.light_client import Http, request_of
from ewala.lab.bench.table_load import open_table
from ewala.tables.match import Match

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

MOVES = 3900  # a few less than a record that is replayed may have
ANALYSED = 1990  # and one that is analysed
STUDIED = 400  # moves, the most that a study may have
ANALYSES, ASKING = 60, 4
REPLAYS, STUDIES, UNREAD = 120, 250, 60
HANGS_UP = 0.2  # seconds after asking
NEXT_WAVE = 4.0  # seconds
SMALL = 4096  # bytes that wait for a reader who never comes
PASSING: dict[str, Any] = {"players": "KS", "may_pass": True}
PASSES = ("end", ".", "r:-")


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
    await attack.again_and_again(connections, attack.connect, pouring)


async def streams(attack: Attack) -> None:
    """Streams held open, as many as are let in, at as many tables as it takes."""
    http = await Http.connect(attack.port, FLOODER)
    tables = [await open_table(http) for _ in range(STREAMS // STREAMS_A_TABLE)]
    http.close()
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
    await attack.again_and_again(SILENT, attack.connect, waiting)


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

    async def asking(wire: Wire) -> None:
        wire.send(ask * AHEAD, requests_in_it * AHEAD)
        await wire.gone.wait()

    attack.ready()
    await attack.again_and_again(KEPT_ALIVE, lambda: attack.connect(on_data=next_one), asking)


async def new_connections(attack: Attack) -> None:
    """The same, each over a connection of its own."""
    ask = request_of("GET", "/api/tables", more="Connection: close\r\n")

    async def asking(wire: Wire) -> None:
        wire.send(ask)
        await wire.answer()

    attack.ready()
    await attack.again_and_again(KEPT_ALIVE, attack.connect, asking)


def long_game(moves: int) -> Match:
    """A game of people who pass: no move brings it nearer to its end."""
    match = Match.begin(load("kingdom-run", **PASSING), dice=Dice(bytes(32)))
    while len(match.record.moves) < moves:
        if match.to_act is CHANCE:
            match.roll()
        else:
            assert match.to_act is not None
            legal = match.state.moves()
            match.submit(next((move for move in PASSES if move in legal), legal[0]), match.to_act)
    return match


def long_record(moves: int = MOVES) -> str:
    return long_game(moves).record.text()


async def analyses(attack: Attack) -> None:
    """Long games to be analysed closely; each is another one, by a turn."""
    lines = long_record(ANALYSED).splitlines(keepends=True)
    asks = iter(
        [
            request_of("POST", "/api/analyses", {"text": "".join(lines[: len(lines) - n]), "thorough": True})
            for n in range(ANALYSES)
        ]
    )
    attack.ready()

    async def asking() -> None:
        for ask in asks:
            wire = await attack.connect()
            if wire is not None:
                wire.send(ask)
                await wire.answer(60.0)
                wire.close()

    await many(ASKING, asking)


async def replays(attack: Attack) -> None:
    """Records to be replayed, and nobody there when that is done."""
    await _waves(attack, request_of("POST", "/api/records", {"text": long_record()}), REPLAYS)


async def studies(attack: Attack) -> None:
    """Long studies, and nobody there when they are made."""
    body = {"game": "kingdom-run", "options": PASSING, "moves": long_game(STUDIED).record.moves}
    await _waves(attack, request_of("POST", "/api/positions", body), STUDIES)


async def _waves(attack: Attack, ask: bytes, count: int) -> None:
    """All at once; then those who asked hang up, and the next ones come."""

    async def one() -> None:
        wire = await attack.connect()
        if wire is not None:
            wire.send(ask)
            await asyncio.sleep(HANGS_UP)
            wire.close()

    attack.ready()
    while True:
        await asyncio.gather(*(one() for _ in range(count)), asyncio.sleep(NEXT_WAVE))


async def unread(attack: Attack) -> None:
    """Large answers that nobody reads."""
    ask = request_of("POST", "/api/records", {"text": long_record()})
    attack.ready()

    async def one() -> None:
        while True:
            wire = await attack.connect(window=SMALL)
            if wire is not None:
                wire.transport.pause_reading()
                wire.send(ask)
                await wire.gone.wait()  # which is not seen while nothing is read: until the end, most likely

    await many(UNREAD, one)

"""What servers are measured by besides moves: idle devices, long games, busy bots."""

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import load
from ewala.lab.bench.light_client import PATIENCE, Http, Socket, connection_lost
from ewala.lab.bench.measuring import Bar
from ewala.lab.bench.processes import memory_of
from ewala.lab.bench.server_figures import Idle
from ewala.lab.bench.table_load import AS_A_PAGE, AT_ONCE, PING_EVERY, PLAYERS, started_table
from ewala.server.platform.config import Config
from ewala.server.subprocess_server import Server, ServerLost
from ewala.server.tables.registry import TableRegistry
from ewala.tables.events import Event, Settings
from ewala.tables.keys import digest_of, new_key
from ewala.tables.table import Table


class Busy:
    """How much processor time both took inside the block, or in several of them together; several servers as one."""

    def __init__(self, *servers: Server) -> None:
        self._servers = servers
        self.seconds = self.served = 0.0  # that passed; that the server worked, all its threads together
        self._asked = 0.0

    def __enter__(self) -> "Busy":
        self._add(-1)
        return self

    def __exit__(self, *_: object) -> None:
        self._add(1)

    def _add(self, sign: int) -> None:
        self.served += sign * sum(server.processor_seconds() for server in self._servers)
        self._asked += sign * process_time()
        self.seconds += sign * perf_counter()

    @property
    def server(self) -> float:
        """How busy the server was, as a share of one core."""
        return self.served / self.seconds

    @property
    def client(self) -> float:
        return self._asked / self.seconds


AT_A_TABLE = len(PLAYERS)
PING = b'{"type":"ping"}'
Place = tuple[str, str]  # where its table is live, and its key


async def measure_idle(server: Server, count: int, seconds: float, bar: Bar) -> Idle:
    """Two at a table, in games that have begun; they say that they are there as the page does, and nothing else."""
    bar.reset(2 * count)
    before = memory_of(server.pid)
    bar.set_description("setting up tables")
    seats = await _lay(server.port, -(-count // AT_A_TABLE), bar)
    laid = memory_of(server.pid)
    devices = _Devices()
    try:
        bar.set_description("devices come")
        begun = perf_counter()
        await devices.come(server.port, seats[:count], bar)
        came = perf_counter() - begun
        bar.set_description(f"nobody does anything, for {seconds:g} s")
        with Busy(server) as busy:
            await devices.stay(seconds)
        return Idle(count, -(-count // AT_A_TABLE), came, before, laid, memory_of(server.pid), busy.server)
    finally:
        devices.leave()


async def _lay(port: int, tables: int, bar: Bar) -> list[Place]:
    """Tables at which a game has begun, and their seats."""
    numbers = iter(range(tables))
    seats: list[Place] = []

    async def lay_some() -> None:
        http = await Http.connect(port)
        for _ in numbers:
            table = await started_table(http)
            seats.extend((table.live, key) for key in table.keys)
            bar.update(AT_A_TABLE)
        http.close()

    await asyncio.gather(*(lay_some() for _ in range(AT_ONCE)))
    return seats


class _Devices:
    """All of them, each with its first frame."""

    def __init__(self) -> None:
        self._sockets: list[Socket] = []
        self._greeted = 0

    async def come(self, port: int, seats: Sequence[Place], bar: Bar) -> None:
        waiting = iter(seats)

        async def come_some() -> None:
            for path, key in waiting:
                socket = await Socket.connect(port, path, self._on_frame)
                self._sockets.append(socket)
                socket.send(f'{{"type":"hello","keys":["{key}"]}}'.encode())
                bar.update()

        speaking = asyncio.create_task(self._say_that_they_are_there())
        try:
            await asyncio.gather(*(come_some() for _ in range(AT_ONCE)))
            until = perf_counter() + PATIENCE
            while self._greeted < len(seats):
                self._check()
                if perf_counter() > until:
                    raise ServerLost("bench/silent", Sentence("the measured server does not answer"))
                await asyncio.sleep(0.01)
        finally:
            speaking.cancel()

    async def _say_that_they_are_there(self) -> None:
        """While others come: when there are many, the first would be silent for too long."""
        while True:
            await asyncio.sleep(PING_EVERY)
            for socket in self._sockets:
                socket.send(PING)

    async def stay(self, seconds: float) -> None:
        """Each says now and then that it is there, one after another."""
        pause = PING_EVERY / len(self._sockets)
        begun, said = perf_counter(), 0
        while (passed := perf_counter() - begun) < seconds:
            due = int(passed / pause)
            for number in range(said, due):
                self._sockets[number % len(self._sockets)].send(PING)
            said = due
            self._check()
            await asyncio.sleep(0.02)

    def leave(self) -> None:
        for socket in self._sockets:
            socket.close()

    def _on_frame(self, frame: bytes) -> None:
        self._greeted += frame.startswith(b'{"type":"snapshot"')

    def _check(self) -> None:
        if any(socket.closed for socket in self._sockets):
            raise connection_lost()


MOVES = 288  # as long as a game at random is, more or less
TABLE_DEVICES = 10  # that look at a table: both players on two devices each, the others watch
PLAYER_DEVICES = 2
SEATS = ("K", "S")
PASSES = ("end", ".", "r:-")  # so that hardly a game is over before its time


class Device(NamedTuple):
    """Somebody who comes to a server: where to, and what they say first."""

    path: str
    hello: bytes


async def lay_long_games(folder: Path, devices: int) -> list[Device]:
    """Enough tables for so many devices, each with a game that goes on after MOVES moves."""
    registry = TableRegistry(Config(data_dir=folder))
    await registry.open()
    try:
        found: list[Device] = []
        while len(found) < devices:
            found += await _laid(registry)
        return found[:devices]
    finally:
        await registry.close()


async def _laid(registry: TableRegistry) -> list[Device]:
    """The devices at a new table; none if its game was over too soon."""
    made = await registry.create(load("kingdom-run", players="".join(SEATS), may_pass=True), Settings())
    keys = {seat: new_key() for seat in SEATS}
    for seat, key in keys.items():
        await made.room.submit(partial(_sit_down, seat), key=digest_of(key))
    await made.room.submit(_whole_game)
    if made.room.kept.status != "playing":
        return []
    path = f"/api/tables/{made.room.id}/live"
    players = [Device(path, _hello("keys", f'["{key}"]')) for key in keys.values() for _ in range(PLAYER_DEVICES)]
    watchers = TABLE_DEVICES - len(players)
    return players + [Device(path, _hello("watch", f'"{made.watch_key}"'))] * watchers


def _hello(name: str, keys: str) -> bytes:
    """As the page says it: with positions explained, and the last events in words."""
    return f'{{"type":"hello","{name}":{keys},{AS_A_PAGE}}}'.encode()


def _sit_down(seat: Seat, table: Table, now: int) -> list[Event]:
    return table.sit_down(seat, f"Player {seat}", "", now)


def _whole_game(table: Table, now: int) -> list[Event]:
    """The start and all moves, as one command."""
    events = table.start(now)
    while table.status == "playing" and table.ply < MOVES:
        seat: Seat = str(table.to_act)
        assert table.match is not None
        moves = table.match.view(seat).moves()
        passing = [move for move in PASSES if move in moves]
        events += table.move(seat, random.choice(passing or moves), table.ply, "", now)
    return events

"""Devices that are there and do nothing: what each costs one process in memory and, for its signs of life, in time."""

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from ewala.core.sentences import Sentence
from ewala.lab.bench.abuse_memory import memory_of
from ewala.lab.bench.busy import Busy
from ewala.lab.bench.light_client import PATIENCE, Http, Socket
from ewala.lab.bench.server_figures import Idle
from ewala.lab.bench.table_load import AT_ONCE, PING_EVERY, PLAYERS
from ewala.server.subprocess_server import Server, ServerLost

if TYPE_CHECKING:
    from typing import NoReturn

    from tqdm import tqdm

AT_A_TABLE = len(PLAYERS)
PING = b'{"type":"ping"}'
Seat = tuple[str, str]  # the path of its table, and its key


async def measure_idle(server: Server, count: int, seconds: float, bar: "tqdm[NoReturn]") -> Idle:
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


async def _lay(port: int, tables: int, bar: "tqdm[NoReturn]") -> list[Seat]:
    """Tables at which a game has begun, and their seats."""
    numbers, seats = iter(range(tables)), []

    async def lay_some() -> None:
        http = await Http.connect(port)
        for _ in numbers:
            made = await http.post("/api/tables", {"game": "kingdom-run", "options": {"players": PLAYERS}})
            path = f"/api/tables/{made['table']['id']}"
            for seat in PLAYERS:
                seats.append((path, (await http.post(f"{path}/seats/{seat}", {"name": seat}))["key"]))
            await http.post(f"{path}/start", {}, made["host_key"])
            bar.update(AT_A_TABLE)
        http.close()

    await asyncio.gather(*(lay_some() for _ in range(AT_ONCE)))
    return seats


class _Devices:
    """All of them, each with its first frame."""

    def __init__(self) -> None:
        self._sockets: list[Socket] = []
        self._greeted = 0

    async def come(self, port: int, seats: Sequence[Seat], bar: "tqdm[NoReturn]") -> None:
        waiting = iter(seats)

        async def come_some() -> None:
            for path, key in waiting:
                socket = await Socket.connect(port, f"{path}/live", self._on_frame)
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
            raise ServerLost("bench/connection", Sentence("the measured server closed a connection"))

"""Tables that are played at random by a client, and how long the server takes over each move.

What a line holds is found by looking for a few of its bytes: reading it as JSON would cost more than serving it.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter

from ewala.core.sentences import Sentence
from ewala.lab.bench.light_client import PATIENCE, Http, Socket, connection_lost
from ewala.server.subprocess_server import ServerLost

PLAYERS = "KS"
AT_ONCE = 16  # tables that are set up at the same time
WATCHED_EVERY = 5  # every fifth table has a spectator
PING_EVERY = 20.0  # seconds: a device that is silent for longer is taken for gone
RETRY = 0.001  # seconds

TYPE = len(b'{"type":"')
AS_A_PAGE = '"language":"en","explained":"snapshot"'  # what a page asks for
MOVED = b'"type":"moved"'
MOVES, MOVES_END, BETWEEN = b'"moves":["', b'"]', b'","'
EXPLAINED = b'"explained":'  # of a snapshot: behind the moves, and with other lists of them
PLY = b'"ply":'
RESULT = b'"result":{'


@dataclass(frozen=True)
class LaidTable:
    path: str
    host_key: str
    watch_key: str
    keys: tuple[str, ...] = ()  # of the seats, in the order of PLAYERS

    @property
    def live(self) -> str:
        return f"{self.path}/live"

    def hello(self, *seats: int) -> dict[str, object]:
        return {"type": "hello", "keys": [self.keys[seat] for seat in seats]}


async def open_table(http: Http, **settings: object) -> LaidTable:
    """A table of Kingdom Run that waits for its players."""
    body = {"game": "kingdom-run", "options": {"players": PLAYERS}, "settings": settings}
    made = await http.post("/api/tables", body)
    return LaidTable(f"/api/tables/{made['table']['id']}", made["host_key"], made["watch_key"])


async def started_table(http: Http, **settings: object) -> LaidTable:
    """A table whose seats are taken, and whose game has begun."""
    table = await open_table(http, **settings)
    keys = [(await http.post(f"{table.path}/seats/{seat}", {"name": seat}))["key"] for seat in PLAYERS]
    await http.post(f"{table.path}/start", {}, table.host_key)
    return replace(table, keys=tuple(keys))


@dataclass
class Measured:
    """What was measured of moves: seconds from sending a move to each answer."""

    acknowledged: list[float] = field(default_factory=list)  # to `done`: the move is on disk
    seen: list[float] = field(default_factory=list)  # to the other player's `happened`
    messages: int = 0  # that came to the devices meanwhile
    size: int = 0  # bytes of these messages
    seconds: float = 0.0


class LiveTable:
    """One table, and the devices that look at it: the first at the first of its ports, the second at the next."""

    def __init__(self, tables: "Tables", watched: bool, ports: Sequence[int]) -> None:
        self.watched = watched
        self.ports = ports
        self.spare = False  # laid, and not played at yet
        self.playing = False  # from the first position to the last
        self._tables = tables
        self._sockets: list[Socket] = []
        self._turn = -1  # which device has to act; none while that is not known
        self._moves: list[bytes] = []
        self._ply = b""
        self._sent = 0
        self._mover = 0
        self._since = 0.0
        self._counts = False
        self._waiting = False  # for an acknowledgement

    async def set_up(self, http: Http, address: str = "") -> None:
        """`http` asks at the first of its ports."""
        table = await started_table(http)
        hellos = [f'{{"type":"hello","keys":["{key}"],{AS_A_PAGE}}}' for key in table.keys]
        if self.watched:
            hellos.append(f'{{"type":"hello","watch":"{table.watch_key}",{AS_A_PAGE}}}')
        for number, hello in enumerate(hellos):
            port = self.ports[number % len(self.ports)]
            socket = await Socket.connect(port, table.live, partial(self._on_frame, number), address)
            self._sockets.append(socket)
            socket.send(hello.encode())

    @property
    def ready(self) -> bool:
        return self.playing and self._turn >= 0 and not self._waiting

    @property
    def connections(self) -> int:
        return len(self._sockets)

    @property
    def lost(self) -> bool:
        return any(socket.closed for socket in self._sockets)

    def move(self, since: float, counts: bool) -> None:
        """Make a move at random, whose time runs from then; `counts`: it belongs to what is measured."""
        self._sent += 1
        self._mover, self._since, self._counts, self._waiting = self._turn, since, counts, True
        self._turn = -1
        self._sockets[self._mover].send(
            b'{"type":"move","id":"%d","seat":"%c","move":"%b","ply":%b}'
            % (self._sent, ord(PLAYERS[self._mover]), random.choice(self._moves), self._ply)
        )

    def ping(self) -> None:
        for socket in self._sockets:
            socket.send(b'{"type":"ping"}')

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()

    def _on_frame(self, device: int, frame: bytes) -> None:
        self._tables.messages += 1
        self._tables.size += len(frame)
        for line in frame.split(b"\n"):
            self._on_line(device, line)

    def _on_line(self, device: int, line: bytes) -> None:
        kind = line[TYPE : TYPE + 4]
        if kind == b"done":
            self._waiting = False
            if self._counts:
                self._tables.measured.acknowledged.append(perf_counter() - self._since)
            self._tables.on_change(self)
        elif kind == b"happ" or kind == b"snap":
            self._on_news(device, line)
        elif kind == b"refu" or kind == b"clos":
            self._tables.fail(line)

    def _on_news(self, device: int, line: bytes) -> None:
        if self._counts and device == 1 - self._mover and line.find(MOVED, TYPE, TYPE + 64) > 0:
            self._tables.measured.seen.append(perf_counter() - self._since)
        if RESULT in line:
            self.playing = False
            self._tables.on_change(self)
        elif (at := line.partition(EXPLAINED)[0].find(MOVES)) > 0:
            self._moves = line[at + len(MOVES) : line.index(MOVES_END, at)].split(BETWEEN)
            at = line.index(PLY) + len(PLY)
            self._ply = line[at : line.index(b",", at)]
            self._turn, self.playing = device, True
            self._tables.on_change(self)

    @property
    def over(self) -> bool:
        return self._sent > 0 and not self.playing and not self._waiting


class Tables:
    """All tables of a run. One whose game is over makes room for a spare one that was laid before, or if there is none
    for a new one; setting up is not part of what is measured.

    Where there are several ports, tables take turns among them; `apart`: so do a table's devices.
    """

    def __init__(self, *ports: int, address: str = "", apart: bool = False) -> None:
        self.measured = Measured()
        self.messages = self.size = 0
        self._ports = ports
        self._apart = apart
        self._address = address  # from which the players come
        self._tables: list[LiveTable] = []
        self._spares: list[LiveTable] = []
        self._renewing: set[asyncio.Task[None]] = set()
        self._saturated = False
        self._counting = False
        self._failure: ServerLost | None = None

    @property
    def connections(self) -> int:
        return sum(table.connections for table in self._tables)

    async def open(self, count: int, progress: Callable[[], object], spares: int = 0) -> None:
        numbers = iter(range(count + spares))

        async def set_up_some() -> None:
            for number in numbers:
                table = LiveTable(self, number % WATCHED_EVERY == 0, self._ports_of(number))
                table.spare = number >= count
                (self._spares if table.spare else self._tables).append(table)
                await self._set_up(table)
                progress()

        await asyncio.gather(*(set_up_some() for _ in range(min(AT_ONCE, count))))
        await self._settle()

    def _ports_of(self, number: int) -> tuple[int, ...]:
        first = number % len(self._ports)
        ports = self._ports[first:] + self._ports[:first]
        return ports if self._apart else ports[:1]

    async def close(self) -> None:
        for task in self._renewing:
            task.cancel()
        await asyncio.gather(*self._renewing, return_exceptions=True)
        for table in self._tables + self._spares:
            table.close()

    async def paced(self, seconds: float, warm_up: float, every: float = 1.0) -> Measured:
        """Every table moves once in so many seconds, at its own moment; one that could not is late from then on."""
        loop = asyncio.get_running_loop()
        begun, count, before = loop.time(), len(self._tables), self.messages
        timers: list[asyncio.TimerHandle] = []

        def move(number: int, due: float, on_time: bool = True) -> None:
            table, now = self._tables[number], loop.time()
            if table.playing and not table.ready:
                timers[number] = loop.call_later(RETRY, move, number, due, False)
                return
            if table.ready:
                table.move(perf_counter() - (0.0 if on_time else now - due), now - begun > warm_up)
            timers[number] = loop.call_at(due + every, move, number, due + every)

        self.measured = Measured(seconds=seconds)
        firsts = [begun + every * n / count for n in range(count)]
        timers += [loop.call_at(first, move, n, first) for n, first in enumerate(firsts)]
        try:
            await self._watch(warm_up + seconds)
        finally:
            for timer in timers:
                timer.cancel()
        self.measured.messages = round((self.messages - before) * seconds / (warm_up + seconds))
        await self._settle()
        return self.measured

    async def saturated(self, seconds: float, warm_up: float) -> Measured:
        """Every table moves as soon as its last move is acknowledged."""
        self.measured = Measured()
        self._saturated = True
        for table in self._tables:
            self.on_change(table)
        await self._watch(warm_up)
        self._counting, begun, before, size = True, perf_counter(), self.messages, self.size
        await self._watch(seconds)
        self._counting, self._saturated = False, False
        self.measured.messages, self.measured.size = self.messages - before, self.size - size
        self.measured.seconds = perf_counter() - begun
        await self._settle()
        return self.measured

    async def _watch(self, seconds: float) -> None:
        """Let it go on; raises what has gone wrong."""
        pinged, until = perf_counter(), perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            await asyncio.sleep(min(left, 0.25))
            self._check()
            if perf_counter() - pinged > PING_EVERY:
                pinged = perf_counter()
                for table in self._tables + self._spares:
                    table.ping()

    async def _settle(self) -> None:
        """Wait for the answers that are still to come."""
        until = perf_counter() + PATIENCE
        while not all(table.ready for table in self._tables):
            self._check()
            if perf_counter() > until:
                raise ServerLost("bench/silent", Sentence("the measured server does not answer"))
            await asyncio.sleep(0.01)

    def _check(self) -> None:
        if self._failure is None and any(table.lost for table in self._tables):
            self._failure = connection_lost()
        if self._failure is not None:
            raise self._failure

    # --- What tables report

    def on_change(self, table: LiveTable) -> None:
        if table.over:
            self._renew(table)
        elif self._saturated and table.ready and not table.spare:
            table.move(perf_counter(), self._counting)

    def fail(self, line: bytes) -> None:
        self._failure = ServerLost(
            "bench/refused", Sentence("the measured server refused a move: {frame}", frame=line.decode())
        )

    def _renew(self, table: LiveTable) -> None:
        if table not in self._tables:
            return
        table.close()
        fresh = self._spare_like(table) or LiveTable(self, table.watched, table.ports)
        self._tables[self._tables.index(table)] = fresh
        if fresh.ready:
            self.on_change(fresh)
            return
        task = asyncio.ensure_future(self._set_up(fresh))
        self._renewing.add(task)
        task.add_done_callback(self._renewing.discard)

    def _spare_like(self, table: LiveTable) -> LiveTable | None:
        """A spare table that as many look at."""
        found = next((spare for spare in self._spares if spare.ready and spare.watched == table.watched), None)
        if found is not None:
            self._spares.remove(found)
            found.spare = False
        return found

    async def _set_up(self, table: LiveTable) -> None:
        http = await Http.connect(table.ports[0], self._address)
        await table.set_up(http, self._address)
        http.close()

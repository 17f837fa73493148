"""A table of the flooder's own: with a long game behind it, so that whatever shows it costs something."""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass

from ewala.lab.bench.abuse_wire import FLOODER
from ewala.lab.bench.light_client import Http, Socket
from ewala.lab.bench.table_load import BETWEEN, MOVES, MOVES_END, PLAYERS, PLY

LONG_GAME = 150  # moves: most games are not over by then
PLAYED_WITHIN = 10.0  # seconds; a server may let its players move only so fast


@dataclass(frozen=True)
class OwnTable:
    path: str
    host: str
    keys: tuple[str, ...]  # of the seats, in the order of PLAYERS

    @property
    def live(self) -> str:
        return f"{self.path}/live"

    def hello(self, *seats: int) -> dict[str, object]:
        return {"type": "hello", "keys": [self.keys[seat] for seat in seats]}


async def open_table(port: int) -> OwnTable:
    """A table that waits for players."""
    http = await Http.connect(port, FLOODER)
    try:
        return await _laid(http)
    finally:
        http.close()


async def started_table(port: int) -> OwnTable:
    """A table at which two seats are taken, and the game has begun."""
    http = await Http.connect(port, FLOODER)
    try:
        table = await _laid(http)
        keys = [(await http.post(f"{table.path}/seats/{seat}", {"name": seat}))["key"] for seat in PLAYERS]
        await http.post(f"{table.path}/start", {}, table.host)
        return OwnTable(table.path, table.host, tuple(keys))
    finally:
        http.close()


async def played_table(port: int) -> OwnTable:
    """A started table with as long a game behind it as there was time for."""
    table = await started_table(port)
    player = _Player()
    player.socket = await Socket.connect(port, table.live, player.on_frame, FLOODER)
    player.socket.send(b'{"type":"hello","keys":["%b","%b"]}' % (table.keys[0].encode(), table.keys[1].encode()))
    with suppress(TimeoutError):
        async with asyncio.timeout(PLAYED_WITHIN):
            await player.done.wait()
    player.done.set()
    player.socket.close()
    return table


async def _laid(http: Http) -> OwnTable:
    made = await http.post("/api/tables", {"game": "kingdom-run", "options": {"players": PLAYERS}})
    return OwnTable(f"/api/tables/{made['table']['id']}", made["host_key"], ())


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

"""People who have nothing to do with a flood: they move at their tables, and one comes back to hers again and again.

They come from an address of their own. How long their moves take while the server is left in peace, and while it is
not, is what `ewala bench abuse` is about.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from ewala.lab.bench.light_client import Http, first_frame
from ewala.lab.bench.table_load import LaidTable, Tables, started_table
from ewala.server.subprocess_server import ServerLost

BYSTANDER = "127.0.0.2"
TABLES = 10
EVERY = 0.1  # seconds between two moves at a table
WARM_UP = 1.0  # seconds that are played before any is counted
COMES_BACK_EVERY = 0.5  # seconds
AT_THE_DOOR = 10.0  # seconds until somebody who is not let in goes away


@dataclass
class Watched:
    """What bystanders saw in one stretch of time, in seconds."""

    moves: list[float] = field(default_factory=list)  # until `done`
    returns: list[float] = field(default_factory=list)  # from knocking to the snapshot
    shut_out: int = 0  # how often somebody with a seat's key was not let in
    lost: str = ""  # why they could not go on playing


class Bystanders:
    """Ten tables, and a listed one at which nobody moves: its player comes and goes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._tables = Tables(port, address=BYSTANDER)
        self._table: LaidTable  # the listed one

    async def open(self, progress: Callable[[], object]) -> None:
        await self._tables.open(TABLES, progress, spares=TABLES)
        http = await Http.connect(self._port, BYSTANDER)
        self._table = await started_table(http, listed=True)
        http.close()

    async def close(self) -> None:
        await self._tables.close()

    async def play(self, seconds: float) -> Watched:
        """Move at all tables, and come back to the listed one, for so long."""
        watched = Watched()
        returning = asyncio.ensure_future(self._come_back_often(watched))
        try:
            measured = await self._tables.paced(seconds, WARM_UP, EVERY)
            watched.moves = measured.acknowledged
        except ServerLost as lost:
            watched.moves = self._tables.measured.acknowledged
            watched.lost = str(lost)
        finally:
            returning.cancel()
            await asyncio.gather(returning, return_exceptions=True)
        return watched

    async def _come_back_often(self, watched: Watched) -> None:
        while True:
            begun = perf_counter()
            if await self._come_back():
                watched.returns.append(perf_counter() - begun)
            else:
                watched.shut_out += 1
            await asyncio.sleep(max(0.0, begun + COMES_BACK_EVERY - perf_counter()))

    async def _come_back(self) -> bool:
        """Whether a player is shown her table."""
        hello = b'{"type":"hello","keys":["%b"]}' % self._table.keys[0].encode()
        try:
            async with asyncio.timeout(AT_THE_DOOR):
                socket, frame = await first_frame(self._port, self._table.live, hello, BYSTANDER)
        except (OSError, TimeoutError, ServerLost):
            return False
        socket.close()
        return frame.startswith(b'{"type":"snapshot"')

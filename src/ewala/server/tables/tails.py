"""What other processes have stored, for all tables that want to know it at the same time.

Others store many tables' events together, and so say it: asked for one by one, each would cost as much as all of them.
"""

import asyncio
from collections.abc import Awaitable, Callable

from ewala.tables.kept import Tail
from ewala.tables.problems import Unavailable

Read = Callable[[list[tuple[str, int]]], Awaitable[list[Tail | None]]]
MOST = 500  # tables that are read at once


class Tails:
    """One reading at a time; whoever asks meanwhile goes with the next."""

    def __init__(self, read: Read) -> None:
        """`read` raises Unavailable where the database does not answer."""
        self._read = read
        self._wanted: list[tuple[str, int, asyncio.Future[Tail | None]]] = []
        self._reading: asyncio.Task[None] | None = None

    async def after(self, table_id: str, seq: int) -> Tail | None:
        """What a table has gained after the event of that number; None if there is no such table."""
        found: asyncio.Future[Tail | None] = asyncio.get_running_loop().create_future()
        self._wanted.append((table_id, seq, found))
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all())
        return await found

    async def _read_all(self) -> None:
        try:
            while self._wanted:
                await self._read_some()
        finally:
            self._reading = None

    async def _read_some(self) -> None:
        some, self._wanted = self._wanted[:MOST], self._wanted[MOST:]
        try:
            tails = await self._read([(table_id, seq) for table_id, seq, _ in some])
        except Unavailable as away:
            for _, _, found in some:
                if not found.done():
                    found.set_exception(away)
            return
        for (_, _, found), tail in zip(some, tails, strict=True):
            if not found.done():
                found.set_result(tail)

"""Bots think here: off the event loop, from what their seat may know, as long as their entry in the roster allows."""

import asyncio
import os
import random
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

from ewala.core.state import Seat, View
from ewala.games.roster import entry_called
from ewala.kit.bot import Entry
from ewala.server.tables.warming import Warming
from ewala.tables.kept import Kept

# A search lets go of Python while it runs, so as many run at once as there are processors; others wait their turn here,
# and do not keep the threads that read the database.
AT_ONCE = max(2, os.cpu_count() or 1)


class Thinking:
    """Where the bots of all tables think."""

    def __init__(self, warming: Warming | None = None) -> None:
        self._warming = warming
        self._pool = ThreadPoolExecutor(AT_ONCE, "bot")
        self._asked = 0  # decisions that are thought about, or will be
        # A bot may remember by its source of randomness what it has planned: each seat has one, as long as its table
        # is in memory.
        self._rngs: WeakKeyDictionary[Kept, dict[Seat, random.Random]] = WeakKeyDictionary()

    def start(self) -> None:
        if self._warming is not None:
            self._warming.start()

    async def stop(self) -> None:
        if self._warming is not None:
            await self._warming.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def ready(self) -> None:
        """Wait until searches can run without being compiled first, which would hold up everybody."""
        if self._warming is not None:
            await self._warming.ready()

    @property
    def waiting(self) -> int:
        """Decisions that wait until another is made."""
        return max(0, self._asked - AT_ONCE)

    async def choose(self, table: Kept, seat: Seat) -> str:
        """The move of the bot that plays this seat, which must have to act."""
        assert table.match is not None
        entry, view = entry_called(table.game.name, table.sitters[seat].bot), table.match.view(seat)
        rng = self._rngs.setdefault(table, {}).setdefault(seat, random.Random())
        if entry.level:
            await self.ready()
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, _choose, entry, view, rng)
        finally:
            self._asked -= 1


def _choose(entry: Entry, view: View, rng: random.Random) -> str:
    return entry.bot.choose(view, budget=entry.budget, rng=rng)

"""Bots at tables: whenever one must act, it thinks, and its move goes the way of everybody's."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.tables.room import Room
from ewala.server.tables.thinking import Thinking
from ewala.tables.commands import bot_confirms, bot_moves, bot_to_act

log = logging.getLogger("ewala.server")

TRY_AGAIN = 0.5  # seconds until a bot whose move could not be stored hands it in again
FAILED_FIRST, FAILED_OFTEN = 0.25, 30.0  # seconds until a bot that has failed is asked again: twice as many each time


class _Failing(NamedTuple):
    """A bot that raised what no bot should, and may do so again."""

    bot: str
    times: int
    again_at: float


class BotTurns:
    """Lets the bots of all tables act, each table's one after another. `start` runs something in the background,
    `served` says whether anything may still be decided in a room."""

    def __init__(
        self, thinking: Thinking, start: Callable[[Coroutine[Any, Any, None]], object], served: Callable[[Room], bool]
    ) -> None:
        self._mind = thinking
        self._start = start
        self._served = served
        self._thinking: set[str] = set()
        self._failing: WeakKeyDictionary[Room, _Failing] = WeakKeyDictionary()

    def look_after(self, room: Room) -> None:
        """If a bot must act, let it think."""
        seat = self._bot_to_act(room)
        if room.id in self._thinking or seat is None or self._is_put_off(room, seat) or room.is_looked_after_elsewhere:
            return
        self._thinking.add(room.id)
        self._start(self._let_think(room))

    async def _let_think(self, room: Room) -> None:
        """Let bots act until a person must."""
        try:
            while (seat := self._bot_to_act(room)) is not None:
                bot = room.kept.sitters[seat].bot
                try:
                    await self._one_decision(room, seat)
                    self._failing.pop(room, None)
                except EwalaError:  # meanwhile the person came back, or the database went away
                    await asyncio.sleep(TRY_AGAIN)
                except Exception:  # whoever looks after the house lets it try again
                    self._put_off(room, bot)
                    break
        finally:
            self._thinking.discard(room.id)

    def _put_off(self, room: Room, bot: str) -> None:
        """The bot has failed: ask it again later, and the later, the more often it has. The log has the first failure
        in full, of others a line."""
        before = self._failing.get(room)
        times = before.times + 1 if before is not None and before.bot == bot else 1
        wait = min(FAILED_FIRST * 2 ** min(times - 1, 20), FAILED_OFTEN)
        self._failing[room] = _Failing(bot, times, time.monotonic() + wait)
        said = "the bot %s at table %s has failed %d times; it is asked again in %.2f s"
        log.error(said, bot, room.id, times, wait, exc_info=times == 1)

    def _is_put_off(self, room: Room, seat: Seat) -> bool:
        """Whether a bot that has failed is not to be asked again yet; another bot that has got its seat may be."""
        failing = self._failing.get(room)
        if failing is None or failing.bot != room.kept.sitters[seat].bot:
            return False
        return time.monotonic() < failing.again_at

    def _bot_to_act(self, room: Room) -> Seat | None:
        seat = bot_to_act(room.kept)
        return seat if seat is not None and self._served(room) else None

    async def _one_decision(self, room: Room, seat: Seat) -> None:
        table = room.kept
        if table.to_confirm == seat:
            await room.submit(bot_confirms(seat))
            return
        ply = table.ply
        move = await self._mind.choose(table, seat)
        # Meanwhile the person may have come back, or the game may have ended; or that is being written right now.
        if table.ply == ply and self._bot_to_act(room) == seat:
            await room.submit(bot_moves(seat, move, ply))

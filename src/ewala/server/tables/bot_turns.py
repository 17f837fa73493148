"""Bots at tables: whenever one must act, it thinks, and its move goes the way of everybody's."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.tables.room import Room
from ewala.server.tables.thinking import Thinking

__all__ = ["BotTurns"]

TRY_AGAIN = 0.5  # seconds until a bot whose move could not be stored hands it in again


class BotTurns:
    """The tables where a bot thinks right now: `start` runs something in the background, `served` says whether a room
    is one at which anything may still be decided."""

    def __init__(
        self, thinking: Thinking, start: Callable[[Coroutine[Any, Any, None]], object], served: Callable[[Room], bool]
    ) -> None:
        self._mind = thinking
        self._start = start
        self._served = served
        self._thinking: set[str] = set()

    def look_after(self, room: Room) -> None:
        """If a bot must act, let it think."""
        if room.id in self._thinking or self._bot_to_act(room) is None:
            return
        self._thinking.add(room.id)
        self._start(self._let_think(room))

    async def _let_think(self, room: Room) -> None:
        """Let bots act until a person must."""
        try:
            while (seat := self._bot_to_act(room)) is not None:
                try:
                    await self._one_decision(room, seat)
                except EwalaError:  # meanwhile the person came back, or the database went away
                    await asyncio.sleep(TRY_AGAIN)
        finally:
            self._thinking.discard(room.id)

    def _bot_to_act(self, room: Room) -> Seat | None:
        seat = room.kept.to_act
        return seat if seat is not None and room.kept.sitters[seat].bot and self._served(room) else None

    async def _one_decision(self, room: Room, seat: Seat) -> None:
        table = room.kept
        if table.to_confirm == seat:
            await room.wish(lambda draft, now: draft.confirm(seat, now) if draft.sitters[seat].bot else [])
            return
        ply = table.ply
        move = await self._mind.choose(table, seat)
        # Meanwhile the person may have come back, or the game may have ended; or that is being written right now.
        if table.ply == ply and self._bot_to_act(room) == seat:
            await room.wish(lambda draft, now: draft.move(seat, move, ply, "", now) if draft.sitters[seat].bot else [])

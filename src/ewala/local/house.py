"""The tables of this device, and the bots at them.

Whoever runs it gives the time, a keeper and somebody who lets bots think. Nothing here waits: what takes time calls
back.
"""

from collections.abc import Callable
from typing import NamedTuple

from ewala.bots.roster import stand_in
from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.local.keeper import Addition, Keeper, KeptTable
from ewala.local.line import Deliver, Line
from ewala.local.room import Room
from ewala.play.events import Event, encode_event
from ewala.play.table import Table
from ewala.server.tables.keys import new_table_id

__all__ = ["House", "NoSuchTable", "Thought", "drawn_up"]

PARTS_SECONDS = 10  # how long a game that starts waits for what the page adds to the dice


class Thought(NamedTuple):
    """A decision that a bot has to make."""

    table: str
    seat: Seat
    bot: str
    ply: int


class NoSuchTable(EwalaError):
    def __init__(self) -> None:
        super().__init__("table/unknown", "there is no such table, or you may not see it")


class House:
    """`think` is asked for a bot's decision, which comes back by `decide`."""

    def __init__(self, now: Callable[[], int], keep: Keeper, think: Callable[[Thought], None]) -> None:
        self.now = now
        self._keep = keep
        self._think = think
        self._rooms: dict[str, Room] = {}
        self._thinking: dict[str, Thought] = {}

    # --- Tables

    def knows(self, table_id: str) -> bool:
        return table_id in self._rooms

    def take_in(self, table: KeptTable) -> None:
        """A table that was kept before. Raises DamagedLog if it cannot have happened."""
        if table.id not in self._rooms:
            room = self._rooms[table.id] = Room(table, self._keep, self.now, self._look_after)
            self._look_after(room)

    def line(self, table_id: str, deliver: Deliver) -> Line:
        """A page looks at a table; raises NoSuchTable."""
        return Line(self.room(table_id), deliver, self.now)

    def keep_new(self, table: KeptTable, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        """Keep a table that is new, and take it in."""

        def kept() -> None:
            self.take_in(table)
            done()

        self._keep(Addition(table.id, 0, [], {}, [table]), kept, lost)

    def room(self, table_id: str) -> Room:
        if table_id not in self._rooms:
            raise NoSuchTable
        return self._rooms[table_id]

    def tick(self) -> None:
        """Now and then: clocks run out, and games begin without what nobody adds to the dice."""
        for room in list(self._rooms.values()):
            kept, bot = room.kept, stand_in(room.kept.game.name)
            out_at = kept.clocks.runs_out_at()
            if out_at is not None and out_at <= self.now():
                room.carry_out(lambda draft, at, bot=bot: draft.run_out(bot, at), _nobody_asked)  # type: ignore[misc]
            asked = kept.parts_asked_at
            if asked is not None and kept.to_show and self.now() - max(asked, room.since) >= PARTS_SECONDS * 1000:
                room.carry_out(lambda draft, at: draft.miss_parts(at), _nobody_asked)

    # --- Bots

    def _look_after(self, room: Room) -> None:
        """If a bot must act, let it think; what it thinks about something that is past is not asked for any more."""
        seat = room.kept.to_act
        if seat is None or not room.kept.sitters[seat].bot:
            self._thinking.pop(room.id, None)
            return
        if room.kept.to_confirm == seat:
            room.carry_out(lambda draft, now: draft.confirm(seat, now), _nobody_asked)
            return
        thought = Thought(room.id, seat, room.kept.sitters[seat].bot, room.kept.ply)
        if self._thinking.get(room.id) != thought:
            self._thinking[room.id] = thought
            self._think(thought)

    def decide(self, thought: Thought, move: str) -> None:
        """A bot has made up its mind; if nobody waits for that any more, nothing happens."""
        if self._thinking.get(thought.table) != thought:
            return
        del self._thinking[thought.table]
        room, seat, ply = self._rooms[thought.table], thought.seat, thought.ply
        room.carry_out(lambda draft, now: _moved(draft, seat, move, ply, now), _nobody_asked)

    def is_awaited(self, thought: Thought) -> bool:
        return self._thinking.get(thought.table) == thought


def drawn_up(table: Table, secret: bytes, host_digest: str, watch_digest: str) -> KeptTable:
    """A table that is yet to be kept."""
    events = [encode_event(event).decode() for event in table.events]
    return KeptTable(new_table_id(), host_digest, watch_digest, secret.hex(), {}, events)


def _moved(table: Table, seat: Seat, move: str, ply: int, now: int) -> list[Event]:
    """A bot's move, if it still plays there; it takes nothing back, so its turn is over with its last move."""
    if not table.sitters[seat].bot:
        return []
    events = table.move(seat, move, ply, "", now)
    return events + (table.confirm(seat, now) if table.to_confirm == seat else [])


def _nobody_asked(_: int | EwalaError) -> None:
    """It happens by itself; what did not work is tried again when somebody looks after it."""

"""The tables of this device, and the bots at them.

Whoever runs it gives the time, a keeper and somebody who lets bots think. Nothing here waits: what takes time calls
back.
"""

from collections.abc import Callable

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.local.keeper import Addition, BrowserKeeper, Keep, KeptTable, stored_from
from ewala.local.line import Deliver, Line
from ewala.local.thinking import Task, task_for
from ewala.tables.audience import Audience
from ewala.tables.commands import bot_confirms, bot_moves, bot_to_act
from ewala.tables.events import encode_event
from ewala.tables.fold import DamagedLog
from ewala.tables.kept import Kept
from ewala.tables.keys import new_table_id
from ewala.tables.problems import NoSuchTable
from ewala.tables.room import Room, nobody_asked
from ewala.tables.table import Table

OF_THIS_DEVICE = "0"  # with which the name of a table begins that no server has: none has a zero in it
PARTS_SECONDS = 10  # how long a game that starts waits for what the page adds to the dice


class Unfoldable(DamagedLog):
    def __init__(self) -> None:
        super().__init__("table/unreadable", Sentence("what was kept of this table cannot be read"))


class LocalRoom(Room):
    failed = EwalaError("page/error", Sentence("this page could not do this"))


class House:
    """`think` is asked for a bot's decision, which comes back by `decide`; `stop` says that nobody waits for it any
    more."""

    def __init__(
        self,
        now: Callable[[], int],
        keep: Keep,
        think: Callable[[Task], None],
        stop: Callable[[Task], None] = lambda task: None,
    ) -> None:
        self.now = now
        self._keep = keep
        self._think = think
        self._stop = stop
        self._rooms: dict[str, Room] = {}
        self._lost: dict[str, EwalaError] = {}
        self._thinking: dict[str, Task] = {}

    # --- Tables

    def knows(self, table_id: str) -> bool:
        return table_id in self._rooms or table_id in self._lost

    def take_in(self, table: KeptTable) -> None:
        """A table that was kept before. If it cannot have happened, whoever asks for it is told so."""
        if self.knows(table.id):
            return
        try:
            stored = stored_from(table)
            kept, keeper = Kept(stored), BrowserKeeper(table, self._keep)
            audience = Audience(table.id, kept, self.now)
            room = LocalRoom(stored, kept, keeper, audience, self.now, self._look_after, self._give_back)
            self._rooms[table.id] = room
        except Exception as damage:  # whatever it leads to, it does not concern the others
            self._lost[table.id] = damage if isinstance(damage, EwalaError) else Unfoldable()
        else:
            self._look_after(room)

    def forget(self, table_id: str) -> None:
        """What is known here of a table is not how it is any more: it is to be taken in anew."""
        self._rooms.pop(table_id, None)
        self._lost.pop(table_id, None)
        self._stop_thinking(table_id)

    def _give_back(self, room: Room) -> None:
        self.forget(room.id)

    def give_up(self, table_id: str, why: EwalaError) -> None:
        """A table that is not to be had: whoever asks for it is told why."""
        self._lost[table_id] = why

    def line(self, table_id: str, deliver: Deliver) -> Line:
        """A page looks at a table; raises NoSuchTable, or what it is damaged by."""
        return Line(self.room(table_id), deliver)

    def keep_new(self, table: KeptTable, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        """Keep a table that is new, and take it in."""

        def kept() -> None:
            self.take_in(table)
            done()

        self._keep(Addition(table.id, 0, [], {}, [table]), kept, lost)

    def room(self, table_id: str) -> Room:
        """Raises NoSuchTable, or what it is damaged by."""
        if table_id in self._lost:
            raise self._lost[table_id]
        if table_id not in self._rooms:
            raise NoSuchTable
        return self._rooms[table_id]

    def tick(self) -> None:
        """Now and then: clocks run out, and games begin without what nobody adds to the dice."""
        for room in list(self._rooms.values()):
            room.let_time_pass(PARTS_SECONDS)

    # --- Bots

    def _look_after(self, room: Room) -> None:
        """If a bot must act, let it think; what it thinks about something that is past is not asked for any more."""
        if self._rooms.get(room.id) is not room:
            return  # it was forgotten while something was kept
        seat = bot_to_act(room.kept)
        if seat is None:
            self._stop_thinking(room.id)
            return
        if room.kept.to_confirm == seat:
            room.carry_out(bot_confirms(seat), nobody_asked)
            return
        task = task_for(room.id, room.kept, seat)
        if self._thinking.get(room.id) != task:
            self._stop_thinking(room.id)
            self._thinking[room.id] = task
            self._think(task)

    def _stop_thinking(self, table_id: str) -> None:
        task = self._thinking.pop(table_id, None)
        if task is not None:
            self._stop(task)

    def decide(self, task: Task, move: str) -> None:
        """A bot has made up its mind; if nobody waits for that any more, nothing happens."""
        if self._thinking.get(task.table) != task:
            return
        del self._thinking[task.table]
        self._rooms[task.table].carry_out(bot_moves(task.seat, move, task.ply), nobody_asked)


def drawn_up(table: Table, secret: bytes, host_digest: str, watch_digest: str) -> KeptTable:
    """A table that is yet to be kept."""
    events = [encode_event(event).decode() for event in table.events]
    return KeptTable(OF_THIS_DEVICE + new_table_id()[1:], host_digest, watch_digest, secret.hex(), {}, events)

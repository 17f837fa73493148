"""A table of the server in memory: what the engine's room (ewala.tables.room) does not know of the database's outages,
of other processes, and of figures."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.platform.storage.units import Unit
from ewala.server.tables.audience import Audience
from ewala.server.tables.context import ServerContext
from ewala.server.tables.keeper import StorageKeeper
from ewala.tables import room
from ewala.tables.commands import Change
from ewala.tables.events import Event
from ewala.tables.fingerprints import GameFingerprint
from ewala.tables.keeper import Addition
from ewala.tables.kept import Kept, Receipt, Stored, Tail
from ewala.tables.problems import Unavailable

OTHERS_MAY_TAKE = 4.0  # seconds for what happens at a table by itself, if they have stored its last event


class Room(room.Room):
    """All its methods run on the event loop, so that commands come one after another."""

    audience: Audience

    def __init__(
        self,
        context: ServerContext,
        stored: Stored,
        kept: Kept,
        on_news: "Callable[[Room], None]",
        on_ruin: "Callable[[Room], None]",
    ) -> None:
        self.context = context
        self._storage = StorageKeeper(context, stored, kept)
        audience = Audience(context, stored.id, kept)
        super().__init__(stored, kept, self._storage, audience, context.now, on_news, on_ruin)  # type: ignore[arg-type]
        self.by_others = context.store.shared  # whether another process probably wrote the last events
        self.changed_at = time.monotonic()

    @property
    def marks(self) -> GameFingerprint:
        return self._storage.marks

    @property
    def is_looked_after_elsewhere(self) -> bool:
        """Whether another process is likely to do here what happens by itself: who has stored the last event lets bots
        act and clocks run out, and all others only if nothing has come of it for a while. If two do it, the log lets
        one in."""
        return self.by_others and time.monotonic() - self.changed_at < OTHERS_MAY_TAKE

    def unused_for(self, now: int) -> int:
        """Milliseconds since a device was here, or anybody asked for anything."""
        return 0 if self.audience.groups else now - max(self.last_use, self.audience.left_at)

    def submit(
        self, change: Change, *, key: str = "", by: Seat | None = None, companion: Unit | None = None
    ) -> "asyncio.Future[int]":
        """Carry out a change as `carry_out` does; the future gives the sequence number, or raises why not."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.carry_out(change, partial(_fulfil, done), key=key, by=by, companion=companion)
        return done

    async def look(self) -> None:
        """Learn what others have stored up to now; raises Unavailable if the database does not answer."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.read_on(partial(_looked, done))
        await done

    # --- Clocks

    def _before(self) -> list[Event]:
        """Clocks stood still while the server or its database was away. Where one runs, nothing is decided before it is
        known how much time is not to be counted."""
        if self.kept.clocks.running is not None and self.context.standstill.clocks_stand:
            away = Sentence("the server cannot store moves at the moment: nothing has changed, and clocks stand still")
            raise Unavailable("server/storage", away)
        known, outages = self._storage.outage, self.context.outages
        missed = outages.after(known)
        if not missed:  # another process has noted one that is not known here yet
            self._storage.left_out = known
            return []
        events = [event for outage in missed for event in self._draft.clocks_stood(outage.since, outage.until)]
        self._storage.left_out = missed[-1].number
        if not events:  # no clock ran: there is nothing to store
            self._storage.outage = self._storage.left_out
        return events

    @property
    def clock_is_due(self) -> bool:
        """Whether something has to happen to the clock that runs: it has run out, or stood still and nobody knows."""
        out_at = self.kept.clocks.runs_out_at()
        due = out_at is not None and (out_at <= self.now() or bool(self.context.outages.after(self._storage.outage)))
        return due and not self.is_looked_after_elsewhere

    def set_alarm(self) -> None:
        """The database takes this table for one at which something is due."""
        if not self._writing:
            self._storage.set_alarm()

    # --- To the disk, and back

    def _on_kept(self, asked: room.Asked, addition: Addition, receipt: Receipt) -> None:
        self.by_others, self.changed_at = False, time.monotonic()
        self.context.figures.stored(receipt.events, asked.at, receipt.at)
        super()._on_kept(asked, addition, receipt)

    def _fold_in(self, tail: Tail) -> None:
        super()._fold_in(tail)
        self._storage.follow(tail)
        self.by_others, self.changed_at = True, time.monotonic()


def _fulfil(done: "asyncio.Future[int]", outcome: int | EwalaError) -> None:
    if done.done():
        return
    if isinstance(outcome, EwalaError):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _looked(done: "asyncio.Future[None]", error: EwalaError | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)

"""A table that is being played or watched right now, and the way of a command from its turn to the disk and back.

Commands at a table are decided one after another: the next one when the last one's events are on disk, or lost. So each
is decided, and refused, by what everybody may know, and a table of which much is asked waits behind itself.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Event
from ewala.server.storage.kept import Kept, Receipt, Stored
from ewala.server.storage.openings import Marks, marks_after, marks_of
from ewala.server.storage.writer import StorageLost, TableTaken, Unit
from ewala.server.tables.audience import Audience
from ewala.server.tables.commands import Change
from ewala.server.tables.house import House
from ewala.server.tables.outages import Outage
from ewala.server.tables.rights import Rights, SeatFreed, key_changes
from ewala.server.tables.table_row import TableRow, row_of
from ewala.server.wire.problems import TooMany, Unavailable
from ewala.server.wire.telling import happenings_of

__all__ = ["Answer", "Room"]

log = logging.getLogger("ewala.server")

TOUCH_EVERY = 60_000  # milliseconds between signs of life in the database
MOST_WAITING = 200  # commands at one table

Answer = Callable[[int | EwalaError], None]  # told the number of the event that is on disk, or why there is none


class _Asked(NamedTuple):
    """A change that waits for its turn."""

    change: Change
    answer: Answer
    key: str  # the digest of the key to the seat that is taken, if one is
    by: Seat | None  # the seat by whose right it was asked for, if by one's
    holder: str  # the digest of the key to that seat when it was asked for
    beside: Unit | None  # what is to be stored together with it


class _Outcome(NamedTuple):
    """What changes with some events, besides the table itself, when they are on disk."""

    keys: dict[Seat, str | None]
    row: TableRow
    touched: bool  # whether the row was written
    marks: Marks
    at: int


class Room:
    """One table in memory. All its methods run on the event loop, so that commands come one after another.

    `on_news` is called whenever something has happened, `on_ruin` when the database has something else than this room.
    """

    def __init__(
        self,
        house: House,
        stored: Stored,
        kept: Kept,
        on_news: "Callable[[Room], None]",
        on_ruin: "Callable[[Room], None]",
    ) -> None:
        self.house = house
        self._on_news = on_news
        self._on_ruin = on_ruin
        self.id = stored.id
        self.kept = kept  # what was stored, unfolded: all that anybody is told comes from here
        self.marks = marks_of(kept)  # what its game is known by, as long as it goes on
        self.rights = Rights(stored, kept)
        self.audience = Audience(house, stored.id, kept)
        self.last_use = self.since = house.now()
        self._draft = kept.draft()  # where commands are decided; seen by nobody
        self._asked: deque[_Asked] = deque()
        self._writing = False  # whether events are on their way to the disk
        self._row = row_of(kept, stored.outage, house.config.parts_seconds)  # as the database has it
        self._outage = stored.outage  # the last one that the clocks know of
        self._marked = stored.marks
        self._touched = kept.events[-1].at

    @property
    def busy(self) -> bool:
        """Whether something is being written, or waits to be decided."""
        return self._writing or bool(self._asked)

    def unused_for(self, now: int) -> int:
        """Milliseconds since a device was here, or anybody asked for anything."""
        return 0 if self.audience.groups else now - max(self.last_use, self.audience.left_at)

    # --- Commands, one after another

    def submit(
        self, change: Change, *, key: str = "", by: Seat | None = None, beside: Unit | None = None
    ) -> "asyncio.Future[int]":
        """Carry out a change as `carry_out` does; the future gives the sequence number, or raises why not."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.carry_out(change, partial(_fulfil, done), key=key, by=by, beside=beside)
        return done

    def carry_out(
        self, change: Change, answer: Answer, *, key: str = "", by: Seat | None = None, beside: Unit | None = None
    ) -> None:
        """Carry out a change when its turn comes; `answer` is told once everything is on disk, right after all devices,
        or why nothing has changed. `key` is the digest of the key to a seat that is taken by it; `by` is the seat by
        whose right it is asked for: if that has changed hands when its turn comes, the right is gone. `beside` is a new
        table's, which is stored together with this change, or not at all."""
        self.last_use = self.house.now()
        asked = _Asked(change, answer, key, by, self.rights.seat_digests.get(by, "") if by else "", beside)
        if len(self._asked) >= MOST_WAITING:
            answer(TooMany("table/busy", Sentence("too much is wished at this table at once: wait a moment")))
        elif self._writing:
            self._asked.append(asked)
        else:
            self._decide(asked)

    def refuse_waiting(self, error: EwalaError) -> None:
        """Nothing gets to the disk: whoever waits for a decision need not wait any longer."""
        asked, self._asked = self._asked, deque()
        for one in asked:
            one.answer(error)

    def _decide(self, asked: _Asked) -> None:
        """Let it happen at the draft: then its events go to the disk, or it is refused and the draft is as before."""
        now, missed = self.house.now(), self.house.outages.after(self._outage)
        outage = missed[-1].number if missed else self._outage
        try:
            self._check_still_held(asked)
            self._check_clocks_run()
            events = (self._leave_out(missed) if missed else []) + asked.change(self._draft, now)
        except EwalaError as refusal:
            self._forget_draft()
            asked.answer(refusal)
        except Exception:
            log.exception("a command at table %s failed", self.id)
            self._draft = self.kept.draft()  # whatever it did before it failed
            asked.answer(EwalaError("server/error", Sentence("the server could not do this")))
        else:
            if events:
                self._write(asked, events, now, outage)
            else:
                self._outage = outage
                asked.answer(self.kept.seq)

    def _check_still_held(self, asked: _Asked) -> None:
        if asked.by is not None and self.rights.seat_digests.get(asked.by, "") != asked.holder:
            raise SeatFreed

    def _check_clocks_run(self) -> None:
        """Where a clock runs, nothing is decided before it is known how much time is not to be counted."""
        if self.house.standstill.clocks_stand and self.kept.clocks.runs_out_at() is not None:
            away = Sentence("the server cannot store moves at the moment: nothing has changed, and clocks stand still")
            raise Unavailable("server/storage", away)

    def _leave_out(self, missed: list[Outage]) -> list[Event]:
        """Clocks stood still while the server or its database was away."""
        return [event for outage in missed for event in self._draft.clocks_stood(outage.since, outage.until)]

    def _forget_draft(self) -> None:
        """As if nothing had been asked for."""
        if self._draft.seq != self.kept.seq:
            self._draft = self.kept.draft()

    # --- To the disk, and back

    def _write(self, asked: _Asked, events: list[Event], now: int, outage: int) -> None:
        self._writing = True
        parts_seconds = self.house.config.parts_seconds
        row, marks = row_of(self._draft, outage, parts_seconds), marks_after(self._draft, events, self.marks)
        keys, touched = key_changes(events, asked.key), row != self._row or now - self._touched > TOUCH_EVERY
        unit = Unit(
            self.id,
            self.kept.seq + 1,
            events,
            partial(self._on_disk, asked, _Outcome(keys, row, touched, marks, now)),
            partial(self._on_lost, asked),
            keys=keys,
            changed=row.columns(now) if touched else None,
            marks=self._new(marks),
            beside=asked.beside,
        )
        self.house.writer.write(unit)

    def _new(self, marks: Marks) -> Marks | None:
        """The marks, if the database has others; of a table from before there were any it has none."""
        return None if marks == self._marked else marks

    def _on_disk(self, asked: _Asked, outcome: _Outcome, receipt: Receipt) -> None:
        self.kept.grow(receipt, self._draft)
        if outcome.keys:
            self.rights.change(outcome.keys)
        self._outage = outcome.row.outage
        self.marks = self._marked = outcome.marks
        if outcome.touched:
            self._row, self._touched = outcome.row, outcome.at
        self._writing = False
        try:
            self.audience.tell(happenings_of(self.kept, receipt.events, outcome.at))
            asked.answer(self.kept.seq)
        finally:
            self._go_on()

    def _on_lost(self, asked: _Asked, error: StorageLost) -> None:
        """It could not be stored: the draft forgets it, and nobody has seen anything of it."""
        self._writing = False
        self._forget_draft()
        if isinstance(error, TableTaken):
            self.close_down()
        asked.answer(Unavailable("server/storage", Sentence("it could not be stored: nothing has changed")))
        self._go_on()

    def _go_on(self) -> None:
        while self._asked and not self._writing:
            self._decide(self._asked.popleft())
        self._on_news(self)

    def close_down(self) -> None:
        """The database has something else than this room: nothing is decided here any more, and devices come again."""
        log.error("table %s was changed by somebody else: it is read again", self.id)
        self._on_ruin(self)
        again = Unavailable("server/storage", Sentence("the table has to be read again: come back in a moment"))
        self.refuse_waiting(again)
        self.audience.say_goodbye(again)

    # --- Clocks

    @property
    def clock_is_due(self) -> bool:
        """Whether something has to happen to the clock that runs: it has run out, or stood still and nobody knows."""
        out_at = self.kept.clocks.runs_out_at()
        return out_at is not None and (out_at <= self.house.now() or bool(self.house.outages.after(self._outage)))

    def set_alarm(self) -> None:
        """The database takes this table for one at which something is due: if nothing is, tell it when that will be."""
        wakes_at = self._row.wakes_at
        if not self._writing and (wakes_at is None or wakes_at > self.house.now()):
            row, marks = self._row.columns(self._touched), self._new(self.marks)
            unit = Unit(self.id, self.kept.seq + 1, [], _ignore, _ignore, changed=row, marks=marks)
            self.house.writer.write(unit)


def _ignore(_: object) -> None:
    """Nobody waits for it."""


def _fulfil(done: "asyncio.Future[int]", outcome: int | EwalaError) -> None:
    if not done.done():
        if isinstance(outcome, EwalaError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

"""A table that is being played or watched right now, and the way of a command from its turn to the disk and back.

Commands at a table are decided one after another: the next one when the last one's events are on disk, or lost. So each
is decided, and refused, by what everybody may know, and a table of which much is asked waits behind itself.

Where other processes write to the same table, what they have stored is read and folded in, and a command that was late
is decided again by what is true then: its author hears of it what anybody would who asked now.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import NamedTuple

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.platform.storage.units import StorageLost, TableTaken, Unit
from ewala.server.tables.audience import Audience
from ewala.server.tables.context import ServerContext
from ewala.server.tables.outages import Outage
from ewala.server.tables.table_row import TableRow, row_of
from ewala.tables.broadcast import happenings_of
from ewala.tables.commands import Change
from ewala.tables.events import Event
from ewala.tables.fingerprints import GameFingerprint, fingerprint_after, fingerprint_of_table
from ewala.tables.fold import DamagedLog
from ewala.tables.kept import Kept, Receipt, Stored, Tail
from ewala.tables.outcomes import outcome_of
from ewala.tables.problems import TooMany, Unavailable
from ewala.tables.rights import Rights, SeatFreed, key_changes

log = logging.getLogger("ewala.server")

TOUCH_EVERY = 60_000  # milliseconds between signs of life in the database
MOST_WAITING = 200  # commands at one table
OTHERS_MAY_TAKE = 4.0  # seconds for what happens at a table by itself, if they have stored its last event

_NOT_STORED = Unavailable("server/storage", Sentence("it could not be stored: nothing has changed"))
Answer = Callable[[int | EwalaError], None]  # told the number of the event that is on disk, or why there is none


class _Asked(NamedTuple):
    """A change that waits for its turn."""

    change: Change
    answer: Answer
    key: str  # the digest of the key to the seat that is taken, if one is
    by: Seat | None  # the seat by whose right it was asked for, if by one's
    holder: str  # the digest of the key to that seat when it was asked for
    companion: Unit | None  # what is to be stored together with it
    at: float  # when it was asked for, by `perf_counter`
    again: bool = False  # whether it was refused already, by what this process knew then


class _Outcome(NamedTuple):
    """What changes with some events, besides the table itself, when they are on disk."""

    keys: dict[Seat, str | None]
    row: TableRow
    touched: bool  # whether the row was written
    marks: GameFingerprint
    at: int


class Room:
    """One table in memory. All its methods run on the event loop, so that commands come one after another.

    `on_news` is called whenever something has happened, `on_ruin` when the database has something else than this room.
    """

    def __init__(
        self,
        context: ServerContext,
        stored: Stored,
        kept: Kept,
        on_news: "Callable[[Room], None]",
        on_ruin: "Callable[[Room], None]",
    ) -> None:
        self.context = context
        self._on_news = on_news
        self._on_ruin = on_ruin
        self.id = stored.id
        self.kept = kept  # what was stored, unfolded: all that anybody is told comes from here
        self.marks = fingerprint_of_table(kept)  # what its game is known by, as long as it goes on
        self.rights = Rights(stored, kept)
        self.audience = Audience(context, stored.id, kept)
        self.last_use = self.since = context.now()
        self._draft = kept.draft()  # where commands are decided; seen by nobody
        self._asked: deque[_Asked] = deque()
        self._writing = False  # whether events are on their way to the disk
        self._reading = False  # whether what others have stored is being read
        self._said = 0  # the highest number that others say they have stored
        self._looking: list[asyncio.Future[None]] = []  # who waits until that has been read
        self.by_others = context.store.shared  # whether its last events came from elsewhere, for all that is known
        self.changed_at = time.monotonic()
        self._row = row_of(kept, stored.outage, context.config.parts_seconds)  # as the database has it
        self._outage = stored.outage  # the last one that the clocks know of
        self._marked = stored.marks
        self._touched = kept.events[-1].at

    @property
    def busy(self) -> bool:
        """Whether something is being written or read, or waits to be decided."""
        return self._writing or self._reading or bool(self._asked)

    @property
    def is_looked_after_elsewhere(self) -> bool:
        """Whether another process is likely to do here what happens by itself: who has stored the last event lets bots
        act and clocks run out, and all others only if nothing has come of it for a while. If two do it, the log lets
        one in."""
        return self.by_others and time.monotonic() - self.changed_at < OTHERS_MAY_TAKE

    @property
    def waiting(self) -> int:
        """Commands that wait for their turn."""
        return len(self._asked)

    def unused_for(self, now: int) -> int:
        """Milliseconds since a device was here, or anybody asked for anything."""
        return 0 if self.audience.groups else now - max(self.last_use, self.audience.left_at)

    # --- Commands, one after another

    def submit(
        self, change: Change, *, key: str = "", by: Seat | None = None, companion: Unit | None = None
    ) -> "asyncio.Future[int]":
        """Carry out a change as `carry_out` does; the future gives the sequence number, or raises why not."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.carry_out(change, partial(_fulfil, done), key=key, by=by, companion=companion)
        return done

    def carry_out(
        self, change: Change, answer: Answer, *, key: str = "", by: Seat | None = None, companion: Unit | None = None
    ) -> None:
        """Carry out a change when its turn comes; `answer` is told once everything is on disk, right after all devices,
        or why nothing has changed. `key` is the digest of the key to a seat that is taken by it; `by` is the seat by
        whose right it is asked for: if that has changed hands when its turn comes, the right is gone. `beside` is a new
        table's, which is stored together with this change, or not at all."""
        self.last_use = self.context.now()
        holder = self.rights.seat_digests.get(by, "") if by else ""
        asked = _Asked(change, answer, key, by, holder, companion, perf_counter())
        if len(self._asked) >= MOST_WAITING:
            answer(TooMany("table/busy", Sentence("too much is wished at this table at once: wait a moment")))
        elif self._writing or self._reading:
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
        now, missed = self.context.now(), self.context.outages.after(self._outage)
        outage = missed[-1].number if missed else self._outage
        try:
            self._check_still_held(asked)
            self._check_clocks_run()
            events = (self._leave_out(missed) if missed else []) + asked.change(self._draft, now)
        except EwalaError as refusal:
            self._forget_draft()
            self._refuse(asked, refusal)
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

    def _refuse(self, asked: _Asked, refusal: EwalaError) -> None:
        """Nobody is refused for what is not true any more: where others may have stored something, it is looked for."""
        if self.context.store.shared and not asked.again and not isinstance(refusal, Unavailable):
            self._catch_up(asked._replace(again=True))
        else:
            asked.answer(refusal)

    def _check_still_held(self, asked: _Asked) -> None:
        if asked.by is not None and self.rights.seat_digests.get(asked.by, "") != asked.holder:
            raise SeatFreed

    def _check_clocks_run(self) -> None:
        """Where a clock runs, nothing is decided before it is known how much time is not to be counted."""
        if self.context.standstill.clocks_stand and self.kept.clocks.runs_out_at() is not None:
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
        parts_seconds = self.context.config.parts_seconds
        row, marks = row_of(self._draft, outage, parts_seconds), fingerprint_after(self._draft, events, self.marks)
        keys, touched = key_changes(events, asked.key), row != self._row or now - self._touched > TOUCH_EVERY
        ends = row.status == "over" and self._row.status != "over"
        unit = Unit(
            self.id,
            self.kept.seq + 1,
            events,
            partial(self._on_disk, asked, _Outcome(keys, row, touched, marks, now)),
            partial(self._on_lost, asked),
            keys=keys,
            changed=row.columns(now) if touched else None,
            marks=self._new(marks),
            outcome=outcome_of(self._draft) if ends else None,
            companion=asked.companion,
        )
        self.context.writer.write(unit)

    def _new(self, marks: GameFingerprint) -> GameFingerprint | None:
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
        self._writing = self.by_others = False
        self.changed_at = time.monotonic()
        self.context.figures.stored(receipt.events, asked.at, receipt.at)
        try:
            self.audience.tell(happenings_of(self.kept, receipt.events, outcome.at), receipt.at)
            asked.answer(self.kept.seq)
        finally:
            self._go_on()

    def _on_lost(self, asked: _Asked, error: StorageLost) -> None:
        """It could not be stored: the draft forgets it, and nobody has seen anything of it. If others were first, it is
        decided again when what they have stored is known here."""
        self._writing = False
        self._forget_draft()
        if isinstance(error, TableTaken):
            self.context.figures.conflicts += 1
            if self.context.store.shared:
                self._catch_up(asked)
                return
            self.close_down()
        asked.answer(_NOT_STORED)
        self._go_on()

    def _go_on(self) -> None:
        while self._asked and not self._writing and not self._reading:
            self._decide(self._asked.popleft())
        if not self._writing and not self._reading and (self._said > self.kept.seq or self._looking):
            self._catch_up(None)
        else:
            self._on_news(self)

    # --- What others have stored

    def may_have_grown(self, seq: int) -> None:
        """Others say that they have stored events up to this number."""
        self._said = max(self._said, seq)
        if self._said > self.kept.seq and not self._writing and not self._reading:
            self._catch_up(None)

    async def look(self) -> None:
        """Learn what others have stored up to now; raises Unavailable if the database does not answer."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._looking.append(done)
        if not self._writing and not self._reading:
            self._catch_up(None)
        await done

    def _catch_up(self, asked: _Asked | None) -> None:
        """Read what has been stored elsewhere, then decide again what was late for it. What others have said up to now
        is on disk, and is found, or was said of what is not there; what they say while it is read may come too late."""
        self._reading, self._said = True, 0
        self.context.start_task(self._read_on(asked))

    async def _read_on(self, asked: _Asked | None) -> None:
        looking, self._looking = self._looking, []
        unread: Unavailable | None = None
        try:
            unread = await self._read_now(asked)
        finally:
            for done in looking:
                if done.done():
                    continue
                if unread is None:
                    done.set_result(None)
                else:
                    done.set_exception(unread)

    async def _read_now(self, asked: _Asked | None) -> Unavailable | None:
        """Returns why nothing could be read, if so."""
        try:
            tail = await self.context.tails.after(self.id, self.kept.seq)
        except Unavailable as away:
            self._reading = False
            if asked is not None:
                asked.answer(away)
            self._said = 0  # nobody reads in circles: whoever looks at the database tells it again
            self._go_on()
            return away
        self._reading = False
        try:
            self._fold_in(tail)
        except Exception:
            log.exception("table %s cannot be followed", self.id)
            if asked is not None:
                asked.answer(_NOT_STORED)
            self.close_down()
            return None
        if asked is not None:
            self._decide(asked)
        self._go_on()
        return None

    def _fold_in(self, tail: Tail | None) -> None:
        if tail is None:
            raise DamagedLog("table/gone", Sentence("the table is not there any more"))
        events = self.kept.catch_up(tail, self._draft)
        self.rights.become(tail.seat_digests)
        self._outage = tail.outage
        self.marks = self._marked = tail.marks
        self._row = row_of(self.kept, tail.outage, self.context.config.parts_seconds)
        self.by_others, self.changed_at = True, time.monotonic()
        if events:
            self._touched = events[-1].at
            self.audience.tell(happenings_of(self.kept, events, self.context.now()))

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
        return out_at is not None and (out_at <= self.context.now() or bool(self.context.outages.after(self._outage)))

    def set_alarm(self) -> None:
        """The database takes this table for one at which something is due: if nothing is, tell it when that will be."""
        wakes_at = self._row.wakes_at
        if not self._writing and (wakes_at is None or wakes_at > self.context.now()):
            row, marks = self._row.columns(self._touched), self._new(self.marks)
            unit = Unit(self.id, self.kept.seq + 1, [], _ignore, _ignore, changed=row, marks=marks)
            self.context.writer.write(unit)


def _ignore(_: object) -> None:
    """Nobody waits for it."""


def _fulfil(done: "asyncio.Future[int]", outcome: int | EwalaError) -> None:
    if not done.done():
        if isinstance(outcome, EwalaError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

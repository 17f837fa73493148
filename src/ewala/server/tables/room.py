"""A table that is being played or watched right now: its keys, its devices, and the way of a command to the disk.

Commands at a table are decided one after another: the next one when the last one's events are on disk, or lost. So each
is decided, and refused, by what everybody may know, and a table of which much is asked waits behind itself.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Event, Said, SatDown, Started, StoodUp
from ewala.play.table import Table
from ewala.server.storage.kept import PLIES, Kept, Receipt, Stored
from ewala.server.storage.openings import Marks, marks_after, marks_of
from ewala.server.storage.writer import StorageLost, TableTaken, Unit
from ewala.server.tables import keys
from ewala.server.tables.house import House
from ewala.server.tables.outages import Outage
from ewala.server.wire import views
from ewala.server.wire.messages import Closing, Presence, StorageNotice, TableView
from ewala.server.wire.outbox import News, Outbox
from ewala.server.wire.problems import NotAllowed, TooMany, Unavailable, problem_of
from ewala.server.wire.storage_notice import notice_of
from ewala.server.wire.telling import Group, Happening, Seats, Telling
from ewala.server.wire.views import Moment

__all__ = ["Answer", "Change", "Room"]

log = logging.getLogger("ewala.server")

CHANGE_RIGHTS = frozenset((StoodUp, Started))  # events after which somebody may have to leave
CHANGE_KEYS = frozenset((SatDown, StoodUp))
TOUCH_EVERY = 60_000  # milliseconds between signs of life in the database
MOST_WAITING = 200  # commands at one table

Change = Callable[[Table, int], list[Event]]  # what a command does to a table at a time: it raises, or events say it
Answer = Callable[[int | EwalaError], None]  # told the number of the event that is on disk, or why there is none


class _Asked(NamedTuple):
    """A change that waits for its turn."""

    change: Change
    answer: Answer
    key: str  # the digest of the key to the seat that is taken, if one is
    by: Seat | None  # the seat by whose right it was asked for, if by one's
    holder: str  # the digest of the key to that seat when it was asked for
    beside: Unit | None  # what is to be stored together with it


class _Row(NamedTuple):
    """What the database has of a table besides its events."""

    status: str
    wakes_at: int | None  # when something happens here by itself
    outage: int  # the last one that its clocks know of

    def columns(self, now: int) -> dict[str, Any]:
        return {"new_status": self.status, "new_wakes_at": self.wakes_at, "new_outage": self.outage, "now": now}


class _Outcome(NamedTuple):
    """What is so once some events are on disk, besides what they say themselves."""

    keys: dict[Seat, str | None]
    row: _Row
    touched: bool  # whether the row was written
    marks: Marks
    at: int


class Room:
    """One table in memory. All its methods run on the event loop, so that commands come one after another.

    `on_news` is called whenever something has happened, `on_ruin` when what the room takes for true is not so.
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
        self.host_digest = stored.host_digest
        self.watch_digest = stored.watch_digest
        self.seat_digests = dict(stored.seat_digests)
        self.key_changes = 0  # how often seats have changed hands
        self.groups: dict[Group, list[Outbox]] = {}
        self.devices = 0
        self.last_use = self.since = house.now()
        self._draft = kept.draft()  # where commands are decided; seen by nobody
        self._asked: deque[_Asked] = deque()
        self._writing = False  # whether events are on their way to the disk
        self._row = self._row_of(kept, stored.outage)  # what the database has of it besides its events
        self._outage = stored.outage  # the last one that the clocks know of
        self._marked = stored.marks
        self._touched = kept.events[-1].at
        self._seen: dict[Seat, int] = {}  # when a person was last there

    # --- Who is who

    def seats_of(self, given: list[str]) -> Seats:
        """The seats that these keys hold, in the game's order."""
        held = [seat for seat in self.seat_digests if any(keys.fits(key, self.seat_digests[seat]) for key in given)]
        return tuple(seat for seat in self.kept.sitters if seat in held)

    def is_host(self, given: list[str]) -> bool:
        return any(keys.fits(key, self.host_digest) for key in given)

    def may_watch(self, given: list[str]) -> bool:
        """A game that is being played needs a key, unless it is listed. Before it the name is the invitation, and
        whoever is invited sees which seats are free; after it nothing is hidden any more."""
        public = self.kept.settings.listed or self.kept.status != "playing"
        return public or any(keys.fits(key, self.watch_digest) for key in given)

    def why_leave(self, given: list[str], seats: Seats) -> EwalaError | None:
        """Why whoever came in with these seats has to leave: one was freed, or the time of guests is over."""
        if self.seats_of(given) != seats:
            return NotAllowed("seat/freed", Sentence("the seat is not yours any more"))
        if not seats and not self.is_host(given) and not self.may_watch(given):
            return NotAllowed("table/started", Sentence("the game has started"))
        return None

    # --- Devices

    @property
    def online(self) -> list[Seat]:
        present = {seat for group in self.groups for seat in group.seats}
        return [seat for seat in self.kept.sitters if seat in present]

    def enter(self, group: Group, outbox: Outbox) -> None:
        """From now on the device of this outbox is told what its group is told."""
        self.groups.setdefault(group, []).append(outbox)
        self.devices += 1
        self._show_presence()
        if self.house.health.state != "ok":
            outbox.tell(_told(notice_of(self.house.health.state, group.language)))

    def leave(self, group: Group, outbox: Outbox) -> None:
        self._remove(group, outbox)
        self.devices -= 1
        self.note_presence(group.seats)
        self._show_presence()

    def note_presence(self, seats: Iterable[Seat]) -> None:
        """These seats' people have just shown themselves, or left."""
        self._seen.update(dict.fromkeys(seats, self.house.now()))

    def is_absent(self, seat: Seat) -> bool:
        """Whether the seat's person has been away for as long as it takes to be missed. A line that breaks is no
        absence, and neither is a restart of the server."""
        away = self.house.now() - self._seen.get(seat, self.since)
        return seat not in self.online and away >= self.house.config.absent_seconds * 1000

    def regroup(self, before: Group, after: Group, outbox: Outbox) -> None:
        """The device stays, and is told something else."""
        self._remove(before, outbox)
        self.groups.setdefault(after, []).append(outbox)

    def _remove(self, group: Group, outbox: Outbox) -> None:
        self.groups[group].remove(outbox)
        if not self.groups[group]:
            del self.groups[group]

    def _show_presence(self) -> None:
        self.last_use = self.house.now()
        watching = sum(len(outboxes) for group, outboxes in self.groups.items() if not group.seats)
        line = msgspec.json.encode(Presence(self.online, watching))
        for outboxes in self.groups.values():
            for outbox in outboxes:
                outbox.tell(line)

    # --- Commands

    @property
    def busy(self) -> bool:
        """Whether something is being written, or waits to be decided."""
        return self._writing or bool(self._asked)

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
        asked = _Asked(change, answer, key, by, self.seat_digests.get(by, "") if by else "", beside)
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
        """What stands in the draft after it is on its way to the disk, or is gone again."""
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
        if asked.by is not None and self.seat_digests.get(asked.by, "") != asked.holder:
            raise NotAllowed("seat/freed", Sentence("the seat is not yours any more"))

    def _check_clocks_run(self) -> None:
        """Where a clock runs, nothing is decided before it is known how much time is not to be counted."""
        if self.house.standstill.clocks_stand and self.kept.clocks.runs_out_at() is not None:
            away = Sentence("the server cannot store moves at the moment: nothing has changed, and clocks stand still")
            raise Unavailable("server/storage", away)

    def _leave_out(self, missed: list[Outage]) -> list[Event]:
        """Clocks stood still while the server or its database was away."""
        return [event for outage in missed for event in self._draft.clocks_stood(outage.since, outage.until)]

    @property
    def clock_is_due(self) -> bool:
        """Whether something has to happen to the clock that runs: it has run out, or stood still and nobody knows."""
        out_at = self.kept.clocks.runs_out_at()
        return out_at is not None and (out_at <= self.house.now() or bool(self.house.outages.after(self._outage)))

    def set_alarm(self) -> None:
        """The database took this table for one at which something is due: if nothing is, say when it will be."""
        wakes_at = self._row.wakes_at
        if not self._writing and (wakes_at is None or wakes_at > self.house.now()):
            row, marks = self._row.columns(self._touched), self._new(self.marks)
            unit = Unit(self.id, self.kept.seq + 1, [], _ignore, _ignore, changed=row, marks=marks)
            self.house.writer.write(unit)

    def _forget_draft(self) -> None:
        """As if nothing had been asked for."""
        if self._draft.seq != self.kept.seq:
            self._draft = self.kept.draft()

    def _write(self, asked: _Asked, events: list[Event], now: int, outage: int) -> None:
        self._writing = True
        row, marks = self._row_of(self._draft, outage), marks_after(self._draft, events, self.marks)
        keys, touched = _key_changes(events, asked.key), row != self._row or now - self._touched > TOUCH_EVERY
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

    def _row_of(self, table: Kept | Table, outage: int) -> _Row:
        return _Row(table.status, self._wakes_at(table), outage)

    def _wakes_at(self, table: Kept | Table) -> int | None:
        """When something happens here by itself, whoever is there: after a restart the table is taken into memory."""
        if table.parts_asked_at is not None and table.to_show:
            return table.parts_asked_at + int(self.house.config.parts_seconds * 1000)
        running = table.clocks.running
        runs = table.status == "playing" and running is not None and not table.sitters[running].bot
        return table.clocks.runs_out_at() if runs else None

    def _new(self, marks: Marks) -> Marks | None:
        """The marks, if the database has others; of a table from before there were any it has none."""
        return None if marks == self._marked else marks

    def _on_disk(self, asked: _Asked, change: _Outcome, receipt: Receipt) -> None:
        self.kept.grow(receipt, self._draft)
        self._change_keys(change.keys)
        self._outage = change.row.outage
        self.marks = self._marked = change.marks
        if change.touched:
            self._row, self._touched = change.row, change.at
        self._writing = False
        try:
            self._tell(self._happenings(receipt.events, change.at))
            asked.answer(self.kept.seq)
        finally:
            self._go_on()

    def _on_lost(self, asked: _Asked, error: StorageLost) -> None:
        """Nothing of it was seen by anybody, and nothing of it is left."""
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
        """What this room takes for true is not what the database has: whoever is here comes again."""
        log.error("table %s was changed by somebody else: it is read again", self.id)
        self._on_ruin(self)
        again = Unavailable("server/storage", Sentence("the table has to be read again: come back in a moment"))
        self.refuse_waiting(again)
        self.say_goodbye(again)

    def _change_keys(self, changes: dict[Seat, str | None]) -> None:
        if changes:
            self.key_changes += 1
        for seat, digest in changes.items():
            if digest:
                self.seat_digests[seat] = digest
            else:
                self.seat_digests.pop(seat, None)

    def _happenings(self, events: list[Event], now: int) -> list[Happening]:
        """What has just happened, and where each event led; what is expected of whom is known of the last alone."""
        table, seq, ply = self.kept, self.kept.seq, self.kept.ply
        moment = None if isinstance(events[-1], Said) else views.present_moment(table, now)
        result = views.result_of(table)
        happenings = []
        for event in reversed(events):
            plies = PLIES.get(type(event), 0)
            if plies and moment is None and table.match is not None:
                moment = Moment(table.match.state_at(ply), ply)
            happenings.append(Happening(seq, event, moment, result))
            moment = result = None
            seq, ply = seq - 1, ply - plies
        happenings.reverse()
        return happenings

    # --- Telling everybody

    def _tell(self, happenings: list[Happening]) -> None:
        telling = Telling(self.kept, self._view, happenings)
        rights_changed = not CHANGE_RIGHTS.isdisjoint([type(happening.event) for happening in happenings])
        for group, outboxes in self.groups.items():
            news = News(happenings[-1].seq, b"\n".join(telling.lines(group)), rights_changed)
            for outbox in outboxes:
                outbox.tell(news)

    def missed(self, since: int, group: Group) -> list[bytes] | None:
        """Lines for what a device has missed, or None if it needs a new snapshot."""
        if not 0 < since <= self.kept.seq or self.kept.seq - since > self.house.config.limits.watcher_backlog:
            return None
        events = [(seq, self.kept.events[seq - 1]) for seq in range(since + 1, self.kept.seq + 1)]
        heard = [Happening(seq, event) for seq, event in events if not (group.muted and isinstance(event, Said))]
        if heard:
            present, result = views.present_moment(self.kept, self.house.now()), views.result_of(self.kept)
            heard[-1] = heard[-1]._replace(moment=present, result=result)
        return Telling(self.kept, self._view, heard).lines(group)

    def _view(self) -> TableView:
        return views.table_view(self.id, self.kept, self.online)

    def show_storage(self) -> None:
        """Tell every device how the database is, now that it has changed."""
        for group, outboxes in self.groups.items():
            line = _told(notice_of(self.house.health.state, group.language))
            for outbox in outboxes:
                outbox.tell(line)

    def say_goodbye(self, error: EwalaError) -> None:
        """Tell every device why it is let go, so that it can come back soon."""
        for group, outboxes in self.groups.items():
            problem = problem_of(error, group.language)
            line = _told(Closing(problem.code, problem.sentence))
            for outbox in outboxes:
                outbox.close(line, problem.code)


def _key_changes(events: list[Event], key: str) -> dict[Seat, str | None]:
    """What these events mean for the keys to seats: whoever stands up has none any more."""
    changes: dict[Seat, str | None] = {}
    if CHANGE_KEYS.isdisjoint(map(type, events)):
        return changes  # as nearly always
    for event in events:
        if isinstance(event, SatDown):
            changes[event.seat] = key
        elif isinstance(event, StoodUp):
            changes[event.seat] = None
    return changes


def _ignore(_: object) -> None:
    """Nobody waits for it."""


def _told(line: Closing | StorageNotice) -> bytes:
    return msgspec.json.encode(line)


def _fulfil(done: "asyncio.Future[int]", outcome: int | EwalaError) -> None:
    if not done.done():
        if isinstance(outcome, EwalaError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

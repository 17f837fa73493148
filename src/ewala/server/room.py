"""A table that is being played or watched right now: its keys, its devices, and the way of a wish to the disk."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Event, Moved, Rolled, Said, Started, StoodUp, TakenBack, encode_event
from ewala.play.table import Table
from ewala.server import frames, keys
from ewala.server.frames import Moment
from ewala.server.group import Group, Seats
from ewala.server.messages import Closing, Presence, TableView
from ewala.server.outbox import News, Outbox
from ewala.server.problems import NotAllowed, Unavailable, problem_of
from ewala.server.statements import Statement
from ewala.server.telling import Happening, Telling
from ewala.server.writer import Owner, StorageLost, Unit

if TYPE_CHECKING:
    from ewala.server.hub import Hub

__all__ = ["Answer", "Room"]

PLIES: dict[type[Event], int] = {Moved: 1, Rolled: 1, TakenBack: -1}  # by which an event moves the game on
DOORS = (StoodUp, Started)  # events after which somebody may have to leave
TOUCH_EVERY = 60_000  # milliseconds between signs of life in the database

Answer = Callable[[int | None], None]  # told the number of the event that is on disk; None if it could not be stored


class Room(Owner):
    """One table in memory. All its methods run on the event loop, so that wishes come one after another."""

    def __init__(
        self, hub: "Hub", table_id: str, table: Table, digests: dict[str, str], seats: dict[Seat, str]
    ) -> None:
        self.hub = hub
        self.id = table_id
        self.table = table
        self.host_digest = digests["host"]
        self.watch_digest = digests["watch"]
        self.seat_digests = seats
        self.key_changes = 0  # how often seats have changed hands
        self.groups: dict[Group, list[Outbox]] = {}
        self.last_use = self.since = hub.now()
        self.arranging = asyncio.Lock()  # a rematch: of two wishes at once, the second finds the first one's table
        self.stored_seq = table.seq  # the last event that is on disk: nobody hears of a later one
        self._waiting: list[tuple[int, Answer]] = []  # to be told when the event of that number is on disk
        self._stored_status = table.status
        self._touched = table.events[-1].at

    # --- Who is who

    def seats_of(self, given: list[str]) -> Seats:
        """The seats that these keys hold, in the game's order."""
        held = [seat for seat in self.seat_digests if any(keys.fits(key, self.seat_digests[seat]) for key in given)]
        return tuple(seat for seat in self.table.sitters if seat in held)

    def is_host(self, given: list[str]) -> bool:
        return any(keys.fits(key, self.host_digest) for key in given)

    def may_watch(self, given: list[str]) -> bool:
        """A game that is being played needs a key, unless it is listed. Before it the name is the invitation, and
        whoever is invited sees which seats are free; after it nothing is hidden any more."""
        public = self.table.settings.listed or self.table.status != "playing"
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
        return [seat for seat in self.table.sitters if seat in present]

    @property
    def devices(self) -> int:
        return sum(map(len, self.groups.values()))

    def enter(self, group: Group, outbox: Outbox) -> None:
        """From now on the device of this outbox is told what its group is told."""
        self.groups.setdefault(group, []).append(outbox)
        self._show_presence()

    def leave(self, group: Group, outbox: Outbox) -> None:
        self._remove(group, outbox)
        self._show_presence()

    def regroup(self, before: Group, after: Group, outbox: Outbox) -> None:
        """The device stays, and is told something else."""
        self._remove(before, outbox)
        self.groups.setdefault(after, []).append(outbox)

    def _remove(self, group: Group, outbox: Outbox) -> None:
        self.groups[group].remove(outbox)
        if not self.groups[group]:
            del self.groups[group]

    def _show_presence(self) -> None:
        self.last_use = self.hub.now()
        watching = sum(len(outboxes) for group, outboxes in self.groups.items() if not group.seats)
        line = msgspec.json.encode(Presence(self.online, watching))
        for outboxes in self.groups.values():
            for outbox in outboxes:
                outbox.tell(line)

    # --- Wishes

    def wish(
        self, what: Callable[[int], list[Event]], *, hold: tuple[Seat, str] | None = None, free: Seat | None = None
    ) -> "asyncio.Future[int]":
        """Carry out a wish as `grant` does; the future gives the sequence number once everything is on disk."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.grant(what, partial(_fulfil, done), hold=hold, free=free)
        return done

    def grant(
        self,
        what: Callable[[int], list[Event]],
        answer: Answer,
        *,
        hold: tuple[Seat, str] | None = None,
        free: Seat | None = None,
    ) -> None:
        """Carry out a wish; `answer` is told once everything is on disk, right after all devices.

        Raises at once, and changes nothing, if the wish is refused. `hold` and `free` store and forget a seat's key.
        """
        self.last_use = now = self.hub.now()
        events = what(now)
        if not events:
            self._when_stored(answer)  # what was taken already may not be on disk yet
            return
        happenings = self._happenings(events, now)
        changes = [self._row(happening) for happening in happenings]
        changes += self._key_changes(hold, free)
        if self.table.status != self._stored_status or now - self._touched > TOUCH_EVERY:
            self._stored_status, self._touched = self.table.status, now
            changes.append(("touch-table", {"of_table": self.id, "new_status": self.table.status, "now": now}))
        self._waiting.append((self.table.seq, answer))
        self.hub.writer.write(Unit(self, changes, partial(self._on_disk, happenings), self._on_lost))

    def _on_disk(self, happenings: list[Happening]) -> None:
        self.stored_seq = happenings[-1].seq
        self._tell(happenings)
        while self._waiting and self._waiting[0][0] <= self.stored_seq:
            seq, answer = self._waiting.pop(0)
            answer(seq)
        self.hub.look_after(self)

    def _on_lost(self, error: Exception) -> None:
        """What this room has in mind is not what the database has: whoever is here comes again."""
        self.hub.forget(self)
        waiting, self._waiting = self._waiting, []
        for _, answer in waiting:
            answer(None)
        self.say_goodbye(Unavailable("server/storage", Sentence("it could not be stored: nothing has changed")))

    def _when_stored(self, answer: Answer) -> None:
        """Tell when all that has happened so far is on disk."""
        if self.lost:
            answer(None)
        elif self.stored_seq == self.table.seq:
            answer(self.stored_seq)
        else:
            self._waiting.append((self.table.seq, answer))

    async def settled(self) -> None:
        """Wait until all that has happened so far is on disk, or lost."""
        while self.stored_seq < self.table.seq and not self.lost:
            settled = asyncio.Event()
            self._when_stored(partial(_signal, settled))
            await settled.wait()

    def _row(self, happening: Happening) -> tuple[Statement, dict[str, Any]]:
        return "add-event", {"table_id": self.id, "seq": happening.seq, "body": encode_event(happening.event)}

    def _key_changes(self, hold: tuple[Seat, str] | None, free: Seat | None) -> list[tuple[Statement, dict[str, Any]]]:
        changes: list[tuple[Statement, dict[str, Any]]] = []
        self.key_changes += hold is not None or free is not None
        if free is not None and free in self.seat_digests:
            del self.seat_digests[free]
            changes.append(("free-seat", {"of_table": self.id, "of_seat": free}))
        if hold is not None:
            seat, digest = hold
            self.seat_digests[seat] = digest
            changes.append(("hold-seat", {"table_id": self.id, "seat": seat, "digest": digest}))
        return changes

    def _happenings(self, events: list[Event], now: int) -> list[Happening]:
        """What has just happened, and where each event led; what is expected of whom is known of the last alone."""
        table, seq, ply = self.table, self.table.seq, self.table.ply
        moment = None if isinstance(events[-1], Said) else frames.present_moment(table, now)
        result = frames.result_of(table)
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
        telling = Telling(self.table, self._view, happenings)
        doors = any(isinstance(happening.event, DOORS) for happening in happenings)
        for group, outboxes in self.groups.items():
            news = News(happenings[-1].seq, b"\n".join(telling.lines(group)), doors)
            for outbox in outboxes:
                outbox.tell(news)

    def missed(self, since: int, group: Group) -> list[bytes] | None:
        """Lines for what a device has missed, or None if it needs a new snapshot."""
        if not 0 < since <= self.stored_seq or self.stored_seq - since > self.hub.config.limits.watcher_backlog:
            return None
        events = [(seq, self.table.events[seq - 1]) for seq in range(since + 1, self.stored_seq + 1)]
        heard = [Happening(seq, event) for seq, event in events if not (group.muted and isinstance(event, Said))]
        if heard:
            present, result = frames.present_moment(self.table, self.hub.now()), frames.result_of(self.table)
            heard[-1] = heard[-1]._replace(moment=present, result=result)
        return Telling(self.table, self._view, heard).lines(group)

    def _view(self) -> TableView:
        return frames.table_view(self.id, self.table, self.online)

    def say_goodbye(self, error: EwalaError) -> None:
        """Tell every device why it is let go, so that it can come back soon."""
        for group, outboxes in self.groups.items():
            problem = problem_of(error, group.language)
            line = msgspec.json.encode(Closing(problem.code, problem.sentence))
            for outbox in outboxes:
                outbox.close(line)


def _fulfil(done: "asyncio.Future[int]", seq: int | None) -> None:
    if not done.done():
        if seq is None:
            done.set_exception(StorageLost("it could not be stored"))
        else:
            done.set_result(seq)


def _signal(settled: asyncio.Event, _: int | None) -> None:
    settled.set()

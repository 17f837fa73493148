"""A table that is being played or watched right now: its keys, its devices, and the way of a wish to the disk."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.locale.languages import translator
from ewala.play.events import Event, Moved, Rolled, Said, TakenBack, encode_event
from ewala.play.table import Table
from ewala.server import frames, keys
from ewala.server.frames import Moment
from ewala.server.messages import Closing, Happened, Presence
from ewala.server.problems import Unavailable, problem_of
from ewala.server.statements import Statement
from ewala.server.words import words_of
from ewala.server.writer import Owner, Unit

if TYPE_CHECKING:
    from ewala.server.hub import Hub

__all__ = ["Group", "Room", "Seats"]

Seats = tuple[Seat, ...]
TOUCH_EVERY = 60_000  # milliseconds between signs of life in the database

Happening = tuple[int, Event, Moment | None]  # sequence number, what happened, where it led


class Group(msgspec.Struct, frozen=True):
    """Devices that get the same frames."""

    seats: Seats
    language: str
    muted: bool = False
    explained: bool = False  # positions come with what the game says of them

    @property
    def channel(self) -> str:
        return f"{''.join(self.seats)}.{self.language}.{'m' if self.muted else ''}{'e' if self.explained else ''}"


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
        self.groups: Counter[Group] = Counter()
        self.last_use = hub.now()
        self.stored_seq = table.seq  # the last event that is on disk: nobody hears of a later one
        self._last_wish: asyncio.Future[int] | None = None
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
        return self.table.settings.listed or any(keys.fits(key, self.watch_digest) for key in given)

    @property
    def online(self) -> list[Seat]:
        present = {seat for group, devices in self.groups.items() if devices for seat in group.seats}
        return [seat for seat in self.table.sitters if seat in present]

    def channel(self, group: Group) -> str:
        return f"{self.id}.{group.channel}"

    def enter(self, group: Group) -> None:
        self.groups[group] += 1
        self.last_use = self.hub.now()
        self.show_presence()

    def leave(self, group: Group) -> None:
        self.groups[group] -= 1
        if self.groups[group] <= 0:
            del self.groups[group]
        self.last_use = self.hub.now()
        self.show_presence()

    def show_presence(self) -> None:
        watching = sum(devices for group, devices in self.groups.items() if not group.seats)
        self._send_all(msgspec.json.encode(Presence(self.online, watching)))

    # --- Wishes

    def wish(
        self, what: Callable[[int], list[Event]], *, hold: tuple[Seat, str] | None = None, free: Seat | None = None
    ) -> "asyncio.Future[int]":
        """Carry out a wish; the future gives the table's sequence number once everything is on disk.

        Raises at once, and changes nothing, if the wish is refused. `hold` and `free` store and forget a seat's key.
        """
        now = self.hub.now()
        self.last_use = now
        first = self.table.seq + 1
        events = what(now)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if not events:
            if self._last_wish is not None and not self._last_wish.done():
                return self._last_wish  # what was taken already may not be on disk yet
            done.set_result(self.table.seq)
            return done
        changes = [self._row(first + n, event) for n, event in enumerate(events)]
        changes += self._key_changes(hold, free)
        if self.table.status != self._stored_status or now - self._touched > TOUCH_EVERY:
            self._stored_status, self._touched = self.table.status, now
            changes.append(("touch-table", {"of_table": self.id, "new_status": self.table.status, "now": now}))
        happenings = list(zip(range(first, first + len(events)), events, self._moments(events, now), strict=True))
        last = self.table.seq

        def on_disk() -> None:
            self.stored_seq = last
            self._publish(happenings)
            if not done.done():
                done.set_result(last)

        def on_lost(error: Exception) -> None:
            self.hub.forget(self)
            if not done.done():
                done.set_exception(error)
            self.say_goodbye(
                Unavailable("server/storage", Sentence("it could not be stored: nothing has changed"))
            )  # what this room has in mind is not what the database has: come again

        self._last_wish = done
        self.hub.writer.write(Unit(self, changes, on_disk, on_lost))
        return done

    async def settled(self) -> None:
        """Wait until all that has happened so far is on disk."""
        while self._last_wish is not None and not self._last_wish.done():
            await asyncio.wait({self._last_wish})

    def _row(self, seq: int, event: Event) -> tuple[Statement, dict[str, Any]]:
        return "add-event", {"table_id": self.id, "seq": seq, "body": encode_event(event)}

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

    def _moments(self, events: list[Event], now: int) -> list[Moment | None]:
        """Where each event led; what is expected of whom is known of the last alone."""
        match = self.table.match
        moments: list[Moment | None] = [None] * len(events)
        if match is None:
            return moments
        ply = self.table.ply
        for n in range(len(events) - 1, -1, -1):
            if isinstance(events[n], Moved | Rolled):
                moments[n] = Moment(match.state_at(ply), ply)
                ply -= 1
            elif isinstance(events[n], TakenBack):
                moments[n] = Moment(match.state_at(ply), ply)
                ply += 1
        if not all(isinstance(event, Said) for event in events):
            moments[-1] = frames.present_moment(self.table, now)
        return moments

    # --- Telling everybody

    def _publish(self, happenings: list[Happening]) -> None:
        for seq, event, moment in happenings:
            for group in self.groups:
                if not (group.muted and isinstance(event, Said)):
                    self._send(group, msgspec.json.encode(self.frame(seq, event, moment, group)))
        self.hub.look_after(self)

    def frame(self, seq: int, event: Event, moment: Moment | None, group: Group, *, last: bool = False) -> Happened:
        """An event as a group of devices may know it."""
        moving = isinstance(event, Moved | Rolled | TakenBack | Said)
        words = words_of(event, self.table, group.seats)
        return Happened(
            seq=seq,
            event=frames.seen_event(event, group.seats),
            words=words.said(translator(group.language)) if words else "",
            position=frames.position_of(moment, group.seats, explained=group.explained) if moment else None,
            table=None if moving else frames.table_view(self.id, self.table, self.online),
            result=frames.result_of(self.table) if last or seq == self.table.seq else None,
        )

    def missed(self, since: int, group: Group) -> list[bytes] | None:
        """Frames for what a device has missed, or None if it needs a new snapshot."""
        if not 0 < since <= self.stored_seq or self.stored_seq - since > self.hub.config.limits.watcher_backlog:
            return None
        now = self.hub.now()
        events = [(seq, self.table.events[seq - 1]) for seq in range(since + 1, self.stored_seq + 1)]
        shown = [(seq, event) for seq, event in events if not (group.muted and isinstance(event, Said))]
        found = []
        for seq, event in shown:
            last = seq == shown[-1][0]
            moment = frames.present_moment(self.table, now) if last else None
            found.append(msgspec.json.encode(self.frame(seq, event, moment, group, last=last)))
        return found

    def _send(self, group: Group, frame: bytes) -> None:
        self.hub.channels.publish(frame, self.channel(group))

    def _send_all(self, frame: bytes) -> None:
        for group in self.groups:
            self._send(group, frame)

    def say_goodbye(self, error: EwalaError) -> None:
        """Tell every device why it is let go, so that it can come back soon."""
        for group in self.groups:
            problem = problem_of(error, group.language)
            self._send(group, msgspec.json.encode(Closing(problem.code, problem.sentence)))

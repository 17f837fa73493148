"""Notifies people who are away that a game waits for them, or somebody to play with.

No move waits for any of it: rounds go through the tables in memory, note for whom a game has waited for a while, and
send what is due. Whether somebody who is away can be notified at all is asked once a turn, in a thread, together with
all others.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, false, or_

from ewala.core.state import Seat
from ewala.server.features.accounts import find_person, seat_holders
from ewala.server.features.notifications.delivery import Sent
from ewala.server.features.notifications.messages import MOVES, Message, Waiting, message_of, waiting_at
from ewala.server.features.notifications.queue import (
    Notice,
    PendingTurn,
    clocks_near_their_end,
    drop,
    just_left,
    note_invitation,
    note_pending,
    note_told,
    notices_of,
    people_to_tell,
    people_waited_for,
    put_off,
)
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.kept import Kept
from ewala.tables.problems import Unavailable

log = logging.getLogger("ewala.server")

EVERY = 0.5  # seconds between two rounds
CLOCKS_EVERY = 60_000  # milliseconds between looks for clocks of tables that are not in memory
MOST_PEOPLE = 50  # who are notified at a time
MOST_NOTICES = 50  # of one person that are looked at
MOST_TABLES = 100
HOUR, DAY = 3600_000, 24 * 3600_000  # milliseconds
NEAR = 3 * HOUR  # before a clock's end, at most; of shorter turns an eighth


class Channel(Protocol):
    """A way by which people are notified."""

    def reachable(self) -> ColumnElement[bool]:
        """Whether `people.c.id` has it."""

    async def send(self, person: str, message: Message, now: int) -> Sent: ...


class Notifier:
    """For all tables of this process; the process that keeps house sends, for all people."""

    def __init__(self, registry: TableRegistry) -> None:
        self.channels: list[Channel] = []
        self.chores: list[Callable[[int], Awaitable[None]]] = []  # done now and then; each is given the time
        self._registry = registry
        self._ask, self._change = registry.ask, registry.change
        self._noted: WeakKeyDictionary[Room, set[PendingTurn]] = WeakKeyDictionary()
        self._telling: set[str] = set()  # people
        self._next_clocks = 0

    def _reachable(self) -> ColumnElement[bool]:
        """Whether a person can be notified at all."""
        return or_(false(), *(channel.reachable() for channel in self.channels))

    async def start(self) -> None:
        self._registry.start_task(self._go_round())

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look_round()
            except Unavailable:
                pass  # the database is away: that is known, and told
            except Exception:
                log.exception("telling people failed; it is tried again")

    async def look_round(self) -> None:
        """One round."""
        now = self._registry.now()
        waiting = self._waiting(now)
        if waiting:
            pending_turns = [pending for _, pending in waiting]
            for pending, person in await self._ask(people_waited_for, pending_turns, self._reachable()):
                await self._change(note_pending, person, pending, now)
            for room, pending in waiting:
                earlier = self._noted.get(room, set())
                self._noted[room] = {one for one in earlier if one.ply == pending.ply} | {pending}
        if not await self._registry.is_caretaker():
            return
        for person in await self._ask(people_to_tell, now, MOST_PEOPLE):
            if person not in self._telling:
                self._telling.add(person)
                self._registry.start_task(self._tell(person))
        if now >= self._next_clocks:
            if not self._next_clocks:  # another process may have ended before it sent what was due
                await self._fetch(await self._ask(just_left, HOUR, MOST_TABLES, self._reachable()))
            self._next_clocks = now + CLOCKS_EVERY
            for chore in self.chores:
                await chore(now)
            near = await self._ask(clocks_near_their_end, now, NEAR, MOST_TABLES, self._reachable())
            await self._fetch(near)

    async def _fetch(self, tables: Sequence[str]) -> None:
        """From now on the rounds see these tables."""
        for table in tables:
            await self._registry.room_if_any(table)

    async def invite(self, person: str, table: str, asked_by: str) -> None:
        """Notify somebody that they are asked to a table, if it has not begun by then and they do not sit there, and if
        they can be notified and want to. This writes one row; rounds send it."""
        await self._change(note_invitation, person, table, asked_by, self._registry.now(), self._reachable())

    # --- For whom games wait

    def _waiting(self, now: int) -> list[tuple[Room, PendingTurn]]:
        """Games that have waited a while for somebody who is away, if that is not noted yet."""
        found = []
        patience = self._registry.config.push_patience * 1000
        for room in self._registry.rooms():
            table = room.kept
            if now - table.events[-1].at < patience:
                continue  # as almost everywhere, where games go on
            for pending in _pending_turns(room, now):
                if pending in self._noted.get(room, ()) or room.is_looked_after_elsewhere:
                    continue
                if room.audience.away_for(pending.seat) >= patience:
                    found.append((room, pending))
        return found

    # --- Telling them

    async def _tell(self, person: str) -> None:
        try:
            await self._tell_now(person)
        except Unavailable:
            pass  # nothing was noted as told: it is tried again
        finally:
            self._telling.discard(person)

    async def _tell_now(self, person: str) -> None:
        noted = await self._ask(notices_of, person, MOST_NOTICES)
        true: dict[Notice, Waiting] = {}
        for notice in noted:
            room = await self._registry.room_if_any(notice.table)
            if room is not None and await self._still_true(room, person, notice):
                true[notice] = waiting_at(room.id, room.kept, notice.seat, notice.kind, notice.asked_by)
        stale = [notice for notice in noted if notice not in true]
        if stale:
            await self._change(drop, person, stale)
        now = self._registry.now()
        due = [notice for notice in true if notice.told_at is None and notice.due_at <= now]
        if not due:
            return
        known = await self._ask(find_person, person)
        if known is None:
            return  # they were forgotten a moment ago
        games = {true[notice].table: true[notice] for notice in sorted(due, key=lambda notice: notice.kind == "clock")}
        badge = len({waiting.table for waiting in true.values() if waiting.kind in MOVES})
        message = message_of(list(games.values()), badge, known.profile.language)
        again_at = await self._send(person, message)
        if again_at is None:
            await self._change(note_told, person, due, now)
        else:
            await self._change(put_off, person, due, again_at)

    async def _still_true(self, room: Room, person: str, notice: Notice) -> bool:
        table, seat = room.kept, notice.seat
        if notice.kind == "invitation":
            return table.status == "open" and person not in (await self._ask(seat_holders, room.id)).values()
        if seat in room.audience.online:
            return False
        if notice.kind == "rematch":
            return seat in _not_yet_again(table)
        return table.to_act == seat and table.ply == notice.ply and _is_played_by_a_person(table, seat)

    async def _send(self, person: str, message: Message) -> int | None:
        """By every channel; None if they were reached or have no channel left, else when to try again."""
        now = self._registry.now()
        sent = await asyncio.gather(*(channel.send(person, message, now) for channel in self.channels))
        if any(one.reached for one in sent):
            return None
        return min((one.again_at for one in sent if one.again_at is not None), default=None)


def _is_played_by_a_person(table: Kept, seat: str) -> bool:
    sitter = table.sitters[seat]
    return sitter.kind == "person" and not sitter.bot and not sitter.resigned


def _pending_turns(room: Room, now: int) -> list[PendingTurn]:
    """For whom this table waits: the player to move, or those who are asked for a rematch."""
    table, seat = room.kept, room.kept.to_act
    if seat is not None and _is_played_by_a_person(table, seat):
        if _is_near_its_end(table, now):
            return [PendingTurn(room.id, seat, "clock", table.ply, hurry=True)]
        return [PendingTurn(room.id, seat, "turn", table.ply, _is_in_a_hurry(table))]
    return [PendingTurn(room.id, seat, "rematch", table.ply, hurry=True) for seat in _not_yet_again(table)]


def _not_yet_again(table: Kept) -> list[Seat]:
    """Seats of people who have not said that they would like the rematch that others have begun."""
    sitters = table.sitters if table.rematch else {}
    return [seat for seat, sitter in sitters.items() if sitter.kind == "person" and not sitter.again]


def _is_in_a_hurry(table: Kept) -> bool:
    """Whether a turn should be told at once: somebody's clock has less than a day for it."""
    rule = table.clocks.rule
    return rule.kind == "real-time" or (rule.kind == "correspondence" and rule.seconds * 1000 < DAY)


def _is_near_its_end(table: Kept, now: int) -> bool:
    """Whether the running clock is; where a turn has less than an hour, its person was told of it a moment ago."""
    rule, end = table.clocks.rule, table.clocks.runs_out_at()
    if rule.kind != "correspondence" or rule.seconds * 1000 < HOUR or end is None:
        return False
    return end - now <= min(NEAR, rule.seconds * 1000 // 8)

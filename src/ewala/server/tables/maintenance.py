"""Who looks after the house: clocks that run out, signs of life, the database's health, what is old or unused.

While the database is away, and while the server itself stood still, clocks do too: that time is noted as an outage.
"""

import asyncio
import logging
import secrets
import time
from functools import partial
from typing import Protocol

from ewala.core.sentences import Sentence
from ewala.server.platform.storage.removal import clean
from ewala.server.platform.storage.store import SIGN_OF
from ewala.server.platform.storage.units import Unit
from ewala.server.tables.context import ServerContext
from ewala.server.tables.outages import SHORTEST
from ewala.server.tables.room import Room
from ewala.tables.problems import Unavailable

log = logging.getLogger("ewala.server")

EVERY = 0.25  # seconds between two rounds
SIGN_EVERY = 5.0  # seconds between signs of life
PROBE_EVERY = 0.5  # and while the database is away
DUE_EVERY = 1.0  # seconds between looks for what is due at tables that are not in memory
MOST_DUE = 50  # of them at a time
CLEAN_EVERY = 3600.0
STUCK = 5.0  # seconds after which nobody waits any longer for a transaction that does not end
IDLE = 10 * 60_000  # milliseconds after which an unused table leaves memory
HEADS_EVERY = 2.0  # seconds between looks for what other processes have stored, in case nobody heard of it
MOST_HEADS = 1000  # at a time


class Rooms(Protocol):
    """What maintenance asks of the registry."""

    set_aside: set[str]

    def rooms(self) -> list[Room]: ...

    async def room_if_any(self, table_id: str) -> Room | None: ...

    def look_after(self, room: Room) -> None: ...

    def forget(self, room: Room) -> None: ...

    def have_gone(self, table_ids: list[str]) -> None: ...

    async def look_at_policy(self) -> None: ...


class Maintenance:
    """Makes its rounds as long as the server runs."""

    def __init__(self, context: ServerContext, rooms: Rooms) -> None:
        self._context = context
        self._rooms = rooms
        self._standstill = context.standstill
        self._state = "ok"
        self._served_before = 0
        self._began = time.monotonic()
        self._next_sign = self._next_due = self._next_clean = self._next_heads = 0.0
        self._sign_under_way = False
        self._name = SIGN_OF + secrets.token_hex(4)

    async def begin(self) -> None:
        """Note as an outage the time since a server was last alive; called before anybody is let in."""
        context = self._context
        alone = await context.read(context.lease.join)
        signs = await context.read(context.store.signs_of_life)
        self._served_before = signs.get("served", 0)
        alive_at, now = signs.get("alive_at", 0), context.now()
        if alone and alive_at and not 0 <= now - alive_at < SHORTEST:
            await context.read(context.outages.add, alive_at, now)
        if alone:
            await context.read(context.lease.let_others_in)
        self._began = time.monotonic()
        self._standstill.wake_up()

    async def look_after_regularly(self) -> None:
        while True:
            try:
                await self.look_after()
            except Unavailable:
                pass  # the database is away: that is known, and told
            except Exception:  # one round's trouble must not stop the clocks for good
                log.exception("looking after the tables failed; it is tried again")
            await asyncio.sleep(EVERY)

    async def look_after(self) -> None:
        """One round."""
        now = time.monotonic()
        await self._watch_storage()
        self._show_signs(now)
        if self._context.store.shared and now >= self._next_heads:
            self._next_heads = now + HEADS_EVERY
            await self._look_at_heads()
        if self._standstill.clocks_stand:
            return
        ours = await self._context.is_caretaker()
        if ours and now >= self._next_due:
            self._next_due = now + DUE_EVERY
            await self._wake_due()
        self._look_after_rooms()
        if ours and now >= self._next_clean:
            self._next_clean = now + CLEAN_EVERY
            await self.clean_up()

    # --- Other processes

    def look_at_heads_soon(self) -> None:
        """Something may have been stored elsewhere, and nobody heard of it."""
        self._next_heads = 0.0

    async def _look_at_heads(self) -> None:
        await self._context.read(self._context.outages.look)
        await self._rooms.look_at_policy()
        rooms = {room.id: room for room in self._rooms.rooms()}
        names = list(rooms)
        for first in range(0, len(names), MOST_HEADS):
            heads = await self._context.read(self._context.store.heads, names[first : first + MOST_HEADS])
            for table_id, seq in heads.items():
                rooms[table_id].may_have_grown(seq)

    # --- The database

    async def _watch_storage(self) -> None:
        context, standstill, state = self._context, self._standstill, self._context.health.state
        if state != "ok" and standstill.since is None:
            standstill.since = context.now() - int(context.health.trouble_for * 1000)
        if context.health.busy_for > STUCK:
            stuck = Unavailable("server/storage", Sentence("the database does not answer: nothing has changed"))
            for room in self._rooms.rooms():
                room.refuse_waiting(stuck)
        if state == "ok" and standstill.since is not None:
            since = await self._nobody_served_since(standstill.since)
            if context.now() - since >= SHORTEST:
                await context.read(context.outages.add, since, context.now())
            standstill.since = None
        if state != self._state:
            self._state = state
            for room in self._rooms.rooms():
                room.audience.show_storage()

    async def _nobody_served_since(self, since: int) -> int:
        """When the last process stood still that did: while another serves, clocks run."""
        context = self._context
        if not context.store.shared:
            return since
        others = await context.read(context.store.others_alive_at, self._name)
        if context.now() - others < 1000 * (SIGN_EVERY + PROBE_EVERY):
            return context.now()
        return max(since, min(others, context.now()))

    def _show_signs(self, now: float) -> None:
        if now >= self._next_sign and not self._sign_under_way:
            self._next_sign = now + (SIGN_EVERY if self._context.health.state == "ok" else PROBE_EVERY)
            self.leave_sign()

    def leave_sign(self) -> None:
        """Write that the server lives; whether that works also tells how the database is."""
        self._sign_under_way = True
        served = self._served_before + int((time.monotonic() - self._began) * 1000)
        signs = {"alive_at": self._context.now(), "served": served}
        if self._context.store.shared:
            signs[self._name] = signs["alive_at"]
        self._context.writer.write(Unit("", 0, [], self._sign_done, self._sign_done, signs=signs))

    def _sign_done(self, _: object) -> None:
        self._sign_under_way = False

    # --- Tables

    async def _wake_due(self) -> None:
        """Take into memory the tables whose clocks have run out while nobody was there, or whose start has to go on."""
        context = self._context
        most = MOST_DUE + len(self._rooms.set_aside)  # those are due for ever, and must not stand in the others' way
        for table_id in await context.read(context.store.due, context.now(), most):
            if room := await self._rooms.room_if_any(table_id):
                room.set_alarm()

    def _look_after_rooms(self) -> None:
        now = self._context.now()
        for room in self._rooms.rooms():
            try:
                self._look_after(room, now)
            except Exception:
                log.exception("looking after table %s failed", room.id)

    def _look_after(self, room: Room, now: int) -> None:
        room.audience.tell_others_again()
        if room.busy:
            return
        room.let_time_pass(self._context.config.parts_seconds)
        self._rooms.look_after(room)
        if room.unused_for(now) > IDLE and not room.busy:
            self._rooms.forget(room)

    async def clean_up(self) -> None:
        """Mark tables without a sign of life for long; remove those that were marked long ago."""
        context, config = self._context, self._context.config
        served = self._served_before + int((time.monotonic() - self._began) * 1000)
        cleaning = partial(
            clean,
            context.store.engine,
            context.now(),
            served,
            open_days=config.open_days,
            over_days=config.over_days,
            grace_days=config.grace_days,
            in_use={room.id for room in self._rooms.rooms()},
        )
        cleaned = await context.read(cleaning)
        self._rooms.have_gone(cleaned.removed)
        if cleaned.marked or cleaned.removed:
            log.info("%d old tables are marked to be removed, %d were removed", cleaned.marked, len(cleaned.removed))

"""All tables of this process: found, made, looked after, forgotten when nobody uses them."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from ewala.bots.roster import stand_in
from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Created, Settings, decode_event, encode_event
from ewala.play.table import Table
from ewala.server.collector import Collector
from ewala.server.config import Config
from ewala.server.keys import digest_of, is_table_id, new_key, new_table_id
from ewala.server.problems import Unavailable
from ewala.server.room import Room
from ewala.server.store import Store, Stored
from ewala.server.thinking import Thinking
from ewala.server.warming import Warming
from ewala.server.writer import StorageLost, Unit, Writer

__all__ = ["Hub", "NewTable", "NoSuchTable"]

log = logging.getLogger("ewala.server")

IDLE = 10 * 60_000  # milliseconds after which an unused table leaves memory
HOUR = 3600.0
LONGEST_TITLE = 80
DAY = 24 * 3_600_000


class NoSuchTable(EwalaError):
    def __init__(self) -> None:
        super().__init__("table/unknown", "there is no such table, or you may not see it")


class NewTable:
    """A table just made, with the keys that only its maker is told."""

    def __init__(self, room: Room, host_key: str, watch_key: str) -> None:
        self.room = room
        self.host_key = host_key
        self.watch_key = watch_key


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Hub:
    """The rooms of this process."""

    def __init__(self, config: Config, now: Callable[[], int] = milliseconds) -> None:
        self.config = config
        self.now = now
        self.store: Store
        self.writer: Writer
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.thinking = Thinking(Warming() if config.warm_bots else None)
        self._closing = False  # what is still being written must not set bots thinking any more
        self._with_bots: set[str] = set()  # tables where a bot thinks right now
        self._collector = Collector()

    async def open(self) -> None:
        self.store = await asyncio.to_thread(Store, self.config.database_url)
        self.writer = Writer(self.store.engine)
        self.thinking.start()
        for table_id in await asyncio.to_thread(self.store.playing):
            await self._load(table_id)
        self._collector.calm_down()
        self.start_task(self._sweep_regularly())

    async def say_goodbye(self) -> None:
        """Tell everybody that the server goes, and give the frames a moment to leave."""
        goodbye = Unavailable("server/restarting", Sentence("the server stops; nothing is lost, come back in a moment"))
        for room in self._rooms.values():
            room.say_goodbye(goodbye)
        await asyncio.sleep(0.1)

    async def close(self) -> None:
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinking.stop()
        await self.writer.close()
        self.store.engine.dispose()
        self._collector.as_before()

    def start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background; what goes wrong there is logged, never lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("background work failed", exc_info=task.exception())

    # --- Finding and making tables

    async def room(self, table_id: str) -> Room:
        """The table with this name; raises NoSuchTable."""
        room = self._rooms.get(table_id) or (await self._load(table_id) if is_table_id(table_id) else None)
        if room is None:
            raise NoSuchTable
        room.last_use = self.now()
        return room

    async def _load(self, table_id: str) -> Room | None:
        """Load a table once, however many ask for it at the same moment."""
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load_now(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)  # whoever gives up waiting does not take the table from the others

    async def _load_now(self, table_id: str) -> Room | None:
        stored = await asyncio.to_thread(self.store.load, table_id)
        if stored is None:
            return None
        table = await asyncio.to_thread(_unfold, stored)
        digests = {"host": stored.host_digest, "watch": stored.watch_digest}
        room = Room(self, table_id, table, digests, stored.seat_digests)
        self._rooms[table_id] = room
        self.look_after(room)
        return room

    async def create(self, game: Game, settings: Settings) -> NewTable:
        """A new table; nothing of it is told before it is on disk."""
        now, dice = self.now(), Dice.fresh()
        settings.clock.check()
        _check_title(settings.title)
        created = Created(
            game=game.name, parameters=game.parameters(), settings=settings, commitment=dice.commitment, at=now
        )
        table_id, host_key, watch_key = new_table_id(), new_key(), new_key()
        digests = {"host": digest_of(host_key), "watch": digest_of(watch_key)}
        room = Room(self, table_id, Table(created, dice.secret), digests, {})
        row = {
            "id": table_id,
            "status": "open",
            "listed": int(settings.listed),
            "created_at": now,
            "touched_at": now,
            "host_digest": digests["host"],
            "watch_digest": digests["watch"],
            "secret": dice.secret,
        }
        first = {"table_id": table_id, "seq": 1, "body": encode_event(created)}
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        unit = Unit(room, [("new-table", row), ("add-event", first)], lambda: done.set_result(None), done.set_exception)
        self.writer.write(unit)
        try:
            await done
        except StorageLost:
            raise Unavailable("server/storage", Sentence("it could not be stored: nothing has changed")) from None
        self._rooms[table_id] = room
        return NewTable(room, host_key, watch_key)

    async def listed(self, *, playing: bool = False, most: int = 100) -> list[Room]:
        """The tables that everybody may find: those that wait for players, or those with a game going on."""
        names = await asyncio.to_thread(self.store.listed, most, playing=playing)
        found = [await self.room(name) for name in names]
        return [room for room in found if room.table.status == ("playing" if playing else "open")]

    def playing(self) -> list[Room]:
        """The tables at which a game goes on."""
        return [room for room in self._rooms.values() if room.table.status == "playing"]

    def forget(self, room: Room) -> None:
        """Take a table out of memory: the database has what is true of it."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    # --- Looking after tables

    def look_after(self, room: Room) -> None:
        """If a bot must act, let it think; called whenever something has happened."""
        seat = room.table.to_act
        if seat is None or room.lost or not room.table.sitters[seat].bot:
            return
        if self._closing or room.id in self._with_bots:
            return
        self._with_bots.add(room.id)
        self.start_task(self._let_think(room))

    async def _let_think(self, room: Room) -> None:
        """Let bots act until a person must."""
        try:
            while (seat := self._bot_to_act(room)) is not None:
                await self._one_decision(room, seat)
        finally:
            self._with_bots.discard(room.id)

    def _bot_to_act(self, room: Room) -> Seat | None:
        seat = room.table.to_act
        known = self._rooms.get(room.id) is room and not room.lost
        return seat if known and seat is not None and room.table.sitters[seat].bot else None

    async def _one_decision(self, room: Room, seat: Seat) -> None:
        table = room.table
        if table.to_confirm == seat:
            await room.wish(lambda now: table.confirm(seat, now))
            return
        ply = table.ply
        move = await self.thinking.choose(table, seat)
        # Meanwhile the person may have come back, or the game may have ended.
        if table.ply == ply and self._bot_to_act(room) == seat:
            await room.wish(lambda now: table.move(seat, move, ply, "", now))

    async def sweep(self) -> None:
        """Let bots take the seats whose clocks have run out, and drop tables that nobody uses from memory."""
        now = self.now()
        for room in list(self._rooms.values()):
            if (room.table.clocks.runs_out_at() or now + 1) <= now:
                bot = stand_in(room.table.game.name)
                await room.wish(lambda now, room=room, bot=bot: room.table.run_out(bot, now))  # type: ignore[misc]
            if not room.groups and now - room.last_use > IDLE and room.table.status != "playing":
                self.forget(room)

    async def clean_up(self) -> None:
        """Remove tables without a sign of life for longer than the configuration keeps them."""
        now = self.now()
        removed = await asyncio.to_thread(
            self.store.remove_untouched,
            now - int(self.config.open_days * DAY),
            now - int(self.config.over_days * DAY),
        )
        for table_id in removed:
            self._rooms.pop(table_id, None)

    async def _sweep_regularly(self) -> None:
        cleaned = float("-inf")
        while True:
            try:
                if time.monotonic() - cleaned > HOUR:
                    cleaned = time.monotonic()
                    await self.clean_up()
                await self.sweep()
            except Exception:  # one table's trouble must not stop the clocks of all
                log.exception("looking after the tables failed; it is tried again")
            await asyncio.sleep(0.25)


def _check_title(title: str) -> None:
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadSetup(
            "setup/title", "", Sentence("a title has at most {most} printable characters", most=LONGEST_TITLE)
        )


def _unfold(stored: Stored) -> Table:
    return Table.fold([decode_event(body) for body in stored.events], stored.secret)

"""All tables of this process: found, made, set aside when they cannot be read, forgotten when nobody uses them."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.play.events import Created, Settings
from ewala.server.config import Config
from ewala.server.storage.kept import Kept, Receipt, Stored
from ewala.server.storage.writer import StorageLost, Unit
from ewala.server.tables.bot_turns import BotTurns
from ewala.server.tables.caretaker import Caretaker
from ewala.server.tables.collector import Collector
from ewala.server.tables.house import House
from ewala.server.tables.keys import digest_of, is_table_id, new_key, new_table_id
from ewala.server.tables.room import Room
from ewala.server.tables.thinking import Thinking
from ewala.server.tables.warming import Warming
from ewala.server.wire.problems import Unavailable

__all__ = ["Hub", "NewTable", "NoSuchTable", "TableSetAside"]

log = logging.getLogger("ewala.server")

LONGEST_TITLE = 80


class NoSuchTable(EwalaError):
    def __init__(self) -> None:
        super().__init__("table/unknown", "there is no such table, or you may not see it")


class TableSetAside(Unavailable):
    """A table that cannot be read; the log says why."""

    def __init__(self) -> None:
        super().__init__(
            "table/set-aside",
            Sentence("this table cannot be read and was set aside; whoever runs the server can see why"),
        )


class NewTable:
    """A table to be made, with the keys that only its maker is told: the moment it is on disk, there is a room."""

    def __init__(self, hub: "Hub", created: Created, secret: bytes) -> None:
        self.host_key, self.watch_key = new_key(), new_key()
        self.room: Room
        self._hub = hub
        self._created = created
        self._row = {
            "id": new_table_id(),
            "status": "open",
            "listed": int(created.settings.listed),
            "created_at": created.at,
            "touched_at": created.at,
            "host_digest": digest_of(self.host_key),
            "watch_digest": digest_of(self.watch_key),
            "secret": secret,
            "outage": hub.outages.last,
        }

    @property
    def id(self) -> str:
        return str(self._row["id"])

    def unit(self, answer: Callable[[Receipt | StorageLost], None] = lambda _: None) -> Unit:
        """What has to be stored for it, and whom to tell."""

        def on_disk(receipt: Receipt) -> None:
            # From what was written: whoever had to read it again might fail to, and nobody would have its keys.
            self.room = self._hub.take_in(self._hub.store.as_new(self._row, receipt))
            answer(receipt)

        return Unit(self.id, 1, [self._created], on_disk, answer, new_table=self._row)


class Hub(House):
    """The house with its rooms."""

    def __init__(self, config: Config, now: Callable[[], int] | None = None) -> None:
        super().__init__(config, now)
        self.caretaker = Caretaker(self, self)
        self.stopping = False  # what is still being written must not set bots thinking any more
        self.set_aside: set[str] = set()  # tables that cannot be read
        self.thinking = Thinking(Warming() if config.warm_bots else None)
        self._bots = BotTurns(self.thinking, self.start_task, self._serves)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._gone: set[str] = set()  # tables that were removed while they were being loaded
        self._tasks: set[asyncio.Task[None]] = set()
        self._collector = Collector()

    async def open(self) -> None:
        await self.open_storage(self._read_all_again)
        self.thinking.start()
        await self.caretaker.begin()
        self._collector.calm_down()
        self.start_task(self.standstill.stay_awake())
        self.start_task(self.caretaker.look_after_regularly())

    async def say_goodbye(self) -> None:
        """Tell everybody that the server goes, and give the frames a moment to leave."""
        self.stopping = True
        goodbye = Unavailable("server/restarting", Sentence("the server stops; nothing is lost, come back in a moment"))
        for room in self.rooms():
            room.audience.say_goodbye(goodbye)
        await asyncio.sleep(0.1)

    async def close(self) -> None:
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinking.stop()
        self.caretaker.leave_sign()
        await self.close_storage()
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

    def rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def knows(self, room: Room) -> bool:
        return self._rooms.get(room.id) is room

    def _serves(self, room: Room) -> bool:
        return self.knows(room) and not self.stopping

    async def room(self, table_id: str) -> Room:
        """The table with this name; raises NoSuchTable, or TableSetAside."""
        room = self._rooms.get(table_id) or (await self._load(table_id) if is_table_id(table_id) else None)
        if room is None:
            raise NoSuchTable
        room.last_use = self.now()
        return room

    async def room_if_any(self, table_id: str) -> Room | None:
        """The table with this name, unless it went a moment ago, or was set aside."""
        try:
            return await self.room(table_id)
        except (NoSuchTable, TableSetAside):
            return None

    async def _load(self, table_id: str) -> Room | None:
        """Load a table once, however many ask for it at the same moment."""
        if table_id in self.set_aside:
            raise TableSetAside
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load_now(table_id))
            task.add_done_callback(lambda _: self._loaded(table_id))
        return await asyncio.shield(task)  # whoever gives up waiting does not take the table from the others

    def _loaded(self, table_id: str) -> None:
        self._loading.pop(table_id, None)
        self._gone.discard(table_id)

    async def _load_now(self, table_id: str) -> Room | None:
        stored = await self.read(self.store.load, table_id)
        if stored is None:
            return None
        kept, damage = await asyncio.to_thread(_unfolded, stored)
        if table_id in self._gone:
            return None
        if kept is None:
            self.set_aside.add(table_id)
            log.error("table %s cannot be read and is set aside: %s", table_id, damage)
            raise TableSetAside
        return self._rooms.get(table_id) or self._enter(stored, kept)  # it may have been made a moment ago

    def take_in(self, stored: Stored) -> Room:
        """A table that was made a moment ago, unless somebody has found and read it already."""
        return self._rooms.get(stored.id) or self._enter(stored, Kept(stored))

    def _enter(self, stored: Stored, kept: Kept) -> Room:
        room = self._rooms[stored.id] = Room(self, stored, kept, self.look_after, self.forget)
        self.look_after(room)
        return room

    def draw_up(self, game: Game, settings: Settings) -> NewTable:
        """A table that is yet to be stored."""
        dice = Dice.fresh()
        settings.clock.check()
        _check_title(settings.title)
        created = Created(
            game=game.name, parameters=game.parameters(), settings=settings, commitment=dice.commitment, at=self.now()
        )
        return NewTable(self, created, dice.secret)

    async def create(self, game: Game, settings: Settings) -> NewTable:
        """A new table; nothing of it is told before it is on disk."""
        new = self.draw_up(game, settings)
        done: asyncio.Future[Receipt | StorageLost] = asyncio.get_running_loop().create_future()
        self.writer.write(new.unit(partial(_settle, done)))
        if isinstance(await done, StorageLost):
            raise Unavailable("server/storage", Sentence("it could not be stored: nothing has changed"))
        return new

    async def listed(self, *, playing: bool = False, most: int = 100) -> list[Room]:
        """The tables that everybody may find: those that wait for players, or those with a game going on."""
        names = await self.read(self.store.listed, most, playing=playing)
        found = [await self.room_if_any(name) for name in names]
        return [room for room in found if room and room.kept.status == ("playing" if playing else "open")]

    def playing(self) -> list[Room]:
        """The tables at which a game goes on."""
        return [room for room in self._rooms.values() if room.kept.status == "playing"]

    def forget(self, room: Room) -> None:
        """Take a table out of memory: the database has what is true of it."""
        if self.knows(room):
            del self._rooms[room.id]

    def have_gone(self, table_ids: list[str]) -> None:
        """These tables were removed: whoever opened one at that moment is told so."""
        self._gone.update(self._loading.keys() & table_ids)
        self.set_aside.difference_update(table_ids)  # one that was read half-removed
        for room in filter(None, map(self._rooms.get, table_ids)):
            self.forget(room)
            room.audience.say_goodbye(NoSuchTable())

    def _read_all_again(self) -> None:
        """Another server has had the database meanwhile: what is in memory here may not be true any more."""
        self._gone.update(self._loading)
        for room in self.rooms():
            room.close_down()

    def look_after(self, room: Room) -> None:
        """If a bot must act, let it think; called whenever something has happened."""
        self._bots.look_after(room)


def _unfolded(stored: Stored) -> tuple[Kept | None, str]:
    """The table that its events lead to, or why they lead to none. Whatever is wrong, it does not concern others."""
    try:
        return Kept(stored), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


def _settle(done: "asyncio.Future[Receipt | StorageLost]", outcome: Receipt | StorageLost) -> None:
    if not done.done():  # nobody waits any more
        done.set_result(outcome)


def _check_title(title: str) -> None:
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadSetup(
            "setup/title", "", Sentence("a title has at most {most} printable characters", most=LONGEST_TITLE)
        )

"""All tables of this process: found, made, set aside when they cannot be read, forgotten when nobody uses them."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.server.platform.bus import BusMessage, words_of
from ewala.server.platform.config import Config
from ewala.server.platform.operate.log_lines import Redacted
from ewala.server.platform.storage.database_lock import DatabaseUnusable
from ewala.server.platform.storage.units import StorageLost
from ewala.server.platform.wire.outbox import house_line
from ewala.server.tables.bot_turns import BotTurns
from ewala.server.tables.collector import Collector
from ewala.server.tables.context import ServerContext
from ewala.server.tables.maintenance import Maintenance
from ewala.server.tables.new_table import NewTable
from ewala.server.tables.room import Room
from ewala.server.tables.thinking import Thinking
from ewala.server.tables.warming import Warming
from ewala.tables.events import Settings
from ewala.tables.kept import Kept, Receipt, Stored
from ewala.tables.keys import is_table_id
from ewala.tables.new_table import laid, laid_again
from ewala.tables.problems import GOODBYE, Unavailable
from ewala.tables.problems import NoSuchTable as NoSuchTable

log = logging.getLogger("ewala.server")

GO_A_SECOND = 200  # devices that are sent away, so that not all come back at the same moment
GONE_WITHIN = 3.0  # seconds, however many devices there are
FLUSH_WITHIN = 1.0  # seconds
START_WITHIN, START_AGAIN = 30.0, 0.5  # seconds for a database that is away while the server starts
JUST_MADE = 20_000  # milliseconds in which whoever made a table comes to it
AWAY = ("server/storage", "server/database")
POLICY = "desk"  # on the bus it stands where a table's id does, with the number of the host's last act


class TableSetAside(Unavailable):
    """A table that cannot be read; the log says why."""

    def __init__(self) -> None:
        super().__init__(
            "table/set-aside",
            Sentence("this table cannot be read and was set aside; whoever runs the server can see why"),
        )


class TableRegistry(ServerContext):
    """The house with its rooms."""

    def __init__(self, config: Config, now: Callable[[], int] | None = None) -> None:
        super().__init__(config, now)
        self.maintenance = Maintenance(self, self)
        self._is_open = self._sent_away = False
        self.stopping = False  # what is still being written must not set bots thinking any more
        self.set_aside: set[str] = set()  # tables that cannot be read
        self.thinking = Thinking(Warming() if config.warm_bots else None)
        # Called whenever something has happened at a table.
        self._bots = BotTurns(self.thinking, self.start_task, self._serves)
        self.look_after = self._bots.look_after
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._gone: set[str] = set()  # tables that were removed while they were being loaded
        self._said: dict[str, int] = {}  # numbers that others have stored of tables that are being loaded
        self._collector = Collector()

    async def open(self) -> None:
        await self._open_when_possible()
        self.begin_writing(self._heard)
        self._is_open = True
        self.thinking.start()
        self._collector.calm_down()
        self.start_task(self.standstill.stay_awake())
        self.start_task(self.maintenance.look_after_regularly())

    async def _open_when_possible(self) -> None:
        """A database that was there a moment ago may be on its way back."""
        deadline = time.monotonic() + START_WITHIN
        while True:
            try:
                await self.open_storage()
                try:
                    await self.maintenance.begin()
                except BaseException:
                    await self.give_up_storage()
                    raise
                return
            except (DatabaseUnusable, SQLAlchemyError, Unavailable) as error:
                code = error.code if isinstance(error, EwalaError) else AWAY[0]
                if code not in AWAY or time.monotonic() > deadline:
                    raise
                log.warning("the database does not answer while the server starts: it is tried again")
                await asyncio.sleep(START_AGAIN)

    async def say_goodbye(self) -> None:
        """Tell everybody that the server goes, and give the frames a moment to leave."""
        self.stopping = True
        if not self._is_open:  # so that nobody is there
            return
        await self._flush()
        rooms = self.rooms()
        await send_away(rooms)
        self._sent_away = True
        for late in set(self.rooms()) - set(rooms):
            late.audience.say_goodbye(GOODBYE)
        await asyncio.sleep(0.1)

    async def _flush(self) -> None:
        """What was asked for before the server was to stop is answered, if the database does."""
        deadline = time.monotonic() + FLUSH_WITHIN
        while self.writer.waiting and self.health.state == "ok" and time.monotonic() < deadline:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        self.stopping = True
        if not self._is_open:
            return
        await self.end_tasks()
        await self.thinking.stop()
        self.maintenance.leave_sign()
        await self.close_storage()
        self._collector.as_before()

    @property
    def ready(self) -> bool:
        """Whether players should be sent here."""
        return not self.why_not_ready()

    def why_not_ready(self) -> str:
        """A code of what is in the way of players; nothing if they should be sent here."""
        if self.stopping:
            return "server/restarting"
        return "" if self.health.state == "ok" else self.health.reason or "server/storage"

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

    async def room_for(self, table_id: str, keys: Sequence[str], since: int = 0) -> Room:
        """The same, for whoever shows these keys and has heard up to that event. If that happened at another process,
        it may not be known here yet: a key that was given there, an event that was told there. Raises Unavailable
        if the database does not say: nobody is told less than they have heard, or taken for a stranger for that."""
        room = await self.room(table_id)
        if self.store.shared and (since > room.kept.seq or not room.rights.knows(keys)):
            await room.look()
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
        seq, room = self._said.pop(table_id, 0), self._rooms.get(table_id)
        if room is not None:
            room.may_have_grown(seq)

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
        self.bus.tell([f"{stored.id}?"])
        if self._sent_away:
            room.audience.say_goodbye(GOODBYE)
        self.look_after(room)
        return room

    def draw_up_again(self, room: Room) -> NewTable:
        """The table of a rematch, laid as the last one was; people have yet to sit down. Bots alone begin at once."""
        return NewTable(self, *laid_again(room.kept, self.now()), self.take_in, room.rights)

    async def create(
        self,
        game: Game,
        settings: Settings,
        position: str = "",
        *,
        rated: bool = False,
        at_once: bool = False,
        for_anyone: bool = False,
    ) -> NewTable:
        """A new table; nothing of it is told before it is on disk."""
        laid_out = laid(game, settings, self.now(), position, rated=rated, at_once=at_once, for_anyone=for_anyone)
        new = NewTable(self, *laid_out, self.take_in)
        done: asyncio.Future[Receipt | StorageLost] = asyncio.get_running_loop().create_future()
        self.writer.write(new.unit(partial(_settle, done)))
        if isinstance(await done, StorageLost):
            raise Unavailable("server/storage", Sentence("it could not be stored: nothing has changed"))
        return new

    async def listed(self, *, playing: bool = False, most: int = 100) -> list[Room]:
        """The tables that everybody may find: those that wait for players, or those with a game going on."""
        names = await self.read(self.store.listed, most, playing=playing)
        found = [await self.room_if_any(name) for name in names]
        wanted = "playing" if playing else "open"
        return [room for room in found if room and room.kept.status == wanted and (playing or self._may_join(room))]

    def _may_join(self, room: Room) -> bool:
        """Whether anybody may sit down there: the seats of a rematch are taken already, as good as. Who wanted to play
        now and has gone does not wait any more."""
        created = room.kept.created
        if created.for_anyone:
            return bool(room.audience.online) or self.now() - created.at < JUST_MADE
        return not created.at_once

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

    # --- Other processes

    def _heard(self, news: BusMessage | None) -> None:
        """Others have stored something, or people have come to them; or may have, and nobody heard it."""
        if news is None:
            self.maintenance.look_at_heads_soon()
            self.bus.tell([f"{room.id}?" for room in self.rooms() if room.audience.groups])
            return
        if news.heads.pop(POLICY, 0) > self.policy.act:
            self.start_task(self._hear_of_policy())
        for table_id, seq in news.heads.items():
            if room := self._rooms.get(table_id):
                room.may_have_grown(seq)
            elif table_id in self._loading:
                self._said[table_id] = max(seq, self._said.get(table_id, 0))
        for table_id, seats in news.present.items():
            if room := self._rooms.get(table_id):
                room.audience.hear_of(news.sender, seats)
        for room in filter(None, map(self._rooms.get, news.asked)):
            room.audience.tell_others()

    # --- The host's policy

    async def follow_policy(self, *, here: bool = False) -> None:
        """Read the policy again and tell whom it concerns; if it was changed here, tell other processes."""
        found, removed = await self.read(self.hooks.policy.read, self.store.engine, self.policy.act)
        self.have_gone(removed)
        if found.act < self.policy.act:  # it was read again meanwhile
            return
        before, self.policy = self.policy, found
        if self.policy.announcements != before.announcements:
            line = house_line(self.policy.announced(self.now()))
            for room in self.rooms():
                room.audience.tell_all(line)
        if here:
            self.bus.tell(words_of({POLICY: self.policy.act}))

    async def look_at_policy(self) -> None:
        """In case another process changed it, and the message was lost."""
        if await self.ask(self.hooks.policy.newest) > self.policy.act:
            await self.follow_policy()

    async def _hear_of_policy(self) -> None:
        with suppress(Unavailable):  # it is looked for again
            await self.follow_policy()


def _unfolded(stored: Stored) -> tuple[Kept | None, str]:
    """The table that its events lead to, or why they lead to none. Whatever is wrong, it does not concern others."""
    try:
        return Kept(stored), ""
    except Exception as error:
        kind = type(error).__name__
        return None, Redacted(f"{kind}: {error}", error.code if isinstance(error, EwalaError) else kind)


def _settle(done: "asyncio.Future[Receipt | StorageLost]", outcome: Receipt | StorageLost) -> None:
    if not done.done():  # nobody waits any more
        done.set_result(outcome)


async def send_away(rooms: list[Room]) -> None:
    """Table by table: whose turn has not come plays on, and a table's devices go together."""
    random.shuffle(rooms)
    devices = sum(room.audience.devices for room in rooms)
    a_device = min(1 / GO_A_SECOND, GONE_WITHIN / max(1, devices))
    began, gone = time.monotonic(), 0
    for room in rooms:
        gone += room.audience.devices
        room.audience.say_goodbye(GOODBYE)
        await asyncio.sleep(max(0.0, began + gone * a_device - time.monotonic()))


async def close_table(config: Config, table_id: str, note: str) -> int:
    """Break off what goes on at a table, with a note to those at it, as one more process that serves nobody; the number
    of the event. Raises DatabaseUnusable if the database is a file that a server has."""
    registry = TableRegistry(config)
    await registry.open()
    registry.stopping = True  # no bot begins to think here
    try:
        room = await registry.room(table_id)
        return await room.submit(lambda draft, now: draft.break_off(note, now))
    finally:
        await registry.close()

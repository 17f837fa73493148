"""What all tables of this process share: settings, time, the disk and how it is. It knows no table."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.sentences import Sentence
from ewala.server.platform.bus import Bus, BusMessage, Heads, Heard, bus_for, words_of
from ewala.server.platform.config import Config
from ewala.server.platform.operate.figures import Figures
from ewala.server.platform.storage.database_lock import Lease
from ewala.server.platform.storage.health import StorageHealth
from ewala.server.platform.storage.store import Store
from ewala.server.platform.storage.transactions import own_secret, transaction
from ewala.server.platform.storage.writer import Writer
from ewala.server.tables.hooks import Hooks
from ewala.server.tables.outages import Outages, Standstill, SteadyClock
from ewala.server.tables.server_policy import FULL, NO_LOBBY, NO_RATED, ServerPolicy
from ewala.server.tables.tails import Tails
from ewala.tables.problems import Unavailable

log = logging.getLogger("ewala.server")

READERS = 4  # threads that read the database
READ_WITHIN = 5.0  # seconds: a database that does not answer by then is away
WRITE_WITHIN = 4.0  # seconds that are left to what is being written when the server stops

LEASE_EVERY = 1.0  # seconds

P = ParamSpec("P")
T = TypeVar("T")


class ServerContext:
    """Opened before any table is, and closed after all of them."""

    def __init__(self, config: Config, now: Callable[[], int] | None = None) -> None:
        self.config = config
        self.now = now or SteadyClock()
        self.health = StorageHealth()
        self.figures = Figures()
        self.standstill = Standstill(self.now, self.health)
        self.store: Store
        self.writer: Writer
        self.bus = Bus()
        self.lease: Lease
        self._keeps_house, self._asked_at = False, 0.0
        self.outages: Outages
        self.hooks = Hooks()
        self.policy = ServerPolicy()
        self.making = asyncio.Lock()  # of tables, where there may be only so many
        self.tails = Tails(lambda wanted: self.read(self.store.tails, wanted))
        self._readers = ThreadPoolExecutor(READERS, "reading")
        self._tasks: set[asyncio.Task[None]] = set()

    async def open_storage(self) -> None:
        """From now on the database can be read; raises DatabaseUnusable or SQLAlchemyError if it cannot."""
        self.store = await asyncio.to_thread(Store, self.config.database_url)
        try:
            if self.store.shared and isinstance(self.now, SteadyClock):
                self.now.begin(*await asyncio.to_thread(self.store.time_of_day))
            self.outages = await asyncio.to_thread(Outages, self.store)
            self.policy, _ = await asyncio.to_thread(self.hooks.policy.read, self.store.engine)
        except BaseException:
            self.store.close()
            raise
        self.lease = Lease(self.store.engine, shared=self.store.shared)

    async def give_up_storage(self) -> None:
        """As if it had not been opened."""
        await asyncio.to_thread(self.lease.leave)
        self.store.close()

    def begin_writing(self, heard: Heard) -> None:
        """From now on it can be changed, too; `heard` is told on the event loop what other processes have stored."""
        self.bus = bus_for(self.store, self.config.news)
        tell_others = self._tell_heads if self.store.shared else None
        self.writer = Writer(self.store.engine.connect, self.health, tell_others, self.hooks.on_write)
        loop = asyncio.get_running_loop()
        self.bus.start(lambda news: _on_loop(loop, heard, news))

    def _tell_heads(self, heads: Heads) -> None:
        self.bus.tell(words_of(heads))

    async def close_storage(self) -> None:
        await self.writer.close(WRITE_WITHIN)
        await asyncio.to_thread(self.bus.stop)
        await asyncio.to_thread(self.lease.leave)
        self._readers.shutdown(wait=False, cancel_futures=True)
        if self.health.state == "ok":
            self.store.close()

    async def read(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something that asks the database, in a thread; raises Unavailable where that does not answer, or fails."""
        work = asyncio.get_running_loop().run_in_executor(self._readers, lambda: reading(*args, **kwargs))
        try:
            async with asyncio.timeout(READ_WITHIN):
                return await work
        except (SQLAlchemyError, TimeoutError) as error:
            self.health.cannot_be_read(str(getattr(error, "orig", None) or error) or "no answer")
            raise Unavailable(
                "server/storage", Sentence("the database does not answer: try again in a moment")
            ) from None

    async def ask(self, question: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for a question that is given a connection."""

        def asked() -> T:
            with self.store.engine.connect() as connection:
                return question(connection, *args, **kwargs)

        return await self.read(asked)

    async def change(self, what: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for something that writes: it is stored when it returns, and undone if it raises."""

        def changed() -> T:
            with transaction(self.store.engine) as connection:
                return what(connection, *args, **kwargs)

        return await self.read(changed)

    async def secret(self, name: str) -> bytes:
        """Bytes that only the processes of this server know, made when they are first needed."""
        return await self.read(own_secret, self.store.engine, name, lambda: secrets.token_bytes(32))

    async def is_caretaker(self) -> bool:
        """Whether it is this process that does what one has to do for all; asked now and then."""
        if not self.store.shared:
            return True
        if time.monotonic() - self._asked_at > LEASE_EVERY:
            self._asked_at = time.monotonic()
            self._keeps_house = await self.read(self.lease.is_caretaker)
        return self._keeps_house

    # --- What the host and features allow

    @property
    def offers_rated(self) -> bool:
        return self.hooks.rated_seats is not None and self.policy.limits.rated

    def check_table(self, *, rated: bool = False, listed: bool = False) -> None:
        """Raises NotOffered for a table that may not be made here."""
        if rated and not self.offers_rated:
            raise NO_RATED
        if listed and not self.policy.limits.lobby:
            raise NO_LOBBY

    @asynccontextmanager
    async def space_for(self, tables: int = 1) -> AsyncIterator[None]:
        """So many more tables may be made meanwhile; raises TooMany where the house is full. In one process they are
        made one after another, so that the limit holds; several processes may each make one at the same moment."""
        most = self.policy.limits.most_tables
        if not most:
            yield
            return
        async with self.making:
            if await self.read(self.store.unfinished) + tables > most:
                raise FULL
            yield

    # --- Work in the background

    def start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background; what goes wrong there is logged, never lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    async def end_tasks(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _task_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("background work failed", exc_info=task.exception())


def _on_loop(loop: asyncio.AbstractEventLoop, heard: Heard, news: BusMessage | None) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(heard, news)

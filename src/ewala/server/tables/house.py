"""What all tables of this process share: settings, time, the disk and how it is. It knows no table."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ewala.core.sentences import Sentence
from ewala.server.config import Config
from ewala.server.storage.health import StorageHealth
from ewala.server.storage.store import Store
from ewala.server.storage.writer import Writer
from ewala.server.tables.outages import Outages
from ewala.server.tables.standstill import Standstill
from ewala.server.tables.steady import SteadyClock
from ewala.server.wire.problems import Unavailable

__all__ = ["House"]

READERS = 4  # threads that read the database
READ_WITHIN = 5.0  # seconds: a database that does not answer by then is away
WRITE_WITHIN = 4.0  # seconds that are left to what is being written when the server stops

P = ParamSpec("P")
T = TypeVar("T")


class House:
    """Opened before any table is, and closed after all of them."""

    def __init__(self, config: Config, now: Callable[[], int] | None = None) -> None:
        self.config = config
        self.now = now or SteadyClock()
        self.health = StorageHealth()
        self.standstill = Standstill(self.now, self.health)
        self.store: Store
        self.writer: Writer
        self.outages: Outages
        self._readers = ThreadPoolExecutor(READERS, "reading")

    async def open_storage(self, read_again: Callable[[], None]) -> None:
        """`read_again` is called when somebody else may have written meanwhile: what is in memory may not be so."""
        self.store = await asyncio.to_thread(Store, self.config.database_url)
        self.outages = await asyncio.to_thread(Outages, self.store)
        self.writer = Writer(self.store.writing, self.health, read_again)

    async def close_storage(self) -> None:
        await self.writer.close(WRITE_WITHIN)
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

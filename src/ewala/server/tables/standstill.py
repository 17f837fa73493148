"""Whether clocks stand still, and since when: while the database is away, and while the server itself stood still."""

import asyncio
import time
from collections.abc import Callable

from ewala.server.platform.storage.health import StorageHealth

EVERY = 0.25  # seconds between two looks at the time
TOO_LONG = 5.0  # seconds without a look after which the server itself has been away


class Standstill:
    """The caretaker says when the database is in trouble; that the server itself has slept, it notices here."""

    def __init__(self, now: Callable[[], int], health: StorageHealth) -> None:
        self.since: int | None = None  # since when nothing could be stored
        self._now = now
        self._health = health
        self._awake_at = time.monotonic()

    @property
    def clocks_stand(self) -> bool:
        """Whether clocks stand still now: what is decided at a table that has one could not count its time.

        A server that has just been woken may be asked before it has noticed that it slept."""
        return self.since is not None or self._health.state == "failing" or self._slept() > TOO_LONG

    def wake_up(self) -> None:
        """The server is awake now: what went before is not taken for sleep."""
        self._awake_at = time.monotonic()

    async def stay_awake(self) -> None:
        """Notice that the server itself stood still. The caretaker's rounds cannot tell: they wait for the database."""
        while True:
            slept = self._slept()
            if slept > TOO_LONG and self.since is None:
                self.since = self._now() - int(slept * 1000)
            self.wake_up()
            await asyncio.sleep(EVERY)

    def _slept(self) -> float:
        """Seconds since the server was last seen awake."""
        return time.monotonic() - self._awake_at

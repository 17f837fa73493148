"""Whether the database can store things; the log says when that changes."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

log = logging.getLogger("ewala.server")

StorageState = Literal["ok", "slow", "failing"]

SLOW = 3.0  # seconds after which a transaction that has not ended is one that may never
SAID_EVERY = 10.0  # seconds between two lines in the log about the same trouble


class StorageHealth:
    """Written by the thread that writes, read by anybody."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.reason = ""  # the code of what is wrong while it fails
        self._failing_since: float | None = None
        self._writing_since: float | None = None
        self._said_at = 0.0
        self._refused = 0
        self.unwritten = 0  # times that the database did not take something, counted in the thread that writes
        self.unread = 0  # and that a reader got no answer, counted on the event loop

    @property
    def state(self) -> StorageState:
        if self._failing_since is not None:
            return "failing"
        return "slow" if self.busy_for > SLOW else "ok"

    @property
    def busy_for(self) -> float:
        """For how many seconds the present transaction has lasted."""
        since = self._writing_since
        return 0.0 if since is None else self._clock() - since

    @property
    def failing_for(self) -> float:
        since = self._failing_since
        return 0.0 if since is None else self._clock() - since

    @property
    def trouble_for(self) -> float:
        """For how many seconds nothing has been stored that was to be."""
        return max(self.busy_for, self.failing_for)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Around a transaction: one that never ends is noticed, too."""
        self._writing_since = self._clock()
        try:
            yield
        finally:
            self._writing_since = None

    def has_failed(self, why: str, refused: int, reason: str = "server/storage") -> None:
        """The database does not take anything; so many commands were refused for it."""
        now = self._clock()
        self.unwritten += 1
        self._refused += refused
        another, self.reason = reason != self.reason, reason
        if self._failing_since is None or another or now - self._said_at > SAID_EVERY:
            self._said_at = now
            log.error("the database fails: %s (%d commands refused so far)", why.splitlines()[0], self._refused)
        if self._failing_since is None:
            self._failing_since = now

    def cannot_be_read(self, why: str) -> None:
        """A reader got no answer. Whether that means anything for writing, the next sign of life will tell."""
        now = self._clock()
        self.unread += 1
        if now - self._said_at > SAID_EVERY:
            self._said_at = now
            log.error("the database cannot be read: %s", why.splitlines()[0])

    def is_well(self) -> None:
        """Something was stored."""
        if self._failing_since is not None:
            log.warning(
                "the database is well again after %.1f s; %d commands were refused", self.failing_for, self._refused
            )
            self._failing_since = None
            self._refused = 0
            self.reason = ""

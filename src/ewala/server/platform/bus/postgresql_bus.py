"""News through PostgreSQL's own notifications: one a batch, outside the transaction that stores it; one listener.

A notification inside the transaction would hold a lock of all databases until it is on disk, so that nobody else could
commit meanwhile.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine

from ewala.server.platform.bus.threaded_bus import CHANNEL, LISTEN_FOR, ThreadedBus


class PostgresqlBus(ThreadedBus):
    """PostgreSQL takes texts of fewer than 8,000 bytes."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine

    @contextmanager
    def listening(self) -> Iterator[Iterator[str | None]]:
        with self._line() as line:
            line.execute(f"LISTEN {CHANNEL}")
            yield _texts(line)

    @contextmanager
    def telling(self) -> Iterator[Callable[[str], object]]:
        with self._line() as line:
            line.execute("SET synchronous_commit = off")  # nothing is lost with a hint
            yield lambda text: line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    def _line(self) -> Any:
        """A connection of the driver's that is nobody else's."""
        connection = self._engine.raw_connection()
        line: Any = connection.driver_connection
        connection.detach()
        line.rollback()
        line.autocommit = True
        return line


def _texts(line: Any) -> Iterator[str | None]:
    while True:
        for notice in line.notifies(timeout=LISTEN_FOR):
            yield notice.payload
        yield None

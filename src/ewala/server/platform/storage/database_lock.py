"""One server an SQLite file: two would each take what they have in mind for what is on disk.

At PostgreSQL any number of processes may write: there the log's primary key decides who was first (writer.py).
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.storage.lease import Lease

IN_USE = "server/database-in-use"


class DatabaseUnusable(EwalaError):
    """The database cannot be opened, or is not ours to change."""


class DatabaseLock:
    """Held until it is released, or the process ends, however that happens."""

    def __init__(self, engine: Engine) -> None:
        """Raises DatabaseUnusable if another server has it."""
        self._file: int | None = None
        database = engine.url.database or ""
        if engine.dialect.name == "sqlite" and database not in ("", ":memory:"):
            self._lock_file(database)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _lock_file(self, database: str) -> None:
        """A file beside the database: SQLite's own locks are for a transaction, and forgotten between two."""
        beside = Path(f"{database}.lock")
        try:
            self._file = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise _in_use(database) from None
        except OSError as error:
            self.release()
            raise DatabaseUnusable(
                "server/folder",
                Sentence("{folder} cannot be used: {strerror}", folder=beside.parent, strerror=error.strerror),
            ) from None


@contextmanager
def nobody_else(engine: Engine) -> Iterator[None]:
    """No server has the database, and none gets it meanwhile; raises DatabaseUnusable if one has it."""
    lock, lease = DatabaseLock(engine), Lease(engine, shared=engine.dialect.name != "sqlite")
    try:
        if not lease.come_in():
            raise _in_use(engine.url.render_as_string())
        yield
    finally:
        lease.leave()
        lock.release()


def _in_use(database: str) -> DatabaseUnusable:
    return DatabaseUnusable(
        IN_USE,
        Sentence("another Ewala server has {database}: stop it, or keep these tables elsewhere", database=database),
    )

"""One server an SQLite file: two would each take what they have in mind for what is on disk.

At PostgreSQL any number of processes may write: there the log's primary key decides who was first (writer.py).
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence

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
def exclusive_use(engine: Engine) -> Iterator[None]:
    """No server has the database, and none gets it meanwhile; raises DatabaseUnusable if one has it."""
    lock, lease = DatabaseLock(engine), Lease(engine, shared=engine.dialect.name != "sqlite")
    try:
        if not lease.join():
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


# --- Several processes at one database


HERE, HOUSE = 0x4577616C61, 0x4577616C62  # the numbers of the locks
TRY = text("SELECT pg_try_advisory_lock(:lock)")
SHARE = text("SELECT pg_advisory_lock_shared(:lock)")
LET_GO = text("SELECT pg_advisory_unlock(:lock)")


class Lease:
    """Advisory locks of PostgreSQL. Methods run in threads and raise SQLAlchemyError if the database is away; at SQLite
    nobody else is ever there.

    The caretaker looks after clocks of tables that nobody has in memory, and after what is old. The lease only saves
    work: a process that has lost it unnoticed does once more what another does, and the log decides.
    """

    def __init__(self, engine: Engine, *, shared: bool) -> None:
        self._engine = engine
        self._shared = shared
        self._session: Connection | None = None
        self._asking = threading.Lock()

    def join(self) -> bool:
        """Whether nobody else is there; then newcomers wait until `let_others_in`."""
        if not self._shared:
            return True
        with self._asking:
            self._session = self._open()
            alone = bool(self._session.execute(TRY, {"lock": HERE}).scalar())
            self._session.execute(SHARE, {"lock": HERE})
            return alone

    def let_others_in(self) -> None:
        if self._session is not None:
            self._session.execute(LET_GO, {"lock": HERE})

    def is_caretaker(self) -> bool:
        if not self._shared:
            return True
        with self._asking:
            try:
                if self._session is None:
                    self._session = self._open()
                    self._session.execute(SHARE, {"lock": HERE})
                return bool(self._session.execute(TRY, {"lock": HOUSE}).scalar())
            except SQLAlchemyError:
                self.leave()
                raise

    def leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(SQLAlchemyError):
                session.invalidate()  # in its pool it would keep the locks
                session.close()

    def _open(self) -> Connection:
        return self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")

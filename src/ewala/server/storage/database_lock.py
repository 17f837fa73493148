"""One server a database: two would each take what they have in mind for what is on disk.

At PostgreSQL a lock belongs to a session, and is gone with it: when PostgreSQL is started anew, or the line is cut. So
what changes tables is written in the very session that holds the lock: whatever is committed there was ours to commit.
A session that is lost is replaced by one that takes the lock again, before anything is written in it.
"""

import fcntl
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.storage.schema import service

__all__ = ["IN_USE", "DatabaseLock", "DatabaseUnusable", "OthersWereHere"]

OURS = 0x4577616C61  # "Ewala": the number of our lock at a PostgreSQL server
HOLDER = "holder"  # the service's row that says who had the lock last
IN_USE = "server/database-in-use"

TAKE = text("SELECT pg_try_advisory_lock(:ours)")
# A process's number is used again; with the time of its beginning it is one of its kind.
WHO_WE_ARE = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
THAT_SESSION = "FROM pg_stat_activity WHERE pid = :pid AND backend_start = :began"
STILL_THERE = text(f"SELECT pid {THAT_SESSION}")
END_SESSION = text(f"SELECT pg_terminate_backend(pid) {THAT_SESSION}")
ENDS_WITHIN = 2.0  # seconds


class DatabaseUnusable(EwalaError):
    """The database cannot be opened, or is not ours to change."""


class OthersWereHere(Exception):
    """The lock is ours again, but another server has had it meanwhile: what we have in mind may be out of date."""

    def __str__(self) -> str:
        return "another Ewala server has had the database meanwhile: its tables are read again"


class DatabaseLock:
    """Held until it is released, or the process ends, however that happens."""

    def __init__(self, engine: Engine) -> None:
        """Raises DatabaseUnusable if another server has it."""
        self._engine = engine
        self._file: int | None = None
        self._connection: Connection | None = None
        self._session: dict[str, Any] | None = None  # the one that has the lock, or had it last
        self._mark = secrets.randbits(62)
        if engine.dialect.name == "sqlite":
            self._lock_file(engine.url.database or "")
        elif engine.dialect.name == "postgresql":
            self._connection = self._lock_at_server()

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self._drop_session()

    def mark(self) -> None:
        """Leave a sign by which we know later whether another server has had the lock; where there is a schema."""
        if self._connection is not None:
            self._leave_mark(self._connection)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection to write with, in a transaction; one thread at a time. At PostgreSQL it is in the session that
        has the lock. Raises DatabaseUnusable while another server has it, and OthersWereHere, once, if one has had it.
        """
        if self._session is None:
            with self._engine.connect() as connection:
                yield connection
            return
        connection = self._still_held() or self._take_again()
        try:
            yield connection
        finally:
            with suppress(SQLAlchemyError):
                connection.rollback()

    # --- At PostgreSQL

    def _still_held(self) -> Connection | None:
        """The session, if it lives. An object of SQLAlchemy's would connect again by itself, without the lock."""
        if self._connection is not None and not self._connection.invalidated:
            with suppress(SQLAlchemyError):
                self._connection.execute(text("SELECT 1"))
                return self._connection
        self._drop_session()
        return None

    def _take_again(self) -> Connection:
        connection = self._connection = self._lock_at_server()
        try:
            found = connection.execute(select(service.c.value).where(service.c.name == HOLDER)).scalar()
            if found != self._mark:
                self._leave_mark(connection)
        except SQLAlchemyError:
            self._drop_session()  # or nobody would ask again whose mark it is
            raise
        if found != self._mark:
            raise OthersWereHere
        return connection

    def _leave_mark(self, connection: Connection) -> None:
        connection.execute(delete(service).where(service.c.name == HOLDER))
        connection.execute(insert(service).values(name=HOLDER, value=self._mark))
        connection.commit()

    def _drop_session(self) -> None:
        _let_go(self._connection)
        self._connection = None

    def _lock_at_server(self) -> Connection:
        connection, url = None, self._engine.url.render_as_string()
        try:
            connection = self._engine.connect()
            ours = _take(connection) or (self._end_last_session(connection) and _take(connection))
            if ours:
                self._session = dict(zip(("pid", "began"), connection.execute(WHO_WE_ARE).one(), strict=True))
            connection.commit()
        except SQLAlchemyError as error:
            _let_go(connection)
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise DatabaseUnusable(
                "server/database", Sentence("the database {url} cannot be used: {reason}", url=url, reason=reason)
            ) from None
        if not ours:
            _let_go(connection)
            raise _in_use(url)
        return connection

    def _end_last_session(self, connection: Connection) -> bool:
        """PostgreSQL may learn hours later that the line to our last session is cut, and keep its lock so long. Whether
        there was one to be ended: then it is gone, or will be in a moment."""
        session = self._session
        if session is None or not connection.execute(END_SESSION, session).all():
            return False
        deadline = time.monotonic() + ENDS_WITHIN
        while connection.execute(STILL_THERE, session).all() and time.monotonic() < deadline:
            connection.rollback()  # what one transaction sees of others' sessions does not change
            time.sleep(0.02)
        return True

    # --- At SQLite

    def _lock_file(self, database: str) -> None:
        """A file beside the database: SQLite's own locks are for a transaction, and forgotten between two."""
        if not database or database == ":memory:":
            return
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


def _take(connection: Connection) -> bool:
    return bool(connection.execute(TAKE, {"ours": OURS}).scalar())


def _let_go(connection: Connection | None) -> None:
    """A connection that went back to its pool would keep the lock."""
    if connection is not None:
        with suppress(SQLAlchemyError):
            connection.invalidate()
            connection.close()


def _in_use(database: str) -> DatabaseUnusable:
    return DatabaseUnusable(
        IN_USE,
        Sentence("another Ewala server has {database}: stop it, or keep these tables elsewhere", database=database),
    )

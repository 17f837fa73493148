"""One server a database: two would each take what they have in mind for what is on disk."""

import contextlib
import fcntl
import os
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence

__all__ = ["DatabaseLock", "DatabaseUnusable"]

OURS = 0x4577616C61  # "Ewala": the number of our lock at a PostgreSQL server


class DatabaseUnusable(EwalaError):
    """The database cannot be opened, or is not ours to change."""


class DatabaseLock:
    """Held until it is released, or the process ends, however that happens."""

    def __init__(self, engine: Engine) -> None:
        """Raises DatabaseUnusable if another server has it."""
        self._file: int | None = None
        self._connection: Connection | None = None
        if engine.dialect.name == "sqlite":
            self._lock_file(engine.url.database or "")
        elif engine.dialect.name == "postgresql":
            self._lock_at_server(engine)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.invalidate()  # a connection that went back to its pool would keep the lock
                self._connection.close()
            self._connection = None

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

    def _lock_at_server(self, engine: Engine) -> None:
        try:
            self._connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            ours = self._connection.execute(text("SELECT pg_try_advisory_lock(:ours)"), {"ours": OURS}).scalar()
        except SQLAlchemyError as error:
            self.release()
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            url = engine.url.render_as_string()
            raise DatabaseUnusable(
                "server/database", Sentence("the database {url} cannot be used: {reason}", url=url, reason=reason)
            ) from None
        if not ours:
            self.release()
            raise _in_use(engine.url.render_as_string())


def _in_use(database: str) -> DatabaseUnusable:
    return DatabaseUnusable(
        "server/database-in-use",
        Sentence("another Ewala server has {database}: stop it, or keep these tables elsewhere", database=database),
    )

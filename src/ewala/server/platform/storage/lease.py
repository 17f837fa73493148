"""What several processes at one database know of each other: whether anybody else is there, and which keeps house.

Who keeps house looks after the clocks of tables that nobody has in memory, and after what is old. It only spares work:
the locks belong to a session at PostgreSQL and are gone with it; a process that has lost one without knowing does once
more what another does, and the log lets one of them in.
"""

import threading
from contextlib import suppress

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

HERE, HOUSE = 0x4577616C61, 0x4577616C62  # the numbers of the locks
TRY = text("SELECT pg_try_advisory_lock(:lock)")
SHARE = text("SELECT pg_advisory_lock_shared(:lock)")
LET_GO = text("SELECT pg_advisory_unlock(:lock)")


class Lease:
    """All its methods run in threads, and raise SQLAlchemyError if the database is away. Where a database is one
    process's alone, nobody else is ever there."""

    def __init__(self, engine: Engine, *, shared: bool) -> None:
        self._engine = engine
        self._shared = shared
        self._session: Connection | None = None
        self._asking = threading.Lock()

    def come_in(self) -> bool:
        """Whether nobody else is there; then whoever comes waits until `all_is_settled`."""
        if not self._shared:
            return True
        with self._asking:
            self._session = self._open()
            alone = bool(self._session.execute(TRY, {"lock": HERE}).scalar())
            self._session.execute(SHARE, {"lock": HERE})
            return alone

    def all_is_settled(self) -> None:
        if self._session is not None:
            self._session.execute(LET_GO, {"lock": HERE})

    def keeps_house(self) -> bool:
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

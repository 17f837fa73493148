"""Reading tables, and keeping the schema up to date. Writing is the writer's; removing what is old, the removal's."""

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, insert, or_, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ewala.core.sentences import Sentence
from ewala.play.events import encode_event
from ewala.server.storage.database_lock import DatabaseLock, DatabaseUnusable
from ewala.server.storage.kept import Receipt, Stored
from ewala.server.storage.openings import Marks
from ewala.server.storage.schema import events, outages, seat_keys, service, tables

__all__ = ["DatabaseUnusable", "Store"]

SIGNS = ("alive_at", "served")
# How PostgreSQL is connected to, unless its URL says otherwise. A host that vanishes is noticed within 13
# seconds: by four signs of life that are not answered, or by something sent whose arrival is not confirmed.
LINE = {
    "connect_timeout": 5,  # seconds
    "keepalives": 1,
    "keepalives_idle": 5,  # seconds
    "keepalives_interval": 2,
    "keepalives_count": 4,
    "tcp_user_timeout": 13_000,  # milliseconds
}
LIBPQ = ("psycopg", "psycopg2")  # the drivers that hand these on


class Store:
    """The database, opened, up to date, and ours alone until it is closed."""

    def __init__(self, url: str) -> None:
        self.engine = _open(url)
        self._lock = DatabaseLock(self.engine)
        try:
            self._migrate()
            self._lock.mark()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.engine.dispose()
        self._lock.release()

    def writing(self) -> AbstractContextManager[Connection]:
        """A connection for the thread that writes: what is committed with it is committed while the lock is ours."""
        return self._lock.connection()

    def load(self, table_id: str) -> Stored | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
            if row is None:
                return None
            keys = connection.execute(select(seat_keys).where(seat_keys.c.table_id == table_id)).all()
            bodies = connection.execute(
                select(events.c.body).where(events.c.table_id == table_id).order_by(events.c.seq)
            ).scalars()
            return Stored(
                row.id,
                row.host_digest,
                row.watch_digest,
                row.secret,
                {key.seat: key.digest for key in keys},
                list(bodies),
                row.outage,
                Marks(row.seal, row.opening),
            )

    @staticmethod
    def as_new(row: Mapping[str, Any], receipt: Receipt) -> Stored:
        """A table that the writer has just stored under this row, as it would be read now."""
        bodies = [encode_event(event) for event in receipt.events]
        return Stored(row["id"], row["host_digest"], row["watch_digest"], row["secret"], {}, bodies, row["outage"])

    def listed(self, most: int, *, playing: bool = False) -> list[str]:
        """The tables that may be shown, newest first: those that wait for players, or those with a game going on."""
        query = (
            select(tables.c.id)
            .where(tables.c.status == ("playing" if playing else "open"), tables.c.listed == 1)
            .order_by(tables.c.created_at.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def due(self, now: int, most: int) -> list[str]:
        """Tables at which something is to happen by now, by itself, the longest due first: a clock has run out, or what
        seats add to the dice is waited for no longer."""
        query = select(tables.c.id).where(tables.c.status.in_(("playing", "open")), tables.c.wakes_at <= now)
        with self.engine.connect() as connection:
            return list(connection.execute(query.order_by(tables.c.wakes_at).limit(most)).scalars())

    def is_played(self, seal: str, opening: str) -> bool:
        """Whether a game goes on that shows this seal, or has this opening; "" where there is none to ask for."""
        asked = [column == mark for column, mark in ((tables.c.seal, seal), (tables.c.opening, opening)) if mark]
        if not asked:
            return False
        with self.engine.connect() as connection:
            return connection.execute(select(tables.c.id).where(or_(*asked)).limit(1)).first() is not None

    # --- The server's own past

    def signs_of_life(self) -> dict[str, int]:
        """What earlier servers have left: when the last one was alive, for how long all have run."""
        with self.engine.begin() as connection:
            found = {row.name: row.value for row in connection.execute(select(service))}
            for name in SIGNS:
                if name not in found:
                    connection.execute(insert(service).values(name=name, value=0))
        return found

    def outages(self, after: int = 0) -> list[tuple[int, int, int]]:
        """Number, beginning and end of each time in which nobody could move, in order, after that number."""
        query = select(outages).where(outages.c.id > after).order_by(outages.c.id)
        with self.engine.connect() as connection:
            return [(row.id, row.since, row.until) for row in connection.execute(query)]

    def add_outage(self, number: int, since: int, until: int) -> None:
        """Note an outage; clocks that ran run out later by as much."""
        with self.engine.begin() as connection:
            connection.execute(insert(outages).values(id=number, since=since, until=until))
            later = tables.c.wakes_at + (until - since)
            connection.execute(update(tables).where(tables.c.wakes_at.is_not(None)).values(wakes_at=later))

    def _migrate(self) -> None:
        """Bring the schema up to date; a database that a newer version has changed is left alone."""
        config = AlembicConfig()
        config.set_main_option("script_location", str(files("ewala.server.storage") / "migrations"))
        script = ScriptDirectory.from_config(config)
        try:
            with self.engine.begin() as connection:
                current = MigrationContext.configure(connection).get_current_revision()
                known = {revision.revision for revision in script.walk_revisions()}
                if current is not None and current not in known:
                    raise DatabaseUnusable(
                        "server/newer-database",
                        Sentence(
                            "the database was made by a newer version of Ewala ({current}): update Ewala",
                            current=current,
                        ),
                    )
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except SQLAlchemyError as error:
            raise _unusable(self.engine.url.render_as_string(), error) from None


def _open(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUnusable(
            "server/database", Sentence("{url!r} is not a database URL such as sqlite:///ewala.db", url=url)
        ) from None
    of_file = parsed.get_backend_name() == "sqlite"
    if of_file and parsed.database:
        _make_private(Path(parsed.database))
    try:
        engine = _engine_of(parsed)
    except ModuleNotFoundError as error:
        raise DatabaseUnusable(
            "server/driver",
            Sentence(
                "{url} needs the driver {name}; PostgreSQL's comes with pip install '.[postgresql]'",
                url=parsed.render_as_string(),
                name=error.name,
            ),
        ) from None
    except (ImportError, SQLAlchemyError) as error:
        raise _unusable(parsed.render_as_string(), error) from None
    if of_file:
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _engine_of(url: URL) -> Engine:
    """A database server may have been started anew since a connection was last used: it is asked first."""
    if url.get_backend_name() == "sqlite":
        return create_engine(url)
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")  # the driver that the extra brings
    known = LINE if url.get_driver_name() in LIBPQ else {}
    line = {name: value for name, value in known.items() if name not in url.query}
    return create_engine(url, pool_pre_ping=True, connect_args=line)


def _make_private(database: Path) -> None:
    """The dice's secrets are in the file: it is its owner's alone, in whatever folder it lies."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise DatabaseUnusable(
            "server/folder",
            Sentence("{folder} cannot be used: {strerror}", folder=database.parent, strerror=error.strerror),
        ) from None
    with suppress(PermissionError):  # of somebody else, who lets us write to it
        database.chmod(0o600)


def _prepare_sqlite(connection: object, _: object) -> None:
    """Readers do not wait for the writer, and a commit is on disk when it returns."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _unusable(url: str, error: Exception) -> DatabaseUnusable:
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return DatabaseUnusable(
        "server/database", Sentence("the database {url} cannot be used: {reason}", url=url, reason=reason)
    )

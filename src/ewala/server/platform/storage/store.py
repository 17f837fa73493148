"""Reading tables, and keeping the schema up to date. Writing is the writer's; removing what is old, the removal's."""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    String,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from ewala.core.sentences import Sentence
from ewala.server.platform.storage.database_lock import DatabaseLock, DatabaseUnusable
from ewala.server.platform.storage.revisions import bring_up_to_date, is_usable, revision_of
from ewala.server.platform.storage.schema import events, outages, seat_keys, service, tables
from ewala.server.platform.storage.transactions import reason_of, with_retries
from ewala.tables.events import encode_event
from ewala.tables.fingerprints import GameFingerprint
from ewala.tables.kept import Receipt, Stored, Tail

SIGNS = ("alive_at", "served")
TIMES = 5  # that the time is asked for
SIGN_OF = "at "  # a process's own sign is called by this and its name
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

# The last number of each table: by the primary key, from its end.
TIME_OF_DAY = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
HEADS = text(
    "SELECT t.id, (SELECT max(seq) FROM events WHERE table_id = t.id) FROM unnest(:tables) AS t (id)"
).bindparams(bindparam("tables", type_=ARRAY(String)))

# What many tables have gained, each after a number of its own.
TAILS = text(
    "SELECT e.table_id, e.seq, e.body FROM unnest(:tables, :seqs) AS t (id, after)"
    " JOIN events AS e ON e.table_id = t.id AND e.seq > t.after ORDER BY e.table_id, e.seq"
).bindparams(bindparam("tables", type_=ARRAY(String)), bindparam("seqs", type_=ARRAY(Integer)))


class Store:
    """The database, opened and up to date; an SQLite file is ours alone until it is closed."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self._lock = DatabaseLock(self.engine)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.engine.dispose()
        self._lock.release()

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same tables."""
        return self.engine.dialect.name != "sqlite"

    def load(self, table_id: str) -> Stored | None:
        with self.engine.connect() as connection:
            return read_table(connection, table_id)

    def tails(self, wanted: list[tuple[str, int]]) -> list[Tail | None]:
        """What each of these tables has gained after the event of that number, and how it stands now; None where there
        is no table. At PostgreSQL.

        Events are read first: keys may then be newer than they are, and never older."""
        ids, seqs = [table_id for table_id, _ in wanted], [after for _, after in wanted]
        bodies: dict[str, list[tuple[int, bytes]]] = {table_id: [] for table_id in ids}
        keys: dict[str, dict[str, str]] = {table_id: {} for table_id in ids}
        with self.engine.connect() as connection:
            for table_id, seq, body in connection.execute(TAILS, {"tables": ids, "seqs": seqs}):
                bodies[table_id].append((seq, body))
            for key in connection.execute(select(seat_keys).where(seat_keys.c.table_id.in_(ids))):
                keys[key.table_id][key.seat] = key.digest
            stands = select(tables.c.id, tables.c.outage, tables.c.seal, tables.c.opening).where(tables.c.id.in_(ids))
            rows = {row.id: row for row in connection.execute(stands)}
        return [
            Tail(
                after + 1,
                [body for seq, body in bodies[table_id] if seq > after],
                keys[table_id],
                rows[table_id].outage,
                GameFingerprint(rows[table_id].seal, rows[table_id].opening),
            )
            if table_id in rows
            else None
            for table_id, after in wanted
        ]

    def heads(self, table_ids: list[str]) -> dict[str, int]:
        """The number of the last event of each of these tables, 0 where there is none; at PostgreSQL."""
        with self.engine.connect() as connection:
            found = connection.execute(HEADS, {"tables": table_ids})
            return {table_id: seq or 0 for table_id, seq in found}

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

    def unfinished(self) -> int:
        """How many tables wait for players, or have a game going on."""
        query = select(func.count()).where(tables.c.status.in_(("open", "playing")))
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

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

    # --- Time, and the server's own past

    def time_of_day(self) -> tuple[int, int]:
        """Milliseconds since 1970, by the database's clock, and when that was, by `time.monotonic_ns`; at PostgreSQL.

        It is asked some times, since whoever answers late tells an old time: the quickest answer counts."""
        asked: list[tuple[int, int, int]] = []
        with self.engine.connect() as connection:
            for _ in range(TIMES):
                before = time.monotonic_ns()
                then = int(connection.execute(TIME_OF_DAY).scalar_one())
                took = time.monotonic_ns() - before
                asked.append((took, then, before + took // 2))
        return min(asked)[1:]

    def signs_of_life(self) -> dict[str, int]:
        """What earlier servers have left: when the last one was alive, for how long all have run."""
        with self.engine.begin() as connection:
            found = {row.name: row.value for row in connection.execute(select(service))}
            for name in SIGNS:
                if name not in found:
                    connection.execute(insert(service).values(name=name, value=0))
        return found

    def others_alive_at(self, ours: str) -> int:
        """When another process last left a sign of life; 0 if none has."""
        signs = select(func.max(service.c.value)).where(service.c.name.like(f"{SIGN_OF}%"), service.c.name != ours)
        with self.engine.connect() as connection:
            return connection.execute(signs).scalar() or 0

    def outages(self, after: int = 0) -> list[tuple[int, int, int]]:
        """Number, beginning and end of each time in which nobody could move, in order, after that number."""
        query = select(outages).where(outages.c.id > after).order_by(outages.c.id)
        with self.engine.connect() as connection:
            return [(row.id, row.since, row.until) for row in connection.execute(query)]

    def add_outage(self, number: int, since: int, until: int) -> bool:
        """Note an outage; clocks that ran run out later by as much. False if another process was first."""

        def add() -> bool:
            with suppress(IntegrityError), self.engine.begin() as connection:
                connection.execute(insert(outages).values(id=number, since=since, until=until))
                later = tables.c.wakes_at + (until - since)
                connection.execute(update(tables).where(tables.c.wakes_at.is_not(None)).values(wakes_at=later))
                return True
            return False

        return with_retries(add)  # it takes all tables in no order, and may meet somebody who takes some in theirs

    def _migrate(self) -> None:
        """Bring the schema up to date; a database that a newer version has changed is left alone, and used if that has
        only added to it."""
        try:
            with self.engine.begin() as connection:
                if not is_usable(connection):
                    raise DatabaseUnusable(
                        "server/newer-database",
                        Sentence(
                            "the database was made by a newer version of Ewala ({current}): update Ewala",
                            current=revision_of(connection) or "",
                        ),
                    )
                bring_up_to_date(connection)
        except SQLAlchemyError as error:
            raise unusable(self.engine.url.render_as_string(), error) from None


def read_table(connection: Connection, table_id: str) -> Stored | None:
    """A table's rows, if there is one of this name."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().one_or_none()
    if row is None:
        return None
    keys = connection.execute(select(seat_keys).where(seat_keys.c.table_id == table_id))
    bodies = connection.execute(select(events.c.body).where(events.c.table_id == table_id).order_by(events.c.seq))
    return stored_in(dict(row), {key.seat: key.digest for key in keys}, list(bodies.scalars()))


def stored_in(row: Mapping[str, Any], keys: dict[str, str], bodies: list[bytes]) -> Stored:
    """A table as it is read from these rows: its own, of an older schema perhaps, the digests of its seats' keys, and
    its events."""
    marks = GameFingerprint(row.get("seal"), row.get("opening"))
    return Stored(
        row["id"], row["host_digest"], row["watch_digest"], row["secret"], keys, bodies, row.get("outage", 0), marks
    )


def open_engine(url: str) -> Engine:
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
        raise unusable(parsed.render_as_string(), error) from None
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


def unusable(url: str, error: Exception) -> DatabaseUnusable:
    return DatabaseUnusable(
        "server/database",
        Sentence("the database {url} cannot be used: {reason}", url=url, reason=reason_of(error)),
    )

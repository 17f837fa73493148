"""Reading tables, keeping the schema up to date, removing what is old. Writing is the writer's."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, and_, create_engine, delete, event, or_, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.schema import events, seat_keys, tables

__all__ = ["DatabaseUnusable", "Store", "Stored"]


class DatabaseUnusable(EwalaError):
    """The database cannot be opened, or is not ours to change."""


@dataclass(frozen=True)
class Stored:
    """A table as the database has it."""

    id: str
    host_digest: str
    watch_digest: str
    secret: bytes
    seat_digests: dict[str, str]
    events: list[bytes]


class Store:
    """The database, opened and up to date."""

    def __init__(self, url: str) -> None:
        self.engine = _open(url)
        self._migrate()

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
            )

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

    def playing(self) -> list[str]:
        """The tables at which a game is going on."""
        with self.engine.connect() as connection:
            return list(connection.execute(select(tables.c.id).where(tables.c.status == "playing")).scalars())

    def remove_untouched(self, open_before: int, others_before: int) -> list[str]:
        """Remove the tables without a sign of life since then; returns which."""
        old = or_(
            and_(tables.c.status == "open", tables.c.touched_at < open_before), tables.c.touched_at < others_before
        )
        with self.engine.begin() as connection:
            found = list(connection.execute(select(tables.c.id).where(old)).scalars())
            for table_id in found:
                connection.execute(delete(events).where(events.c.table_id == table_id))
                connection.execute(delete(seat_keys).where(seat_keys.c.table_id == table_id))
                connection.execute(delete(tables).where(tables.c.id == table_id))
        return found

    def _migrate(self) -> None:
        """Bring the schema up to date; a database that a newer version has changed is left alone."""
        config = AlembicConfig()
        config.set_main_option("script_location", str(files("ewala.server") / "migrations"))
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
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        folder = Path(parsed.database).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseUnusable(
                "server/folder", Sentence("{folder} cannot be used: {strerror}", folder=folder, strerror=error.strerror)
            ) from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")  # the driver that the extra brings
    try:
        # A database server may have been started anew since a connection was last used: it is asked first.
        engine = create_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite")
    except ModuleNotFoundError as error:
        raise DatabaseUnusable(
            "server/driver",
            Sentence(
                "{url} needs the driver {name}; PostgreSQL's comes with pip install 'ewala[postgresql]'",
                url=parsed.render_as_string(),
                name=error.name,
            ),
        ) from None
    except (ImportError, SQLAlchemyError) as error:
        raise _unusable(parsed.render_as_string(), error) from None
    if parsed.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


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

"""A database into a file, as it is at one moment, while a server goes on writing; and from a file into an empty one."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ewala._version import __version__
from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.storage.backup_file import (
    FORMAT,
    BackupError,
    End,
    Header,
    RowsLine,
    TableLine,
    new_file,
    read_lines,
)
from ewala.server.platform.storage.database_lock import DatabaseUnusable, exclusive_use
from ewala.server.platform.storage.revisions import is_known, newest_revision, revision_of, upgrade
from ewala.server.platform.storage.schema import events, seat_keys, service, tables
from ewala.server.platform.storage.store import SIGN_OF, open_engine, stored_in, unusable
from ewala.tables.kept import Kept

FORMERLY = "holder"  # a sign of who had the lock, when one server had it

ROWS = 500  # of what is not a table's, in one line
AT_ONCE = 1000  # rows that are read ahead
TABLES_AT_ONCE = 200  # tables that are written with one statement
VERSION = "alembic_version"  # where the schema's version is kept

# Says that a stage with so many steps begins (None: nobody knows how many), and gives what each step is told to.
Progress = Callable[[str, int | None], AbstractContextManager[Callable[[int], object]]]


@dataclass
class Tally:
    """How much there is, and what of it cannot be read: a table's name, and a code of why."""

    tables: int = 0
    events: int = 0
    damaged: dict[str, str] = field(default_factory=dict)

    def add(self, line: TableLine) -> None:
        self.tables += 1
        self.events += len(line.events)
        if damage := damage_of(line):
            self.damaged[line.row["id"]] = damage


def damage_of(line: TableLine) -> str:
    """Fold a table; a code of what is wrong with it, nothing if all is well. What it says tells nobody's secrets."""
    try:
        if [row["seq"] for row in line.events] != list(range(1, len(line.events) + 1)):
            return "table/gap"
        keys = {key["seat"]: key["digest"] for key in line.keys}
        Kept(stored_in(line.row, keys, [row["body"] for row in line.events]))
    except EwalaError as error:
        return error.code
    except Exception as error:  # whatever the damage leads to
        return type(error).__name__
    return ""


def back_up(url: str, path: Path, schema: MetaData, progress: Progress) -> Tally:
    """Write all tables of that schema to a new file, and fold every table of that file; if anything fails, there is no
    file."""
    tally = Tally()
    engine = open_existing(url)
    try:
        with new_file(path, partial(_check, tally, progress)) as file, snapshot(engine) as connection:
            check_schema(connection)
            file.header(Header(FORMAT, newest_revision(), __version__, int(time.time() * 1000)))
            count = connection.execute(select(func.count()).select_from(tables)).scalar_one()
            with progress("reading", count) as step:
                for line in table_lines(connection):
                    file.table(line.row, line.keys, line.events)
                    step(1)
            for table in schema.sorted_tables:
                if table not in (tables, seat_keys, events):
                    rows = _rows(connection, table)
                    while some := list(islice(rows, ROWS)):
                        file.rows(str(table.name), some)
    except SQLAlchemyError as error:
        raise unusable(engine.url.render_as_string(), error) from None
    finally:
        engine.dispose()
    return tally


def open_existing(url: str) -> Engine:
    """A database that is there: to look at one makes none."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise DatabaseUnusable("server/database", Sentence("there is no database at {file}", file=file))
    return open_engine(url)


def file_of(url: str) -> Path | None:
    """Where a database lies, if it is a file."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return None  # whoever opens it says what is wrong with it
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now for as long as it is open, and holds nobody up."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # the driver itself begins only when something is written
        else:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
        connection.rollback()


def table_lines(connection: Connection) -> Iterator[TableLine]:
    """Every table with its keys and events, read side by side in the same order."""
    keys = _Grouped(connection, seat_keys)
    log = _Grouped(connection, events)
    for row in _rows(connection, tables):
        yield TableLine(row, keys.of(row["id"]), log.of(row["id"]))
    for rest in (keys, log):
        if rest.next_of is not None:
            lost = Sentence("the database has rows of a table that is not there: {table}", table=rest.next_of)
            raise BackupError("backup/strays", lost)


class _Grouped:
    """Rows that belong to tables, in the order of those."""

    def __init__(self, connection: Connection, of: Table) -> None:
        self._groups = groupby(_rows(connection, of), itemgetter("table_id"))
        self.next_of: str | None = None
        self._rows: list[dict[str, Any]] = []
        self._advance()

    def of(self, table_id: str) -> list[dict[str, Any]]:
        if self.next_of != table_id:
            return []
        rows = self._rows
        self._advance()
        return rows

    def _advance(self) -> None:
        self.next_of, some = next(self._groups, (None, iter(())))
        self._rows = list(some)


def _rows(connection: Connection, table: Table) -> Iterator[dict[str, Any]]:
    query = select(table).order_by(*table.primary_key.columns)
    if table is service:
        # Which processes are there is nothing to be restored.
        query = query.where(service.c.name.not_like(f"{SIGN_OF}%"), service.c.name != FORMERLY)
    options = {"stream_results": True, "yield_per": AT_ONCE}
    for row in connection.execute(query, execution_options=options).mappings():
        yield {str(name): value for name, value in row.items()}


def check_schema(connection: Connection) -> None:
    found, wanted = revision_of(connection), newest_revision()
    if found != wanted:
        other = Sentence(
            "the database has schema {found}, and this Ewala {wanted}: use the Ewala that serves it, or let this one "
            "serve it once",
            found=found or "-",
            wanted=wanted,
        )
        raise BackupError("backup/schema", other)


def _check(tally: Tally, progress: Progress, part: Path) -> None:
    with progress("checking", None) as step:
        for line in read_lines(part):
            if isinstance(line, TableLine):
                tally.add(line)
                step(1)


# --- Restoring


def restore(path: Path, url: str, schema: MetaData, progress: Progress) -> Tally:
    """Fill the database, which must be empty and nobody's; if that cannot be done, nothing has changed."""
    header, end = _examined(path, progress)
    with _own(url) as engine, engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would leave the schema out of it
        _make_way(connection, schema)
        upgrade(connection, header.schema)  # as it was there: columns go by their names
        _fill(connection, path, end, progress)
        upgrade(connection)
        tally = _folded(connection, end, progress)
        connection.commit()
    return tally


@contextmanager
def _own(url: str) -> Iterator[Engine]:
    """The database, which no server has or gets meanwhile. A file that was made for what failed is removed again."""
    file = file_of(url)
    fresh = file is not None and not file.exists()
    engine = open_engine(url)
    try:
        with exclusive_use(engine):
            yield engine
    except BaseException as error:
        engine.dispose()
        if file is not None and fresh:
            for each in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
                each.unlink(missing_ok=True)
        if isinstance(error, SQLAlchemyError):
            raise unusable(engine.url.render_as_string(), error) from None
        raise
    finally:
        engine.dispose()


def _examined(path: Path, progress: Progress) -> tuple[Header, End]:
    """The file's first and last line, if all of it is as it was written, and can be read by this version."""
    header = end = None
    with progress("reading", None) as step:
        for line in read_lines(path):
            if isinstance(line, Header):
                header = line
                if header.format > FORMAT or not is_known(header.schema):
                    newer = Sentence(
                        "the backup was made by a newer version of Ewala ({version}): update Ewala",
                        version=header.version,
                    )
                    raise BackupError("backup/newer", newer)
            elif isinstance(line, TableLine):
                step(1)
            elif isinstance(line, End):
                end = line
    assert header is not None
    assert end is not None
    return header, end


def _make_way(connection: Connection, schema: MetaData) -> None:
    """A database with tables of players is left alone; what a server has set up in one without is made anew."""
    names = [*schema.tables, VERSION]
    there = MetaData()
    there.reflect(connection, only=[name for name in inspect(connection).get_table_names() if name in names])
    for name in ("tables", "analyses", "people"):
        if name in there.tables and connection.execute(select(there.tables[name]).limit(1)).first() is not None:
            full = Sentence("the database is not empty: restore to a new one, and let the server use that")
            raise BackupError("backup/not-empty", full)
    there.drop_all(connection)


def _fill(connection: Connection, path: Path, end: End, progress: Progress) -> None:
    there = MetaData()
    there.reflect(connection)
    waiting: list[TableLine] = []
    with progress("writing", end.tables) as step:
        for line in read_lines(path):
            if isinstance(line, TableLine):
                waiting.append(line)
            if waiting and (len(waiting) == TABLES_AT_ONCE or not isinstance(line, TableLine)):
                _add(connection, there, "tables", [each.row for each in waiting])
                _add(connection, there, "seat_keys", [row for each in waiting for row in each.keys])
                _add(connection, there, "events", [row for each in waiting for row in each.events])
                step(len(waiting))
                waiting.clear()
            if isinstance(line, RowsLine):
                _add(connection, there, line.of, line.rows)


def _add(connection: Connection, there: MetaData, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(there.tables[name]), rows)


def _folded(connection: Connection, end: End, progress: Progress) -> Tally:
    """What the database has now, read again."""
    tally = Tally()
    with progress("checking", end.tables) as step:
        for line in table_lines(connection):
            tally.add(line)
            step(1)
    if (tally.tables, tally.events) != (end.tables, end.events):
        raise BackupError("backup/not-whole", Sentence("the database has not taken all of the backup: nothing is kept"))
    return tally

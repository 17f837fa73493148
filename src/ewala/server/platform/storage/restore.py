"""A backup into an empty database: all of it in one transaction, and folded before that is committed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.sentences import Sentence
from ewala.server.platform.storage.backup import Progress, Tally, file_of, table_lines
from ewala.server.platform.storage.backup_file import FORMAT, BackupError, End, Header, RowsLine, TableLine, read_lines
from ewala.server.platform.storage.database_lock import exclusive_use
from ewala.server.platform.storage.revisions import is_known, upgrade
from ewala.server.platform.storage.store import open_engine, unusable

AT_ONCE = 200  # tables that are written with one statement
VERSION = "alembic_version"  # where the schema's version is kept


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
            if waiting and (len(waiting) == AT_ONCE or not isinstance(line, TableLine)):
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

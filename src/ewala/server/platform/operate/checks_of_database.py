"""Whether a server could use the database, or one does; nothing is changed in it."""

import os
import time
from collections.abc import Iterator

from sqlalchemy import Connection, Engine, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ewala.core.errors import EwalaError
from ewala.server.platform.config import Config
from ewala.server.platform.operate.checks import Finding, check_clock
from ewala.server.platform.storage.backup import file_of, open_existing
from ewala.server.platform.storage.database_lock import IN_USE, DatabaseUnusable, nobody_else
from ewala.server.platform.storage.revisions import is_known, is_usable, newest_revision, revision_of
from ewala.server.platform.storage.schema import events, service, tables


def checks_of_database(config: Config) -> Iterator[Finding]:
    """Whether it opens; then what is in it, and who has it."""
    url = config.database_url
    file = file_of(url)
    if file is not None and not file.exists():
        yield _place_for_one(config)
        return
    try:
        engine = open_existing(url)
        with engine.connect() as connection:
            yield _opened(connection, engine)
            found = revision_of(connection)
            yield _schema(found, usable=is_usable(connection))
            if found == newest_revision() or (found and not is_known(found) and is_usable(connection)):
                yield _contents(connection)
                yield from _ahead(connection)
                connection.rollback()
                yield _writable(connection)
        yield _lock(engine)
        engine.dispose()
    except (EwalaError, SQLAlchemyError) as error:
        yield Finding("database", "wrong", _reason(error))


def _place_for_one(config: Config) -> Finding:
    folder = next(each for each in (config.data_dir, *config.data_dir.absolute().parents) if each.exists())
    if os.access(folder, os.W_OK):
        return Finding("database", "ok", f"there is none in {config.data_dir} yet: a server makes it when it starts")
    return Finding("database", "wrong", f"{folder} cannot be written to: let the server's user own it, or --data-dir")


def _opened(connection: Connection, engine: Engine) -> Finding:
    opens = f"{engine.url.render_as_string()} opens"
    if engine.dialect.name == "sqlite":
        return Finding("database", "ok", opens)
    version = connection.execute(text("SHOW server_version")).scalar()
    return Finding("database", "ok", f"{opens} (PostgreSQL {version})")


def _schema(found: str | None, *, usable: bool) -> Finding:
    newest = newest_revision()
    if found == newest:
        return Finding("schema", "ok", f"version {newest}")
    if found is None:
        return Finding("schema", "ok", "none yet: a server makes it when it starts")
    if is_known(found):
        said = (
            f"version {found}, and this Ewala has {newest}: a server brings it up to date when it starts; back up first"
        )
        return Finding("schema", "warning", said)
    if usable:
        said = f"version {found} is of a newer Ewala, and this one can use it: update it, too"
        return Finding("schema", "warning", said)
    return Finding("schema", "wrong", f"version {found} is of a newer Ewala: update this one")


def _contents(connection: Connection) -> Finding:
    by_status = connection.execute(select(tables.c.status, func.count()).group_by(tables.c.status)).all()
    counted = ", ".join(f"{count} {status}" for status, count in sorted(by_status)) or "none"
    count = connection.execute(select(func.count()).select_from(events)).scalar_one()
    return Finding("tables", "ok", f"{counted}; {count:,} events")


def _ahead(connection: Connection) -> Iterator[Finding]:
    """Whether the database knows a time that is yet to come: then one of two clocks is wrong."""
    clock = check_clock(time.time(), connection.execute(select(func.max(tables.c.touched_at))).scalar())
    if clock.state == "warning":
        yield clock


def _writable(connection: Connection) -> Finding:
    """By a change of nothing that is taken back."""
    try:
        if connection.dialect.name == "sqlite":
            connection.execute(text("BEGIN IMMEDIATE"))
        connection.execute(update(service).where(service.c.name == "").values(value=0))
    except SQLAlchemyError as error:
        return Finding("writing", "wrong", f"it cannot be written to: {_reason(error)}")
    finally:
        connection.rollback()
    return Finding("writing", "ok", "it can be written to")


def _lock(engine: Engine) -> Finding:
    try:
        with nobody_else(engine):
            return Finding("lock", "ok", "no server has it")
    except DatabaseUnusable as error:
        if error.code == IN_USE:
            return Finding("lock", "ok", "a server has it")
        return Finding("lock", "wrong", _reason(error))


def _reason(error: Exception) -> str:
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]

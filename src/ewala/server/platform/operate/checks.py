"""What could keep a server from running well on this machine, looked at one by one; nothing is changed."""

import os
import platform
import resource
import shutil
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from sqlalchemy import Connection, Engine, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from ewala._version import __version__
from ewala.core.errors import EwalaError
from ewala.games.warm_up import is_warm
from ewala.server.platform.config import Config, Limits
from ewala.server.platform.edge.connection_limiter import RESERVED
from ewala.server.platform.storage.backup import file_of, open_existing
from ewala.server.platform.storage.database_lock import IN_USE, DatabaseUnusable, exclusive_use
from ewala.server.platform.storage.revisions import is_known, is_usable, newest_revision, revision_of
from ewala.server.platform.storage.schema import events, service, tables
from ewala.server.platform.storage.transactions import reason_of

MEGABYTE = 1024 * 1024
LITTLE, TOO_LITTLE = 1024 * MEGABYTE, 100 * MEGABYTE  # free on a disk; a game takes some 20 KB
WRITTEN = 1_767_225_600  # seconds since 1970: this was written later, so that no right clock shows less
FAR = 20 * 366 * 24 * 3600.0  # seconds from then: nobody runs this any more
SKEW = 60_000  # milliseconds that the database may be ahead of us
FEW_CONNECTIONS = 256


class Finding(NamedTuple):
    """What was looked at, how it is, and what would be right if it is not well."""

    check: str
    state: Literal["ok", "warning", "wrong"]
    said: str


def checks_of_machine(config: Config) -> Iterator[Finding]:
    """All that needs no database."""
    yield Finding("versions", "ok", _versions())
    yield check_clock(time.time(), None)
    yield check_disk(config.data_dir, *_space(config.data_dir))
    yield check_page(config.page_dir)
    yield _check_machine_code()
    yield check_descriptors(resource.getrlimit(resource.RLIMIT_NOFILE)[1], config.limits)


def _versions() -> str:
    parts = (f"Ewala {__version__}", f"Python {platform.python_version()}", f"SQLite {sqlite3.sqlite_version}")
    return ", ".join((*parts, f"{platform.system()} {platform.machine()}"))


def check_clock(now: float, newest: int | None) -> Finding:
    """`now` in seconds since 1970; `newest` in milliseconds, the newest time that a database has."""
    if not WRITTEN <= now <= WRITTEN + FAR:
        shown = datetime.fromtimestamp(now, UTC).date() if 0 <= now < 2**36 else f"{now:.0f} s after 1970"
        return Finding("clock", "wrong", f"it shows {shown}: set it, and let NTP keep it right")
    if newest is not None and newest > now * 1000 + SKEW:
        ahead = newest / 1000 - now
        said = f"the database has a time that is {ahead:.0f} s ahead of it: set the clock, or wait"
        return Finding("clock", "warning", said)
    if not time.get_clock_info("monotonic").monotonic:
        return Finding("clock", "wrong", "this system has no clock that only goes forward: players' clocks need one")
    return Finding("clock", "ok", f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M:%S} UTC")


def _space(folder: Path) -> tuple[int, int]:
    """Free and all bytes of the disk on which a folder is, or will be."""
    there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
    usage = shutil.disk_usage(there)
    return usage.free, usage.total


def check_disk(folder: Path, free: int, total: int) -> Finding:
    left = f"{free // MEGABYTE:,} of {total // MEGABYTE:,} MB are free for {folder}"
    if free < TOO_LITTLE:
        return Finding("disk", "wrong", f"{left}: at least {TOO_LITTLE // MEGABYTE} are needed to store moves")
    if free < LITTLE:
        return Finding("disk", "warning", f"{left}: {LITTLE // MEGABYTE:,} would be enough for a while")
    return Finding("disk", "ok", left)


def check_page(folder: Path) -> Finding:
    if not (folder / "index.html").is_file():
        return Finding("page", "wrong", f"it is not in {folder}: run `make page`, or install a wheel, which has it")
    if not (folder / ".built").is_file():
        return Finding("page", "warning", f"what is in {folder} was not built to the end: run `make page`")
    return Finding("page", "ok", f"it is in {folder}")


def _check_machine_code() -> Finding:
    if is_warm():
        return Finding("machine code", "ok", "the bots are compiled")
    said = (
        "the bots are not compiled: a server does it at its start, in a minute; or run `python -m ewala.games.warm_up`"
    )
    return Finding("machine code", "warning", said)


def check_descriptors(hard: int, limits: Limits) -> Finding:
    """`hard` is as many as a process may ask for; -1 for any number."""
    wanted = limits.connections + RESERVED
    if hard == resource.RLIM_INFINITY or hard >= wanted:
        return Finding("descriptors", "ok", f"enough for {limits.connections:,} connections")
    said = f"{hard:,} are for {max(0, hard - RESERVED):,} connections: `ulimit -Hn {wanted}` or LimitNOFILE={wanted}"
    return Finding("descriptors", "warning" if hard >= FEW_CONNECTIONS + RESERVED else "wrong", said)


# --- The database


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
        yield Finding("database", "wrong", reason_of(error))


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
        return Finding("writing", "wrong", f"it cannot be written to: {reason_of(error)}")
    finally:
        connection.rollback()
    return Finding("writing", "ok", "it can be written to")


def _lock(engine: Engine) -> Finding:
    try:
        with exclusive_use(engine):
            return Finding("lock", "ok", "no server has it")
    except DatabaseUnusable as error:
        if error.code == IN_USE:
            return Finding("lock", "ok", "a server has it")
        return Finding("lock", "wrong", reason_of(error))

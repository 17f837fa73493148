"""Versions of the schema: which there are, which a database has, and how it comes from one to another.

Processes of two versions are at one database while a site is changed, one server after another. So a migration first
only expands: tables and columns that older processes need not know, with a default or NULL. What nobody needs any more
is taken away in a later version, which raises `OLDEST`. A database says itself from which schema on it can be used.
There is no way back but a backup.
"""

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, inspect, select, text, update

from ewala.server.platform.storage.schema import service

OLDEST = 5  # the schema of the oldest processes that may be at a database of the newest
WORKS_FROM = "works_from"  # under which a database has that number
MIGRATING = text("SELECT pg_advisory_xact_lock(:lock)")
MIGRATION = 0x4577616C63  # the number of that lock


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("ewala.server.platform.storage") / "migrations"))
    return config


def newest_revision() -> str:
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def is_known(revision: str) -> bool:
    """Whether this version of Ewala, or one before it, has made it."""
    return revision in {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}


def revision_of(connection: Connection) -> str | None:
    """What a database has; None if it has no schema of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def is_usable(connection: Connection) -> bool:
    """Whether this version can use the database as it is, or may bring it up to date: it is no newer, or a newer one
    has only added to it. One that was made between two releases may be neither."""
    found = revision_of(connection)
    if found is None or is_known(found):
        return True
    if not inspect(connection).has_table(service.name):
        return False
    works_from = connection.execute(select(service.c.value).where(service.c.name == WORKS_FROM)).scalar()
    return works_from is not None and works_from <= int(newest_revision()) < int(found)


def bring_up_to_date(connection: Connection) -> None:
    """To the newest version, unless it is newer still; of processes that start together one does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(MIGRATING, {"lock": MIGRATION})
    found = revision_of(connection)
    if found is not None and not is_known(found):
        return
    upgrade(connection)
    noted = connection.execute(select(service.c.value).where(service.c.name == WORKS_FROM)).scalar()
    if noted is None:
        connection.execute(insert(service).values(name=WORKS_FROM, value=OLDEST))
    elif noted < OLDEST:
        connection.execute(update(service).where(service.c.name == WORKS_FROM).values(value=OLDEST))


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to that version, within whatever transaction the connection is in."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)

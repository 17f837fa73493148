"""How features ask and change the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from ewala.server.platform.storage.schema import secrets


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction; at SQLite nobody else writes from its beginning on, since no rows can be locked there."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins only when something is written
        yield connection


# --- When the database refuses something


T = TypeVar("T")

# Of PostgreSQL: two transactions waited for each other and this one was chosen to give way, or it could not be put in a
# row with others. Nothing of it is stored.
REPEAT = ("40P01", "40001")
TRIES = 5  # of such a transaction: it takes a second until a circle is noticed


def can_be_retried(error: Exception) -> bool:
    """Whether nothing is wrong, and the same may succeed the next time."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in REPEAT


def with_retries(attempt: Callable[[], T]) -> T:
    """Carry it out, again where it had to give way."""
    for _ in range(TRIES - 1):
        try:
            return attempt()
        except DBAPIError as error:
            if not can_be_retried(error):
                raise
    return attempt()


def database_is_down(error: Exception) -> bool:
    """Whether it is the database that fails, and not one unit that it refuses."""
    if isinstance(error, OperationalError):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def reason_of(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0] or type(error).__name__


# --- Secrets of this server: made when first needed, the same for all its processes


def own_secret(engine: Engine, name: str, make: Callable[[], bytes]) -> bytes:
    """The secret of this name."""
    asked = select(secrets.c.value).where(secrets.c.name == name)
    with engine.connect() as connection:
        found = connection.execute(asked).scalar()
    if found is None:
        try:
            with engine.begin() as connection:
                found = make()
                connection.execute(insert(secrets).values(name=name, value=found))
        except IntegrityError:  # another process was quicker
            with engine.connect() as connection:
                found = connection.execute(asked).scalar_one()
    return bytes(found)

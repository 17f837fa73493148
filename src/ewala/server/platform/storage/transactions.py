"""How features ask and change the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A transaction; at SQLite nobody else writes from its beginning on, since no rows can be locked there."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins only when something is written
        yield connection

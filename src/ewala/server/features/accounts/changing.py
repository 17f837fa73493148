"""Changes of what is kept of a person, one after another: who looks first and then changes must still find it so."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, select

from ewala.core.sentences import Sentence
from ewala.server.platform.storage.schema import people
from ewala.tables.problems import NotAllowed


class NoSuchPerson(NotAllowed):
    def __init__(self) -> None:
        super().__init__("person/unknown", Sentence("nobody is known here by this key"))


@contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A transaction; at SQLite nobody else writes from its beginning on, since there are no rows to be held."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins only when something is written
        yield connection


@contextmanager
def changing(engine: Engine, person: str) -> Iterator[Connection]:
    """A transaction in which nobody else changes what is kept of this person; raises NoSuchPerson."""
    with alone(engine) as connection:
        hold(connection, person)
        yield connection


def hold(connection: Connection, person: str) -> None:
    """Nobody else changes what is kept of this person until the transaction ends; raises NoSuchPerson."""
    if connection.execute(select(people.c.id).where(people.c.id == person).with_for_update()).first() is None:
        raise NoSuchPerson

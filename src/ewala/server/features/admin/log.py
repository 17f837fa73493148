"""What was done at the host's desk: each act with its number, written with what it changes or before it is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import msgspec
from sqlalchemy import Connection, Engine, func, insert, select, text, update

from ewala.server.features.accounts.changing import alone
from ewala.server.platform.storage.schema import acts

Deed = Literal[
    "new-key",
    "close-table",
    "remove-table",
    "mute-seat",
    "hear-seat",
    "mute-person",
    "hear-person",
    "rename-person",
    "remove-person",
    "announce",
    "withdraw",
    "rules",
    "limits",
    "records",
    "backup",
]
ACTING = text("SELECT pg_advisory_xact_lock(:lock)")
ACTS = 0x4577616C64  # the number of that lock
LONGEST = 1000  # characters of what was before, and after


class Act(msgspec.Struct, frozen=True):
    """Something that was done at the desk."""

    id: int
    at: int
    what: Deed
    subject: str  # a table or a person
    before: str
    after: str


@contextmanager
def acting(engine: Engine) -> Iterator[Connection]:
    """A transaction in which something is done at the desk: one after another, so that no number is seen before a lower
    one."""
    with alone(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(ACTING, {"lock": ACTS})
        yield connection


def note(connection: Connection, at: int, what: Deed, subject: str = "", before: str = "", after: str = "") -> int:
    """Write an act down; its number."""
    number = (connection.execute(select(func.max(acts.c.id))).scalar() or 0) + 1
    row = {"id": number, "at": at, "what": what, "subject": subject}
    connection.execute(insert(acts).values(**row, before=before[:LONGEST], after=after[:LONGEST]))
    return number


def subjects_after(connection: Connection, number: int, what: Deed) -> list[str]:
    """Of what this was done after the act of that number."""
    done = select(acts.c.subject).where(acts.c.id > number, acts.c.what == what)
    return list(connection.execute(done).scalars())


class Acts:
    """Those of a database. Methods run in threads: each is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self, at: int, what: Deed, subject: str = "", before: str = "") -> int:
        """Something is about to be done that does not happen in one transaction with its being written down."""
        with acting(self._engine) as connection:
            return note(connection, at, what, subject, before)

    def end(self, number: int, after: str) -> None:
        """What came of it."""
        with acting(self._engine) as connection:
            connection.execute(update(acts).where(acts.c.id == number).values(after=after[:LONGEST]))

    def newest(self) -> int:
        with self._engine.connect() as connection:
            return connection.execute(select(func.max(acts.c.id))).scalar() or 0

    def page(self, before: int, most: int) -> list[Act]:
        """The newest before that number, the newest first; 0: the newest of all."""
        asked = select(acts).order_by(acts.c.id.desc()).limit(most)
        with self._engine.connect() as connection:
            rows = connection.execute(asked.where(acts.c.id < before) if before else asked).all()
        return [Act(row.id, row.at, row.what, row.subject, row.before, row.after) for row in rows]

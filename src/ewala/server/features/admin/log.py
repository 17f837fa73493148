"""The log of what the host does, and the policy that comes of it. Each act has a number, and is written with what it
changes, or before it is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, func, insert, select, text, update

from ewala.server.features.accounts import nobody
from ewala.server.features.admin.schema import acts, announcements, muted_people, muted_seats, orders
from ewala.server.platform.storage.transactions import Repository, transaction
from ewala.server.tables.policy import HouseLimits, HouseText, ServerPolicy
from ewala.tables.messages import Announcement

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
RULES, LIMITS = "rules", "limits"  # the orders, by name
LONGEST = 1000  # characters of what was before, and after


T = TypeVar("T")


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
    with transaction(engine) as connection:
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


class Acts(Repository):
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


def forget_in_log(connection: Connection, person: str) -> None:
    """What was done about somebody who is forgotten is not told any more."""
    about = update(acts).where(acts.c.subject == person)
    connection.execute(about.values(subject=nobody(), before="", after=""))


class StoredPolicy:
    """The host's policy, as the database has it."""

    def newest(self, engine: Engine) -> int:
        return Acts(engine).newest()

    def read(self, engine: Engine, since: int = 0) -> tuple[ServerPolicy, list[str]]:
        """The policy, and which tables were removed since the act of that number."""
        with engine.connect() as connection:
            # The number first: what is done meanwhile may be seen already, and is then looked for once more.
            act = connection.execute(select(func.max(acts.c.id))).scalar() or 0
            said = connection.execute(select(announcements).order_by(announcements.c.id)).all()
            seats = connection.execute(select(muted_seats.c.table_id, muted_seats.c.seat)).all()
            policy = ServerPolicy(
                act,
                _ordered(connection, RULES, HouseText),
                _ordered(connection, LIMITS, HouseLimits),
                tuple(Announcement(row.id, row.at, row.until, row.language, row.text) for row in said),
                frozenset((row.table_id, row.seat) for row in seats),
                frozenset(connection.execute(select(muted_people.c.person_id)).scalars()),
            )
            return policy, subjects_after(connection, since, "remove-table")


def _ordered(connection: Connection, name: str, kind: type[T]) -> T:
    value = connection.execute(select(orders.c.value).where(orders.c.name == name)).scalar()
    return kind() if value is None else msgspec.json.decode(value, type=kind)

"""What holds in this house by its host's word. Every process has it in memory: it is read again when something was done
at the desk, and whoever plays never waits for it."""

from typing import TypeVar

import msgspec
from sqlalchemy import Connection, Engine, func, select

from ewala.server.features.admin.log import subjects_after
from ewala.server.platform.storage.schema import acts, announcements, muted_people, muted_seats, orders
from ewala.tables.messages import Announcement

T = TypeVar("T")

DESK = "desk"  # in news it stands where a table's name does, with the number of the last act
RULES, LIMITS = "rules", "limits"  # the orders, by name


class HouseText(msgspec.Struct, frozen=True):
    """In the language in which it was written."""

    text: str = ""
    language: str = "en"


class HouseLimits(msgspec.Struct, frozen=True):
    """What this house offers."""

    most_tables: int = 0  # that wait for players or are played at, at once; 0: as many as come
    rated: bool = True
    evenings: bool = True
    lobby: bool = True


class ServerPolicy(msgspec.Struct, frozen=True):
    """As it was after the act of a number."""

    act: int = 0
    rules: HouseText = HouseText()
    limits: HouseLimits = HouseLimits()
    announcements: tuple[Announcement, ...] = ()
    muted_seats: frozenset[tuple[str, str]] = frozenset()  # tables and seats; no seat: the table's host
    muted_people: frozenset[str] = frozenset()

    def announced(self, now: int) -> list[Announcement]:
        """What is still said."""
        return [one for one in self.announcements if one.until is None or one.until > now]


def read_standing(engine: Engine, since: int = 0) -> tuple[ServerPolicy, list[str]]:
    """How things stand, and which tables were removed since the act of that number."""
    with engine.connect() as connection:
        # The number first: what is done meanwhile may be seen already, and is then looked for once more.
        act = connection.execute(select(func.max(acts.c.id))).scalar() or 0
        said = connection.execute(select(announcements).order_by(announcements.c.id)).all()
        seats = connection.execute(select(muted_seats.c.table_id, muted_seats.c.seat)).all()
        standing = ServerPolicy(
            act,
            _ordered(connection, RULES, HouseText),
            _ordered(connection, LIMITS, HouseLimits),
            tuple(Announcement(row.id, row.at, row.until, row.language, row.text) for row in said),
            frozenset((row.table_id, row.seat) for row in seats),
            frozenset(connection.execute(select(muted_people.c.person_id)).scalars()),
        )
        return standing, subjects_after(connection, since, "remove-table")


def _ordered(connection: Connection, name: str, kind: type[T]) -> T:
    value = connection.execute(select(orders.c.value).where(orders.c.name == name)).scalar()
    return kind() if value is None else msgspec.json.decode(value, type=kind)

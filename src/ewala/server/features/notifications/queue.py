"""Notifications that are due: stored, so that quiet hours and restarts lose none, and one process alone sends them.

There is at most one of a kind for each seat, for the move that the game waits for; and one of an invitation for each
person.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, false, func, insert, select, update

from ewala.core.state import Seat
from ewala.server.features.accounts import NoSuchPerson, changing, people, person_seats
from ewala.server.features.notifications.preferences import Kind, PreferenceStore, not_before
from ewala.server.features.notifications.schema import notices, person_wishes
from ewala.server.platform.storage.schema import tables

HOUR = 3600_000  # milliseconds
NO_SEAT = ""  # at a table to which somebody is asked


class PendingTurn(NamedTuple):
    """A game pending for a seat whose person is away, or those with whom they have played."""

    table: str
    seat: Seat
    kind: Kind
    ply: int
    hurry: bool  # whether it should not wait for others, to be told together


class Notice(msgspec.Struct, frozen=True):
    """What somebody is to be told, or was."""

    table: str
    seat: Seat
    kind: Kind
    ply: int
    due_at: int
    told_at: int | None
    asked_by: str = ""


class Notices:
    """Those of a database. Methods run in threads."""

    def __init__(self, engine: Engine, reachable: ColumnElement[bool] | None = None) -> None:
        """`reachable` says whether a person can be notified at all; nobody can, unless it is given."""
        self._engine = engine
        self._reachable = false() if reachable is None else reachable

    def write(self, waiting: Sequence[PendingTurn], now: int) -> None:
        """Note what is to be told to those whose seats these are, if they can be told and wish it."""
        for pending, person in self._people(waiting):
            self._write(person, pending, now)

    def invite(self, person: str, table: str, asked_by: str, now: int) -> None:
        """Note that they are asked to this table, if they can be told and wish it."""
        with self._engine.connect() as connection:
            reachable = connection.execute(select(people.c.id).where(people.c.id == person, self._reachable)).first()
        if reachable is not None:
            self._write(person, PendingTurn(table, NO_SEAT, "invitation", 0, hurry=True), now, asked_by)

    def _write(self, person: str, pending: PendingTurn, now: int, asked_by: str = "") -> None:
        preferences = PreferenceStore(self._engine).of(person)
        if pending.kind not in preferences.kinds:
            return
        try:
            with changing(self._engine, person) as connection:
                told = 0 if pending.hurry else _last_told(connection, person) + preferences.digest_hours * HOUR
                due = not_before(preferences.quiet, max(now, told))
                _write(connection, person, pending, asked_by, due)
        except NoSuchPerson:
            pass  # they were forgotten a moment ago

    def _people(self, waiting: Sequence[PendingTurn]) -> list[tuple[PendingTurn, str]]:
        """Of those who can be told at all, in one question, however many games wait."""
        asked = select(person_seats).join(people, people.c.id == person_seats.c.person_id)
        names = {pending.table for pending in waiting}
        with self._engine.connect() as connection:
            rows = connection.execute(asked.where(person_seats.c.table_id.in_(names), self._reachable))
            whose = {(row.table_id, row.seat): row.person_id for row in rows}
        found = [(pending, whose.get((pending.table, pending.seat))) for pending in waiting]
        return [(pending, person) for pending, person in found if person is not None]

    def people_to_tell(self, now: int, most: int) -> list[str]:
        """Those for whom something is due."""
        due = select(notices.c.person_id).where(notices.c.told_at.is_(None), notices.c.due_at <= now).distinct()
        with self._engine.connect() as connection:
            return list(connection.execute(due.limit(most)).scalars())

    def of(self, person: str, most: int | None = None) -> list[Notice]:
        """Somebody's, the oldest first."""
        asked = select(notices).where(notices.c.person_id == person).order_by(notices.c.due_at).limit(most)
        with self._engine.connect() as connection:
            return [
                Notice(row.table_id, row.seat, cast(Kind, row.kind), row.ply, row.due_at, row.told_at, row.asked_by)
                for row in connection.execute(asked)
            ]

    def drop(self, person: str, stale: Sequence[Notice]) -> None:
        """These are not true any more."""
        with self._engine.begin() as connection:
            for notice in stale:
                connection.execute(delete(notices).where(_is(person, notice)))

    def told(self, person: str, those: Sequence[Notice], now: int) -> None:
        with self._engine.begin() as connection:
            for notice in those:
                connection.execute(update(notices).where(_is(person, notice)).values(told_at=now))
            connection.execute(update(person_wishes).where(person_wishes.c.person_id == person).values(told_at=now))

    def put_off(self, person: str, those: Sequence[Notice], until: int) -> None:
        with self._engine.begin() as connection:
            for notice in those:
                connection.execute(update(notices).where(_is(person, notice)).values(due_at=until))

    def clocks_near_their_end(self, now: int, within: int, most: int) -> list[str]:
        """Tables at which a clock runs out soon, of people who could be told."""
        return self._tables(tables.c.wakes_at.between(now, now + within), most)

    def just_left(self, within: int, most: int) -> list[str]:
        """Tables at which something happened in the time before the last that happened anywhere, of such people."""
        with self._engine.connect() as connection:
            newest = connection.execute(select(func.max(tables.c.touched_at))).scalar() or 0
        return self._tables(tables.c.touched_at >= newest - within, most)

    def _tables(self, which: ColumnElement[bool], most: int) -> list[str]:
        asked = select(tables.c.id).join(person_seats, person_seats.c.table_id == tables.c.id)
        whose = asked.join(people, people.c.id == person_seats.c.person_id).distinct()
        found = whose.where(tables.c.status == "playing", which, self._reachable)
        with self._engine.connect() as connection:
            return list(connection.execute(found.limit(most)).scalars())


def _is(person: str, notice: Notice) -> ColumnElement[bool]:
    return and_(
        notices.c.person_id == person,
        notices.c.table_id == notice.table,
        notices.c.seat == notice.seat,
        notices.c.kind == notice.kind,
        notices.c.ply == notice.ply,
    )


def _last_told(connection: Connection, person: str) -> int:
    asked = select(person_wishes.c.told_at).where(person_wishes.c.person_id == person)
    return connection.execute(asked).scalar() or 0


def _write(connection: Connection, person: str, pending: PendingTurn, asked_by: str, due: int) -> None:
    same = [notices.c.table_id == pending.table, notices.c.seat == pending.seat, notices.c.kind == pending.kind]
    if pending.seat == NO_SEAT:
        same.append(notices.c.person_id == person)
    known = connection.execute(select(notices.c.ply, notices.c.person_id).where(*same)).one_or_none()
    if known == (pending.ply, person):
        return  # said already
    if connection.execute(select(tables.c.id).where(tables.c.id == pending.table)).first() is None:
        return  # it was removed a moment ago
    connection.execute(delete(notices).where(*same))
    row = {
        "table_id": pending.table,
        "seat": pending.seat,
        "kind": pending.kind,
        "person_id": person,
        "ply": pending.ply,
    }
    connection.execute(insert(notices).values(**row, asked_by=asked_by, due_at=due, told_at=None))

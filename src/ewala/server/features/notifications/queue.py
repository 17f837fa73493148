"""Notifications that are due: stored, so that quiet hours and restarts lose none, and one process alone sends them.

There is at most one of a kind for each seat, for the move that the game waits for; and one of an invitation for each
person.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from ewala.core.state import Seat
from ewala.server.features.accounts import NoSuchPerson, hold, people, person_seats
from ewala.server.features.notifications.preferences import Kind, not_before, preferences_of
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


def people_waited_for(
    connection: Connection, waiting: Sequence[PendingTurn], reachable: ColumnElement[bool]
) -> list[tuple[PendingTurn, str]]:
    """Whose these seats are, of those who can be told at all: in one question, however many games wait."""
    asked = select(person_seats).join(people, people.c.id == person_seats.c.person_id)
    names = {pending.table for pending in waiting}
    rows = connection.execute(asked.where(person_seats.c.table_id.in_(names), reachable))
    whose = {(row.table_id, row.seat): row.person_id for row in rows}
    found = [(pending, whose.get((pending.table, pending.seat))) for pending in waiting]
    return [(pending, person) for pending, person in found if person is not None]


def note_invitation(
    connection: Connection, person: str, table: str, asked_by: str, now: int, reachable: ColumnElement[bool]
) -> None:
    """Note that they are asked to this table, if they can be told and wish it."""
    if connection.execute(select(people.c.id).where(people.c.id == person, reachable)).first() is not None:
        note_pending(connection, person, PendingTurn(table, NO_SEAT, "invitation", 0, hurry=True), now, asked_by)


def note_pending(connection: Connection, person: str, pending: PendingTurn, now: int, asked_by: str = "") -> None:
    """Note what is to be told to somebody, if they wish it."""
    try:
        hold(connection, person)
    except NoSuchPerson:
        return  # they were forgotten a moment ago
    preferences = preferences_of(connection, person)
    if pending.kind not in preferences.kinds:
        return
    asked = select(person_wishes.c.told_at).where(person_wishes.c.person_id == person)
    last = connection.execute(asked).scalar() or 0
    told = 0 if pending.hurry else last + preferences.digest_hours * HOUR
    due = not_before(preferences.quiet, max(now, told))
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


def people_to_tell(connection: Connection, now: int, most: int) -> Sequence[str]:
    """Those for whom something is due."""
    due = select(notices.c.person_id).where(notices.c.told_at.is_(None), notices.c.due_at <= now).distinct()
    return connection.execute(due.limit(most)).scalars().all()


def notices_of(connection: Connection, person: str, most: int | None = None) -> list[Notice]:
    """Somebody's, the oldest first."""
    asked = select(notices).where(notices.c.person_id == person).order_by(notices.c.due_at).limit(most)
    return [
        Notice(row.table_id, row.seat, cast(Kind, row.kind), row.ply, row.due_at, row.told_at, row.asked_by)
        for row in connection.execute(asked)
    ]


def drop(connection: Connection, person: str, stale: Sequence[Notice]) -> None:
    """These are not true any more."""
    for notice in stale:
        connection.execute(delete(notices).where(_is(person, notice)))


def note_told(connection: Connection, person: str, those: Sequence[Notice], now: int) -> None:
    for notice in those:
        connection.execute(update(notices).where(_is(person, notice)).values(told_at=now))
    connection.execute(update(person_wishes).where(person_wishes.c.person_id == person).values(told_at=now))


def put_off(connection: Connection, person: str, those: Sequence[Notice], until: int) -> None:
    for notice in those:
        connection.execute(update(notices).where(_is(person, notice)).values(due_at=until))


def clocks_near_their_end(
    connection: Connection, now: int, within: int, most: int, reachable: ColumnElement[bool]
) -> Sequence[str]:
    """Tables at which a clock runs out soon, of people who could be told."""
    return _tables(connection, tables.c.wakes_at.between(now, now + within), most, reachable)


def just_left(connection: Connection, within: int, most: int, reachable: ColumnElement[bool]) -> Sequence[str]:
    """Tables at which something happened in the time before the last that happened anywhere, of such people."""
    newest = connection.execute(select(func.max(tables.c.touched_at))).scalar() or 0
    return _tables(connection, tables.c.touched_at >= newest - within, most, reachable)


def _tables(
    connection: Connection, which: ColumnElement[bool], most: int, reachable: ColumnElement[bool]
) -> Sequence[str]:
    asked = select(tables.c.id).join(person_seats, person_seats.c.table_id == tables.c.id)
    whose = asked.join(people, people.c.id == person_seats.c.person_id).distinct()
    found = whose.where(tables.c.status == "playing", which, reachable)
    return connection.execute(found.limit(most)).scalars().all()


def _is(person: str, notice: Notice) -> ColumnElement[bool]:
    return and_(
        notices.c.person_id == person,
        notices.c.table_id == notice.table,
        notices.c.seat == notice.seat,
        notices.c.kind == notice.kind,
        notices.c.ply == notice.ply,
    )

"""Seats that people claim: whose a seat is, what is kept when a game ends there, and what somebody plays."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, Engine, Select, bindparam, delete, insert, select, update

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.server.features.accounts.games import Played, finished, going_on, result_rows
from ewala.server.features.accounts.register import drop_local_games, hold
from ewala.server.features.accounts.schema import LOCAL, person_seats, results
from ewala.server.platform.storage.schema import tables
from ewala.server.platform.storage.units import Unit
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.events import Moved
from ewala.tables.outcomes import Outcome, outcome_of

MOST_GOING_ON = 100  # of somebody's tables that are looked at at once


class SeatTaken(msgspec.Struct, frozen=True):
    table: str
    seat: Seat


class NotYours(EwalaError):
    """A seat that cannot be this person's, or not any more."""


TWO_SEATS = NotYours("person/two-seats", "at a rated table a person has one seat")
SOMEBODY_ELSES = NotYours("person/seat-taken", "this seat is somebody else's already")
TOO_LATE = NotYours("person/rated", "the rated game has begun: seats stay as they are")
DROP_CLAIM = delete(person_seats).where(
    person_seats.c.table_id == bindparam("of_table"), person_seats.c.seat == bindparam("of_seat")
)


def claim_seat(
    connection: Connection, person: str, table: str, seat: Seat, outcome: Outcome | None = None, *, only: bool = False
) -> None:
    """From now on the seat is this person's; said twice, it changes nothing. The outcome is that of the game, if it is
    over; `only` where a person may have one seat."""
    hold(connection, person)
    of_seat = (person_seats.c.table_id == table, person_seats.c.seat == seat)
    holder = connection.execute(select(person_seats.c.person_id).where(*of_seat)).scalar()
    if holder not in (None, person):
        raise SOMEBODY_ELSES
    if holder is None:
        theirs = (person_seats.c.table_id == table, person_seats.c.person_id == person)
        if only and connection.execute(select(person_seats.c.seat).where(*theirs)).first():
            raise TWO_SEATS
        connection.execute(insert(person_seats).values(table_id=table, seat=seat, person_id=person))
    if outcome is not None:
        add_outcomes(connection, {table: outcome})


def release_seat(connection: Connection, person: str, table: str, seat: Seat) -> None:
    """The seat is not theirs any more, if it was."""
    hold(connection, person)
    if not (table + seat).isascii() or not (table + seat).isalnum():
        return  # nothing is called so
    theirs = (person_seats.c.table_id == table, person_seats.c.seat == seat, person_seats.c.person_id == person)
    connection.execute(delete(person_seats).where(*theirs))
    if table.startswith(LOCAL):
        drop_local_games(connection, person, table)
    played = (results.c.table_id == table, results.c.seat == seat, results.c.person_id == person)
    connection.execute(update(results).where(*played).values(person_id=None))


def unfinished_tables(connection: Connection, person: str) -> Sequence[str]:
    """Their tables at which a game goes on or is still to begin, those with the newest sign of life first."""
    asked = _tables_of(person).where(tables.c.status.in_(("open", "playing")))
    newest = asked.add_columns(tables.c.touched_at).order_by(tables.c.touched_at.desc())
    return [row.table_id for row in connection.execute(newest.limit(MOST_GOING_ON))]


def tables_without_outcome(connection: Connection, person: str) -> Sequence[str]:
    """Their tables at which the game is over and of which nothing is kept yet: it ended while they said so, or at a
    process that did not know of people."""
    kept = select(results.c.table_id).where(
        results.c.table_id == person_seats.c.table_id, results.c.person_id == person
    )
    asked = _tables_of(person).where(tables.c.status == "over", ~kept.exists())
    return [row.table_id for row in connection.execute(asked.limit(MOST_GOING_ON))]


def _tables_of(person: str) -> Select[tuple[str]]:
    asked = select(person_seats.c.table_id).join(tables, tables.c.id == person_seats.c.table_id).distinct()
    return asked.where(person_seats.c.person_id == person)


def seats_of(connection: Connection, person: str) -> list[SeatTaken]:
    asked = select(person_seats).where(person_seats.c.person_id == person)
    rows = connection.execute(asked.order_by(person_seats.c.table_id, person_seats.c.seat))
    return [SeatTaken(row.table_id, row.seat) for row in rows]


def seat_holders(connection: Connection, table: str) -> dict[Seat, str]:
    """Whose the seats of a table are, of those that are anybody's."""
    asked = select(person_seats.c.seat, person_seats.c.person_id).where(person_seats.c.table_id == table)
    return {row.seat: row.person_id for row in connection.execute(asked)}


# --- What is written with a table's events


def on_write(connection: Connection, units: Sequence[Unit]) -> None:
    """A seat whose key goes is nobody's any more; how a game ended is kept for those whose seats these are."""
    freed = [{"of_table": unit.table_id, "of_seat": seat} for unit in units for seat in unit.keys]
    if freed:
        connection.execute(DROP_CLAIM, freed)
    if outcomes := {unit.table_id: unit.outcome for unit in units if unit.outcome is not None}:
        add_outcomes(connection, outcomes)


def add_outcomes(connection: Connection, outcomes: Mapping[str, Outcome]) -> None:
    """Keep those of tables at which somebody has said that a seat is theirs; what is there already learns whose it is.
    Until the transaction ends, nobody takes such a word back, nor is anybody forgotten."""
    asked = select(person_seats).where(person_seats.c.table_id.in_(outcomes))
    claimed: dict[str, dict[Seat, str]] = {}
    for row in connection.execute(asked.with_for_update(read=True)):
        claimed.setdefault(row.table_id, {})[row.seat] = row.person_id
    for table_id, people in claimed.items():
        there = (results.c.table_id == table_id, results.c.person_id.is_(None))
        if connection.execute(select(results.c.seat).where(results.c.table_id == table_id)).first() is None:
            connection.execute(insert(results), result_rows(table_id, outcomes[table_id], people))
            continue
        for seat, person in people.items():
            connection.execute(update(results).where(*there, results.c.seat == seat).values(person_id=person))


class Seating:
    """At all tables of a server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self.before_reading: list[Callable[[Engine], None]] = []  # run in a thread before results are read

    async def claim(self, person: str, room: Room, seat: Seat) -> None:
        """The seat is this person's from now on; raises NotYours."""
        rated = room.kept.created.rated
        if rated and not await self._may_change(room):
            holders = await self._registry.ask(seat_holders, room.id)
            if holders.get(seat) != person:
                raise TOO_LATE
        outcome = outcome_of(room.kept) if room.kept.status == "over" else None
        await self._registry.change(claim_seat, person, room.id, seat, outcome, only=rated)

    async def release(self, person: str, table_id: str, seat: Seat) -> None:
        """The seat is not theirs any more; raises NotYours where a rated game has begun: nobody steps out of it when it
        goes badly."""
        room = await self._registry.room_if_any(table_id)
        if room is not None and room.kept.created.rated and not await self._may_change(room):
            raise TOO_LATE
        await self._registry.change(release_seat, person, table_id, seat)

    async def _may_change(self, room: Room) -> bool:
        """Whether it can still be said whose seats are at a rated table: until somebody has moved, at whatever process.
        A rematch starts with the last who sits down, and they say so afterwards."""
        if self._registry.store.shared:
            await room.look()
        return room.kept.status != "over" and not any(isinstance(event, Moved) for event in room.kept.events)

    # --- Games

    async def games_going_on(self, person: str) -> list[Played]:
        """Those that go on first, of these where they have to act, and the newest."""
        ids = await self._registry.ask(unfinished_tables, person)
        theirs = await self._registry.ask(seats_of, person)
        found = []
        for table_id in ids:
            seats = [taken.seat for taken in theirs if taken.table == table_id]
            room = await self._registry.room_if_any(table_id)
            if room is not None and room.kept.status != "over" and seats:
                found.append(going_on(room.id, room.kept, seats))
        return sorted(found, key=lambda game: (not game.mine_to_move, game.status != "playing", -game.touched_at))

    async def games_over(self, person: str, most: int | None = None, game: str = "", before: str = "") -> list[Played]:
        """The newest first. What is missing is kept first."""
        for table_id in await self._registry.ask(tables_without_outcome, person):
            room = await self._registry.room_if_any(table_id)
            if room is not None and room.kept.status == "over":
                await self._registry.change(add_outcomes, {table_id: outcome_of(room.kept)})
        for hook in self.before_reading:
            await self._registry.read(hook, self._registry.store.engine)
        return await self._registry.ask(finished, person, most, game, before)

"""Seats that people say are theirs: by a seat's own key, and by who they have proved to be."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Engine, delete, insert, select, update

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.features.accounts.changing import alone, changing
from ewala.server.features.accounts.local_games import LOCAL, drop_local_games
from ewala.server.platform.storage.outcomes import Outcome, add_outcomes
from ewala.server.platform.storage.schema import person_seats, results, tables


class SeatTaken(msgspec.Struct, frozen=True):
    table: str
    seat: Seat


class NotYours(EwalaError):
    """A seat that cannot be this person's, or not any more."""


TWO_SEATS = NotYours("person/two-seats", Sentence("at a rated table a person has one seat"))
SOMEBODY_ELSES = NotYours("person/seat-taken", Sentence("this seat is somebody else's already"))


class Claims:
    """Those of a database. Methods run in threads: each is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def claim(
        self, person: str, table: str, seat: Seat, *, outcome: Outcome | None = None, only_seat: bool = False
    ) -> None:
        """From now on the seat is this person's; said twice, it changes nothing. The outcome is that of the game, if it
        is over."""
        of_seat = (person_seats.c.table_id == table, person_seats.c.seat == seat)
        with changing(self._engine, person) as connection:
            holder = connection.execute(select(person_seats.c.person_id).where(*of_seat)).scalar()
            if holder not in (None, person):
                raise SOMEBODY_ELSES
            if holder is None:
                theirs = (person_seats.c.table_id == table, person_seats.c.person_id == person)
                if only_seat and connection.execute(select(person_seats.c.seat).where(*theirs)).first():
                    raise TWO_SEATS
                connection.execute(insert(person_seats).values(table_id=table, seat=seat, person_id=person))
            if outcome is not None:
                add_outcomes(connection, {table: outcome})

    def release(self, person: str, table: str, seat: Seat) -> None:
        """The seat is not theirs any more, if it was."""
        if not (table + seat).isascii() or not (table + seat).isalnum():
            return  # nothing is called so
        theirs = (person_seats.c.table_id == table, person_seats.c.seat == seat, person_seats.c.person_id == person)
        with changing(self._engine, person) as connection:
            connection.execute(delete(person_seats).where(*theirs))
            if table.startswith(LOCAL):
                drop_local_games(connection, person, table)
            played = (results.c.table_id == table, results.c.seat == seat, results.c.person_id == person)
            connection.execute(update(results).where(*played).values(person_id=None))

    def unfinished(self, person: str, most: int) -> list[str]:
        """Their tables at which a game goes on or is still to begin, those with the newest sign of life first."""
        asked = select(person_seats.c.table_id).join(tables, tables.c.id == person_seats.c.table_id).distinct()
        theirs = asked.where(person_seats.c.person_id == person, tables.c.status.in_(("open", "playing")))
        with self._engine.connect() as connection:
            newest = theirs.add_columns(tables.c.touched_at).order_by(tables.c.touched_at.desc()).limit(most)
            return [row.table_id for row in connection.execute(newest)]

    def without_outcome(self, person: str, most: int) -> list[str]:
        """Their tables at which the game is over and of which nothing is kept yet: it ended while they said so, or at a
        process that did not know of people."""
        kept = select(results.c.table_id).where(
            results.c.table_id == person_seats.c.table_id, results.c.person_id == person
        )
        asked = select(person_seats.c.table_id).join(tables, tables.c.id == person_seats.c.table_id).distinct()
        over = asked.where(person_seats.c.person_id == person, tables.c.status == "over", ~kept.exists())
        with self._engine.connect() as connection:
            return list(connection.execute(over.limit(most)).scalars())

    def add_outcome(self, table: str, outcome: Outcome) -> None:
        with alone(self._engine) as connection:
            add_outcomes(connection, {table: outcome})

    def of(self, person: str) -> Sequence[SeatTaken]:
        asked = select(person_seats).where(person_seats.c.person_id == person)
        with self._engine.connect() as connection:
            rows = connection.execute(asked.order_by(person_seats.c.table_id, person_seats.c.seat)).all()
        return [SeatTaken(row.table_id, row.seat) for row in rows]

    def at(self, table: str) -> dict[Seat, str]:
        """Whose the seats of a table are, of those that are anybody's."""
        asked = select(person_seats.c.seat, person_seats.c.person_id).where(person_seats.c.table_id == table)
        with self._engine.connect() as connection:
            return {row.seat: row.person_id for row in connection.execute(asked)}

"""How a game ended, seat by seat: what is kept of it for those who say that a seat was theirs, also after its table.

It is written with the event that ends the game, or when somebody says afterwards that they have played it.
"""

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, insert, select, update

from ewala.core.state import Seat
from ewala.server.platform.storage.schema import person_seats, results
from ewala.server.platform.storage.terms import NotRated, terms_of
from ewala.tables.events import Started
from ewala.tables.fold import Fold
from ewala.tables.match import Match

NO_PLACE = 0  # of a game that was broken off


class SeatOutcome(msgspec.Struct, frozen=True):
    seat: Seat
    number: int  # from 1, in the order in which the seats came to act
    name: str  # as the table told it
    bot: str  # if it was a bot's; who stood in for a person is not told
    place: int  # from 1; who draws share one
    points: int


class Outcome(msgspec.Struct, frozen=True):
    game: str
    agreed: bool  # whether it was to be rated
    started_at: int
    ended_at: int
    seats: list[SeatOutcome]

    def counts(self, people: Mapping[Seat, str]) -> bool:
        """Whether it is rated: that was agreed, and every seat is a person's, or a bot's that was measured."""
        if not self.agreed or any(one.place == NO_PLACE for one in self.seats):
            return False
        try:
            measured = terms_of(self.game, len(self.seats)).bots
        except NotRated:
            return False
        holders = [people.get(one.seat, "") for one in self.seats if not one.bot]
        known = bool(holders) and all(holders) and len(set(holders)) == len(holders)
        return known and all(one.bot in measured for one in self.seats if one.bot)


def outcome_of(table: Fold) -> Outcome:
    """Of a table at which nothing goes on any more."""
    started = [event.at for event in table.events if isinstance(event, Started)]
    places, points = _places(table), table.match.state.scores() if table.match else {}
    seats = []
    for number, seat in enumerate(_in_order(table.match) if table.match else table.game.seats, 1):
        sitter = table.sitters[seat]
        bot = sitter.bot if sitter.kind == "bot" else ""
        seats.append(SeatOutcome(seat, number, sitter.name, bot, places.get(seat, NO_PLACE), points.get(seat, 0)))
    begun = started[0] if started else table.created.at
    return Outcome(table.created.game, table.created.rated, begun, table.events[-1].at, seats)


def _in_order(match: Match) -> list[Seat]:
    """The seats in the order in which they came to act; who never did, behind the others."""
    seats, found = list(match.game.seats), dict[Seat, None]()
    for ply in range(len(match.record.moves) + 1):
        acts = match.state_at(ply).to_act
        if isinstance(acts, str):
            found[acts] = None
        if len(found) == len(seats):
            break
    last = seats.index(list(found)[-1]) if found else -1
    return list(found | dict.fromkeys(seats[last + 1 :] + seats[: last + 1]))


def _places(table: Fold) -> dict[Seat, int]:
    """From 1, one more than come before: winners first, the others by their scores. Who left has what the stand-in made
    of it."""
    if table.match is None or table.broken_off:
        return {}
    state = table.match.state
    won = [table.winner_by_resignation] if table.winner_by_resignation else state.winners()
    rank = {seat: (seat not in won, 0 if seat in won else -score) for seat, score in state.scores().items()}
    return {seat: 1 + sum(other < rank[seat] for other in rank.values()) for seat in rank}


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


def result_rows(table_id: str, outcome: Outcome, people: Mapping[Seat, str]) -> list[dict[str, object]]:
    """A row for each seat, with whose it was."""
    of_all = {
        "table_id": table_id,
        "game": outcome.game,
        "players": len(outcome.seats),
        "rated": int(outcome.counts(people)),
        "started_at": outcome.started_at,
        "ended_at": outcome.ended_at,
    }
    return [{**of_all, **msgspec.structs.asdict(one), "person_id": people.get(one.seat)} for one in outcome.seats]

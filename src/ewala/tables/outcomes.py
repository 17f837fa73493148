"""How a game ended, seat by seat, and whether that counts for ratings."""

from collections.abc import Mapping
from functools import cache

import msgspec

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import kit_of
from ewala.kit.ratings.ladder import Terms
from ewala.kit.ratings.results import FEWEST, MOST
from ewala.tables.events import Started
from ewala.tables.fold import Fold
from ewala.tables.match import Match
from ewala.tables.problems import NotUsable

NO_PLACE = 0  # of a game that was broken off


class NotRated(NotUsable):
    """A game is not rated with so many players."""


@cache
def terms_of(game: str, players: int) -> Terms:
    """What rated games are held against. Raises NotRated, or BadSetup if there is no such game."""
    kit = kit_of(game)
    if not FEWEST <= players <= MOST or not kit.is_rated(players):
        raise NotRated("setup/rated-players", Sentence("with {count} players this game is not rated", count=players))
    return kit.rating_terms(players)


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

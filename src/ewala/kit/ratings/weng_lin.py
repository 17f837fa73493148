"""Ratings after a game: Weng and Lin's approximation with the pairs of Bradley and Terry, each player against each.

(R. C. Weng, C.-J. Lin: A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011, algorithm 1.) Their γ, which
says how fast uncertainty falls, is 1: then it falls by what a pair tells.

The pairs of one game are reckoned as if they had nothing to do with each other, but who beats one is likelier to beat
the next. Among n equals the sum of a player's n − 1 results has a variance of (n² − 1) / 12, where results of their own
would have (n − 1) / 4. So a game tells (n + 1) / 3 times less than its pairs pretend: Weng and Lin's variance is an
honest one divided by that, and a `Rating` has the honest one.
"""

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

from ewala.core.curves import tanh
from ewala.kit.ratings.ladder import Terms
from ewala.kit.ratings.rating import DRIFT, SCALE, START, Rating
from ewala.kit.ratings.results import BadResult, RatedGame, Result


class _Seated(NamedTuple):
    strength: float  # with what the seat is worth
    variance: float  # Weng and Lin's; of a bot, whose strength is given, 0
    place: int


def rated(game: RatedGame, before: Mapping[str, Rating], terms: Terms) -> dict[str, Rating]:
    """The ratings of the game's people after it; who has none begins at `START`. Bots stay where they are."""
    count = len(game.results)
    if count != len(terms.seats):
        raise BadResult(
            "rating/players",
            "{count} played a game of {seats}",
            count=count,
            seats=len(terms.seats),
        )
    factor = overconfidence(count)
    seated = [_seated(result, before, terms, factor) for result in game.results]
    after = {}
    for number, result in enumerate(game.results):
        if not result.bot:
            one = seated[number]
            shift, told = _step(one, seated[:number] + seated[number + 1 :])
            old = before.get(result.who, START)
            left = one.variance * (1.0 - told) * factor
            after[result.who] = Rating(old.mean + shift, sqrt(left), old.games + 1)
    return after


def overconfidence(players: int) -> float:
    """How much more the pairs of a game seem to tell than the game does."""
    return (players + 1) / 3


def expected(difference: float, variance: float) -> float:
    """The share of the wins of somebody who is so many points ahead, where that much is uncertain about the two."""
    return 0.5 + 0.5 * tanh(0.5 * difference / sqrt(variance + SCALE * SCALE))


def _seated(result: Result, before: Mapping[str, Rating], terms: Terms, factor: float) -> _Seated:
    seat = terms.seats[result.seat - 1]
    if not result.bot:
        rating = before.get(result.who, START)
        variance = (rating.uncertainty * rating.uncertainty + DRIFT * DRIFT) / factor
        return _Seated(rating.mean + seat, variance, result.place)
    if result.who not in terms.bots:
        raise BadResult(
            "rating/bot",
            "it was not measured how strong the bot {bot!r} is; these were: {bots}",
            bot=result.who,
            bots=", ".join(terms.bots) or "-",
        )
    return _Seated(terms.bots[result.who].points + seat, 0.0, result.place)


def _step(one: _Seated, others: list[_Seated]) -> tuple[float, float]:
    """By how much the mean moves, and which part of the variance goes: at most a quarter for each pair, never all."""
    shift = told = 0.0
    for other in others:
        variance = one.variance + other.variance
        square = variance + SCALE * SCALE
        share = expected(one.strength - other.strength, variance)
        shift += one.variance / sqrt(square) * (_won(one, other) - share)
        told += one.variance / square * share * (1.0 - share)
    return shift, told


def _won(one: _Seated, other: _Seated) -> float:
    return 0.5 if one.place == other.place else float(one.place < other.place)

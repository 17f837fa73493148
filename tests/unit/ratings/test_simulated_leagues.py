"""Leagues of people whose strength is known: ratings put them in order, and are as far off as they say.

In every game each player shows strength, what the seat is worth, and Gumbel's noise, so that each pair's odds are
Bradley's and Terry's, whatever the number of players. Half of the people like to begin, so that seats do not come out
even: who does not reckon with seats takes that for strength.
"""

import random
from math import log, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

import pytest

from ewala.kit.ratings import START, FixedPoint, History, Pool, RatedGame, Rating, Result, Terms, advantages
from ewala.kit.ratings.rating import SCALE
from ewala.kit.ratings.weng_lin import expected

TOLD = (Path(__file__).parents[3] / "docs" / "ratings.md").read_text(encoding="utf-8").splitlines()
PEOPLE = 20
GAMES = 1000
LEAGUES = 10
SPREAD = 250.0  # of strengths, as ratings suppose before they know better
SEATS = {2: advantages((0.68, 0.32)), 3: advantages((0.45, 0.33, 0.22)), 4: advantages((0.4, 0.3, 0.2, 0.1))}


class League(NamedTuple):
    strengths: dict[str, float]
    games: list[RatedGame]


def league(seed: int, players: int) -> League:
    rng = random.Random(seed)
    drawn = [rng.gauss(0.0, SPREAD) for _ in range(PEOPLE)]
    middle = sum(drawn) / PEOPLE  # games among themselves tell nothing of it
    strengths = {f"p{number}": START.mean + strength - middle for number, strength in enumerate(drawn)}
    early = {f"p{number}" for number in range(0, PEOPLE, 2)}
    games = []
    for _ in range(GAMES):
        who = sorted(rng.sample(sorted(strengths), players), key=lambda one: one not in early)
        shown = [
            strengths[one] + seat - SCALE * log(-log(rng.random()))
            for one, seat in zip(who, SEATS[players], strict=True)
        ]
        places = [1 + sum(other > mine for other in shown) for mine in shown]
        games.append(RatedGame("any", tuple(Result(one, seat, places[seat - 1]) for seat, one in enumerate(who, 1))))
    return League(strengths, games)


def rated_by(terms: Terms, played: League, players: int) -> dict[str, Rating]:
    history = History(lambda *_: terms)
    history.add_all(played.games)
    return history.ratings[Pool("any", players)]


def rank_correlation(strengths: dict[str, float], found: dict[str, float]) -> float:
    """Spearman's."""
    place = {who: number for number, who in enumerate(sorted(strengths, key=strengths.__getitem__))}
    apart = sum((place[who] - number) ** 2 for number, who in enumerate(sorted(found, key=found.__getitem__)))
    return 1 - 6 * apart / (PEOPLE * (PEOPLE**2 - 1))


class Verdict(NamedTuple):
    order: float  # rank correlation of strengths and ratings, on average of the leagues
    promised_order: float  # what it is at least, if errors are as large as the uncertainties say
    within_one: float  # share of the errors below one deviation, and below two
    within_two: float


def verdict(leagues: list[League], terms: Terms) -> Verdict:
    found = [(played.strengths, rated_by(terms, played, len(terms.seats))) for played in leagues]
    orders = [rank_correlation(truth, {who: ratings[who].mean for who in truth}) for truth, ratings in found]
    errors = [
        abs(ratings[who].mean - strength) / ratings[who].uncertainty
        for truth, ratings in found
        for who, strength in truth.items()
    ]
    return Verdict(
        mean(orders),
        promised_order(found),
        sum(error < 1 for error in errors) / len(errors),
        sum(error < 2 for error in errors) / len(errors),
    )


def promised_order(found: list[tuple[dict[str, float], dict[str, Rating]]]) -> float:
    """The rank correlation of strengths and strengths with errors drawn anew, less three of its deviations."""
    rng = random.Random(1)
    drawn = [
        mean(
            rank_correlation(truth, {who: rng.gauss(truth[who], ratings[who].uncertainty) for who in truth})
            for truth, ratings in found
        )
        for _ in range(100)
    ]
    return mean(drawn) - 3 * stdev(drawn)


def band(share: float) -> tuple[float, float]:
    """Where a share of all errors is, three standard errors either way."""
    reach = 3 * sqrt(share * (1 - share) / (PEOPLE * LEAGUES))
    return share - reach, share + reach


# Of a normal quantity, 68.3 % lie within one deviation and 95.4 % within two.
LOWEST_ONE, HIGHEST_ONE = band(0.6827)
LOWEST_TWO, HIGHEST_TWO = band(0.9545)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_games_put_people_in_order_and_errors_are_as_large_as_said(players: int) -> None:
    leagues = [league(seed, players) for seed in range(LEAGUES)]
    knowing = verdict(leagues, Terms(SEATS[players]))
    assert knowing.order > max(0.95, knowing.promised_order)
    assert LOWEST_ONE < knowing.within_one < HIGHEST_ONE
    assert LOWEST_TWO < knowing.within_two < HIGHEST_TWO
    # The same games without a thought for seats: nothing of that is true any more.
    ignorant = verdict(leagues, Terms.even(players))
    assert ignorant.order < min(knowing.order, ignorant.promised_order)
    assert ignorant.within_one < LOWEST_ONE
    assert ignorant.within_two < LOWEST_TWO
    figures = [
        f"{found.order:.3f}, {found.within_one * 100:.1f} %, {found.within_two * 100:.1f} %"
        for found in (knowing, ignorant)
    ]
    assert f"| {players} | {figures[0].replace(', ', ' | ')} | {figures[1]} |" in TOLD


def test_people_who_play_bots_alone_come_to_stand_on_the_bots_scale() -> None:
    bots = {f"b{points}": FixedPoint(points, 0) for points in range(900, 2400, 300)}
    terms = Terms(SEATS[2], bots)
    errors = []
    for seed in range(LEAGUES):
        rng = random.Random(seed)
        history = History(lambda *_: terms)
        strengths = {f"p{number}": rng.gauss(START.mean, SPREAD) for number in range(PEOPLE)}
        for who in [*strengths] * (GAMES // PEOPLE):
            bot, seat = rng.choice([*bots]), rng.choice((0, 1))
            ahead = strengths[who] + terms.seats[seat] - bots[bot].points - terms.seats[1 - seat]
            place = 1 if rng.random() < expected(ahead, 0.0) else 2
            history.add(RatedGame("any", (Result(who, seat + 1, place), Result(bot, 2 - seat, 3 - place, bot=True))))
        ratings = history.ratings[Pool("any", 2)]
        errors += [abs(ratings[who].mean - truth) / ratings[who].uncertainty for who, truth in strengths.items()]
    assert LOWEST_ONE < sum(error < 1 for error in errors) / len(errors) < HIGHEST_ONE
    assert LOWEST_TWO < sum(error < 2 for error in errors) / len(errors) < HIGHEST_TWO

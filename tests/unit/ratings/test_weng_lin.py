"""Weng-Lin ratings: updates, the same as openskill's, and fair in simulated leagues."""

import random
from itertools import permutations
from math import log, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

import pytest
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from ewala.kit.ratings import (
    DRIFT,
    START,
    BadResult,
    FixedPoint,
    History,
    Pool,
    RatedGame,
    Rating,
    Result,
    Terms,
    advantages,
    rated,
)
from ewala.kit.ratings.rating import SCALE
from ewala.kit.ratings.weng_lin import expected


def game(*places: int, who: str = "abcd") -> RatedGame:
    return RatedGame("any", tuple(Result(who[seat], seat + 1, place) for seat, place in enumerate(places)))


def test_who_wins_gains_what_who_loses_loses_and_both_are_better_known() -> None:
    after = rated(game(1, 2), {}, Terms.even(2))
    assert after["a"].mean - START.mean == pytest.approx(START.mean - after["b"].mean)
    assert after["a"].mean > START.mean
    assert after["a"].uncertainty == pytest.approx(after["b"].uncertainty)
    assert after["a"].uncertainty < START.uncertainty
    assert (after["a"].games, START.games) == (1, 0)


def test_a_draw_of_equals_moves_nobody_and_a_draw_of_others_moves_them_together() -> None:
    assert rated(game(1, 1), {}, Terms.even(2))["a"].mean == START.mean
    before = {"a": Rating(1700, 80), "b": Rating(1500, 80)}
    after = rated(game(1, 1), before, Terms.even(2))
    assert after["a"].mean < 1700
    assert after["a"].mean - 1700 == pytest.approx(1500 - after["b"].mean)


def test_who_shares_a_place_among_equals_shares_the_change() -> None:
    after = rated(game(2, 1, 2, 4), {}, Terms.even(4))
    assert after["a"] == after["c"]
    # a beats one, loses to one and draws with one, as d does with nobody.
    assert after["b"].mean > after["a"].mean == pytest.approx(START.mean)
    assert after["d"].mean < START.mean


def test_two_who_tie_for_the_first_place_end_above_the_third() -> None:
    after = rated(game(1, 1, 3), {}, Terms.even(3))
    assert after["a"].mean == after["b"].mean > START.mean > after["c"].mean


def test_it_makes_no_difference_in_which_order_results_are_handed_in() -> None:
    before = {"a": Rating(1612.3, 91), "b": Rating(1433.1, 204), "c": Rating(1500.7, 47), "d": Rating(1388, 133)}
    terms = Terms((40.1, 3.3, -11.2, -32.2))
    results = game(3, 1, 3, 2).results
    first, *others = [rated(RatedGame("any", order), before, terms) for order in permutations(results)]
    assert all(other == first for other in others)


def test_to_win_from_the_better_seat_is_worth_less() -> None:
    terms = Terms((60.0, -60.0))
    from_ahead, from_behind = rated(game(1, 2), {}, terms)["a"], rated(game(2, 1), {}, terms)["b"]
    assert START.mean < from_ahead.mean < rated(game(1, 2), {}, Terms.even(2))["a"].mean < from_behind.mean
    # A draw is a success for who sits behind.
    assert rated(game(1, 1), {}, terms)["b"].mean > START.mean


def test_an_expectation_is_a_share_and_400_points_are_tenfold_odds() -> None:
    assert expected(400, 0) == pytest.approx(10 / 11, abs=1e-12)
    assert expected(-400, 0) == pytest.approx(1 / 11, abs=1e-12)
    assert expected(0, 250**2) == 0.5
    assert 0.5 < expected(400, 250**2) < expected(400, 0)
    assert expected(1e9, 0) == 1.0


BOTS = {"third": FixedPoint(1500, 0), "fifth": FixedPoint(2100, 60)}


def test_a_bot_is_expected_against_and_never_changes() -> None:
    def after(bot: str, place: int) -> Rating:
        results = (Result("a", 1, place), Result(bot, 2, 3 - place, bot=True))
        ratings = rated(RatedGame("any", results), {}, Terms((0.0, 0.0), BOTS))
        assert set(ratings) == {"a"}
        return ratings["a"]

    assert (
        after("fifth", 1).mean > after("third", 1).mean > START.mean > after("fifth", 2).mean > after("third", 2).mean
    )
    # Whose strength is given tells more than somebody of whom nothing is known.
    assert after("third", 1).uncertainty < rated(game(1, 2), {}, Terms.even(2))["a"].uncertainty


def test_a_bot_s_seat_counts_as_a_person_s_does() -> None:
    def won_from_behind(*seats: float) -> float:
        against = RatedGame("any", (Result("a", 2, 1), Result("third", 1, 2, bot=True)))
        return rated(against, {}, Terms(seats, BOTS))["a"].mean

    assert won_from_behind(60.0, 0.0) == pytest.approx(won_from_behind(0.0, -60.0))
    assert won_from_behind(0.0, 0.0) < won_from_behind(60.0, 0.0) < won_from_behind(60.0, -60.0)


def test_one_bot_may_have_many_seats_and_a_person_may_be_called_as_a_bot_is() -> None:
    results = (Result("third", 1, 1), Result("third", 2, 2, bot=True), Result("third", 3, 3, bot=True))
    after = rated(RatedGame("any", results), {}, Terms((0.0,) * 3, BOTS))
    assert set(after) == {"third"}
    assert after["third"].mean > START.mean


def test_a_game_of_bots_alone_rates_nobody() -> None:
    results = (Result("third", 1, 1, bot=True), Result("fifth", 2, 2, bot=True))
    assert rated(RatedGame("any", results), {}, Terms((0.0, 0.0), BOTS)) == {}


def results(*rows: tuple[str, int, int]) -> tuple[Result, ...]:
    return tuple(Result(*row) for row in rows)


@pytest.mark.parametrize(
    ("given", "code", "sentence"),
    [
        ((), "rating/players", "0 played: a game is rated from 2 to 4"),
        (results(("a", 1, 1)), "rating/players", "1 played: a game is rated from 2 to 4"),
        (
            results(*((who, n, n) for n, who in enumerate("abcde", 1))),
            "rating/players",
            "5 played: a game is rated from 2 to 4",
        ),
        (results(("a", 0, 1), ("b", 1, 2)), "rating/seats", "the seats are 0, 1: each from 1 to 2 has one result"),
        (results(("a", 2, 1), ("b", 2, 2)), "rating/seats", "the seats are 2, 2: each from 1 to 2 has one result"),
        (
            results(("a", 1, 0), ("b", 2, 1)),
            "rating/places",
            "the places are 0, 1: they would be 1, 2, one more than come before",
        ),
        (
            results(("a", 1, 1), ("b", 2, 1), ("c", 3, 2)),
            "rating/places",
            "the places are 1, 1, 2: they would be 1, 1, 3, one more than come before",
        ),
        (results(("a", 1, 1), ("a", 2, 2)), "rating/twice", "'a' has two seats: in a rated game a person has one"),
    ],
)
def test_results_that_cannot_be_true_are_refused(given: tuple[Result, ...], code: str, sentence: str) -> None:
    with pytest.raises(BadResult) as refused:
        RatedGame("any", given)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (BOTS, "it was not measured how strong the bot 'sixth' is; these were: third, fifth"),
        ({}, "it was not measured how strong the bot 'sixth' is; these were: -"),
    ],
)
def test_a_bot_that_was_not_measured_is_refused(bots: dict[str, FixedPoint], sentence: str) -> None:
    against = RatedGame("any", (Result("a", 1, 1), Result("sixth", 2, 2, bot=True)))
    with pytest.raises(BadResult) as refused:
        rated(against, {}, Terms((0.0, 0.0), bots))
    assert (refused.value.code, str(refused.value)) == ("rating/bot", sentence)


def test_more_players_than_the_game_has_seats_are_refused() -> None:
    with pytest.raises(BadResult) as refused:
        rated(game(1, 2, 3), {}, Terms.even(2))
    assert (refused.value.code, str(refused.value)) == ("rating/players", "3 played a game of 2")


EIGHT = [*"abcdefgh"]
COMPARED = 300


def theirs(players: int) -> BradleyTerryFull:
    honest = sqrt((players + 1) / 3)
    return BradleyTerryFull(
        mu=START.mean,
        sigma=START.uncertainty / honest,
        beta=SCALE / sqrt(2),
        gamma=lambda *_: 1.0,
        tau=DRIFT / honest,
        limit_sigma=False,
    )


def places_of(scores: list[int]) -> list[int]:
    return [1 + sum(other > score for other in scores) for score in scores]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ties", [False, True])
def test_means_and_uncertainties_are_openskill_s_over_random_histories(players: int, ties: bool) -> None:
    rng = random.Random(players)
    model = theirs(players)
    their: dict[str, BradleyTerryFullRating] = {who: model.rating(name=who) for who in EIGHT}
    ours = History(lambda _, count: Terms.even(count))
    shared = 0
    for _ in range(COMPARED):
        who = rng.sample(EIGHT, players)
        scores = [rng.randrange(3) for _ in who] if ties else rng.sample(range(players), players)
        places = places_of(scores)
        shared += len(set(places)) < players
        results = (Result(one, seat, places[seat - 1]) for seat, one in enumerate(who, 1))
        ours.add(RatedGame("any", tuple(results)))
        after = model.rate([[their[one]] for one in who], ranks=[float(place) for place in places])
        their |= dict(zip(who, (team[0] for team in after), strict=True))
    assert (shared > COMPARED / 4) == ties
    for one, rating in ours.ratings[Pool("any", players)].items():
        assert rating.mean == pytest.approx(their[one].mu, abs=1e-9, rel=0)
        assert rating.uncertainty / sqrt((players + 1) / 3) == pytest.approx(their[one].sigma, abs=1e-9, rel=0)


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
@pytest.mark.long
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


@pytest.mark.long
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

"""Rating histories and terms."""

import json
import random
from dataclasses import astuple

import pytest

from ewala.kit.ratings import (
    CERTAIN,
    START,
    BadResult,
    Change,
    FixedPoint,
    History,
    Pool,
    RatedGame,
    Rating,
    Result,
    Rung,
    Terms,
    advantages,
    fixed_points,
    leaderboard,
)
from ewala.kit.ratings.weng_lin import expected

SEATS = {2: (60.3, -60.3), 3: (10.1, 0.4, -10.5), 4: (5.0, 2.1, 8.3, -15.4)}
BOTS = {"squire": FixedPoint(1285, 22)}


def terms(_: str, players: int) -> Terms:
    return Terms(SEATS[players], BOTS)


def some_games(count: int) -> list[RatedGame]:
    """Of two games, two to four players, draws and a bot here and there."""
    rng = random.Random(17)
    games = []
    for _ in range(count):
        who = rng.sample("abcdefg", rng.randint(2, 4))
        scores = [rng.randrange(4) for _ in who]
        results = [
            Result(one, seat, 1 + sum(other > scores[seat - 1] for other in scores)) for seat, one in enumerate(who, 1)
        ]
        if rng.random() < 0.3:
            results[0] = Result("squire", 1, results[0].place, bot=True)
        games.append(RatedGame(rng.choice(("one", "other")), tuple(results)))
    return games


def as_kept(history: History) -> dict[Pool, dict[str, Rating]]:
    """Ratings that went through a file."""
    rows = [
        [*pool, who, *astuple(rating)] for pool, ratings in history.ratings.items() for who, rating in ratings.items()
    ]
    kept: dict[Pool, dict[str, Rating]] = {}
    for game, players, who, mean, uncertainty, games in json.loads(json.dumps(rows)):
        kept.setdefault(Pool(game, players), {})[who] = Rating(mean, uncertainty, games)
    return kept


def test_in_portions_of_any_size_the_ratings_are_the_same_to_the_last_bit() -> None:
    games = some_games(400)
    whole = History(terms)
    whole.add_all(games)
    assert len(whole.ratings) == 6
    for size in (1, 7, 150, 399):
        portions = History(terms)
        for start in range(0, len(games), size):
            portions = History(terms, as_kept(portions))
            portions.add_all(games[start : start + size])
        assert portions.ratings == whole.ratings


def test_ratings_are_the_same_on_every_machine() -> None:
    history = History(terms)
    history.add_all(some_games(400))
    assert [astuple(history.rating(pool, "a")) for pool in sorted(history.ratings)] == KEPT


KEPT = [
    (1527.9177337856884, 136.88344319892562, 13),
    (1459.2315051075168, 65.4795833381904, 26),
    (1527.9550622408738, 52.12203374104066, 32),
    (1750.3561916133847, 130.90054868291597, 14),
    (1439.1611525611786, 60.772565502015134, 33),
    (1457.1380136189593, 51.68730541225399, 32),
]


def test_games_and_numbers_of_players_have_ratings_of_their_own() -> None:
    history = History(terms)
    history.add(RatedGame("one", (Result("a", 1, 1), Result("b", 2, 2))))
    assert history.rating(Pool("one", 2), "a").mean > START.mean
    assert history.rating(Pool("other", 2), "a") == history.rating(Pool("one", 3), "a") == START


def test_a_game_says_what_it_changed_seat_by_seat() -> None:
    history = History(terms)
    changes = history.add(RatedGame("one", (Result("b", 2, 2), Result("a", 1, 1))))
    pool = Pool("one", 2)
    assert changes == [Change("a", START, history.rating(pool, "a")), Change("b", START, history.rating(pool, "b"))]


def test_a_game_that_is_refused_changes_nothing() -> None:
    history = History(terms)
    with pytest.raises(BadResult):
        history.add(RatedGame("one", (Result("a", 1, 1), Result("nobody", 2, 2, bot=True))))
    assert history.ratings == {}


def test_what_was_kept_is_not_changed_by_going_on() -> None:
    kept = {Pool("one", 2): {"a": Rating(1600, 90, 12)}}
    History(terms, kept).add(RatedGame("one", (Result("a", 1, 1), Result("b", 2, 2))))
    assert kept == {Pool("one", 2): {"a": Rating(1600, 90, 12)}}


def test_a_leaderboard_goes_by_what_somebody_is_at_least_and_ties_share_a_place() -> None:
    rows = leaderboard(
        {
            "lucky": Rating(1900, 240, 1),
            "steady": Rating(1700, 40, 90),
            "zoe": Rating(1600, 50, 60),
            "ann": Rating(1640, 70, 40),
            "new": START,
        }
    )
    assert [(row.place, row.who, row.rating.provisional) for row in rows] == [
        (1, "steady", False),
        (2, "ann", False),
        (2, "zoe", False),
        (4, "lucky", True),
        (5, "new", True),
    ]


def test_a_rating_is_provisional_until_its_uncertainty_is_below_the_threshold() -> None:
    assert Rating(1500, CERTAIN).provisional
    assert not Rating(1500, CERTAIN - 0.1).provisional
    history = History(terms)
    seen = []
    for number in range(40):
        (change,) = history.add(
            RatedGame("one", (Result("a", 1, 1 + number % 2), Result("squire", 2, 2 - number % 2, bot=True)))
        )
        seen.append(change.after.provisional)
    assert seen == sorted(seen, reverse=True)  # once it is certain, it stays so
    assert seen[0]
    assert not seen[-1]


def test_seats_of_equal_shares_are_worth_nothing() -> None:
    assert advantages((0.25,) * 4) == Terms.even(4).seats == (0.0,) * 4


def test_what_two_seats_are_worth_gives_their_shares_again() -> None:
    first, second = advantages((0.681, 0.319))
    assert first == -second
    assert expected(first - second, 0) == pytest.approx(0.681, abs=0.0005)


def test_what_seats_of_a_larger_table_are_worth_gives_their_odds_and_is_nothing_on_average() -> None:
    shares = (0.4, 0.3, 0.2, 0.1)
    seats = advantages(shares)
    assert sum(seats) == pytest.approx(0, abs=0.2)  # they are rounded to tenths
    assert 10 ** ((seats[0] - seats[3]) / 400) == pytest.approx(shares[0] / shares[3], rel=0.002)


MANY = 1_000_000  # games, beside which the one that is imagined is nothing
EVEN = (0.0, 0.0)


def test_distances_add_up_from_the_middle_bot_which_stands_where_people_start() -> None:
    tenfold = 10 / 11
    rungs = [
        Rung("low", "random", MANY, tenfold),
        Rung("middle", "low", MANY, 0.5),
        Rung("high", "middle", MANY, tenfold),
    ]
    assert {bot: point.points for bot, point in fixed_points(rungs, EVEN, "middle").items()} == {
        "random": round(START.mean) - 400,
        "low": round(START.mean),
        "middle": round(START.mean),
        "high": round(START.mean) + 400,
    }


def test_a_share_at_a_larger_table_is_held_against_a_fair_one() -> None:
    even = fixed_points([Rung("high", "low", MANY, 0.25)], (0.0,) * 4, "low")
    assert even["high"].points == START.mean
    tenfold = fixed_points([Rung("high", "low", MANY, 10 / 13)], (0.0,) * 4, "low")
    assert tenfold["high"].points == START.mean + 400


def test_where_seats_differ_the_same_share_takes_more() -> None:
    """Who is 200 points ahead, and now 66 more, now 66 less on each side, wins a little less than without."""
    seats = (66.0, -66.0)
    share = (expected(200 + 132, 0) + expected(200 - 132, 0)) / 2
    assert share < expected(200, 0)
    assert fixed_points([Rung("high", "low", MANY, share)], seats, "low")["high"].points == START.mean + 200


def test_errors_grow_with_the_rungs_between_and_shrink_with_games() -> None:
    rungs = [Rung("b", "a", 100, 0.7), Rung("c", "b", 100, 0.7), Rung("d", "c", 400, 0.7)]
    points = fixed_points(rungs, EVEN, "c")
    assert points["c"].error == 0
    assert points["a"].error == pytest.approx(2**0.5 * points["b"].error, abs=1)
    assert points["d"].error == pytest.approx(points["b"].error / 2, abs=1)


def test_who_won_every_game_is_far_ahead_and_not_infinitely() -> None:
    point = fixed_points([Rung("b", "a", 40, 1.0)], EVEN, "a")["b"]
    assert START.mean + 400 < point.points < START.mean + 1200
    assert point.error > 200
    assert isinstance(point, FixedPoint)

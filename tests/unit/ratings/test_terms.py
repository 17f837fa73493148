"""What seats are worth and where bots stand, from shares of wins."""

import pytest

from ewala.kit.ratings import START, FixedPoint, Rung, Terms, advantages, fixed_points
from ewala.kit.ratings.weng_lin import expected


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

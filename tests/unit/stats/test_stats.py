"""Estimates, intervals, and the description of the machine they were made on."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest  # type: ignore[import-untyped]

from ewala.kit.report.machine import cpu_model, machine, versions
from ewala.kit.stats.estimates import (
    Estimate,
    Z,
    average,
    changes,
    difference,
    measured,
    proportion,
    share,
    side_by_side,
    student,
    wilson,
)
from ewala.kit.study.regression import Sightings, worth
from ewala.kit.study.words import interval, said, value
from ewala.locale.languages import translator


def games(**columns: object) -> pl.LazyFrame:
    frame = pl.DataFrame(columns)
    return frame.with_columns(game=pl.int_range(frame.height)).lazy()


def test_a_share_has_wilsons_interval() -> None:
    table = games(won=[1] * 20 + [0] * 80)
    found = measured(table, {"won": share(pl.col("won"))})["won"]
    # Brown, Cai and DasGupta's formula for 20 of 100.
    assert (found.value, found.games) == (0.2, 100)
    assert (found.low, found.high) == pytest.approx((0.133367, 0.288829), abs=1e-6)
    assert proportion(20, 100).low == pytest.approx(found.low)


def test_what_never_happened_may_still_happen() -> None:
    found = measured(games(won=[0] * 50), {"won": share(pl.col("won"))})["won"]
    assert found.value == found.low == 0
    assert 0.05 < found.high < 0.1


def test_an_average_has_the_normal_interval() -> None:
    values = [1, 2, 3, 4, 5, 6, 7, 8]
    found = measured(games(points=values), {"points": average(pl.col("points"))})["points"]
    reach = 1.959964 * np.std(values, ddof=1) / 8**0.5
    assert (found.value, found.low, found.high) == pytest.approx((4.5, 4.5 - reach, 4.5 + reach), abs=1e-5)


def test_a_quotient_takes_the_game_as_its_unit() -> None:
    """Four duels of a game that all end alike tell as much as one."""
    table = games(won=[4, 0] * 50, duels=[4, 4] * 50)
    found = measured(table, {"won": share(pl.col("won"), pl.col("duels"))})["won"]
    alone = proportion(50, 100)
    assert (found.value, found.low, found.high) == pytest.approx((alone.value, alone.low, alone.high))


def test_narrow_columns_do_not_overflow() -> None:
    table = games(points=pl.Series([120] * 300, dtype=pl.Int8))
    assert measured(table, {"points": average(pl.col("points"))})["points"].value == 120


def test_what_nothing_is_divided_by_is_left_out() -> None:
    table = games(won=[1, 0], duels=[0, 0])
    assert measured(table, {"won": share(pl.col("won"), pl.col("duels"))}) == {}


def test_intervals_hold_the_truth_in_about_nineteen_of_twenty() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(300):
        table = games(won=(rng.random(200) < 0.25).astype(np.int8))
        found = measured(table, {"won": share(pl.col("won"))})["won"]
        held += found.low <= 0.25 <= found.high
    assert 275 <= held <= 296


def test_a_difference_is_as_unsure_as_both_together() -> None:
    one, other = Estimate(5, 2, 8, 100), Estimate(1, -3, 5, 90)
    assert difference(one, other) == Estimate(4, -1, 9, 90)
    assert [difference(one, other).sure_sign, one.sure_sign, Estimate(-2, -3, -1, 9).sure_sign] == [0, 1, -1]


def test_games_of_two_rules_are_compared_by_their_numbers() -> None:
    before = games(points=[1, 2, 3])
    after = pl.DataFrame({"game": [2, 0, 1], "points": [6, 2, 4]}).lazy()
    both = side_by_side(before, after, {"points": pl.col("points")}).sort("game").collect()
    assert both.rows() == [(0, 2.0, 1.0), (1, 4.0, 2.0), (2, 6.0, 3.0)]
    assert changes(before, after, {"points": pl.col("points")})["points"].value == 2


def test_rules_that_changed_no_game_yet_may_change_some() -> None:
    table = games(tied=[0] * 300)
    found = changes(table, table, {"ties": pl.col("tied")})["ties"]
    assert (found.value, found.low, found.high) == (0, -0.01, 0.01)


def test_the_worth_of_one_more_is_found() -> None:
    rng = np.random.default_rng(3)
    turns, d, c = rng.integers(5, 9, 4000), rng.integers(0, 6, 4000), rng.integers(0, 6, 4000)
    points = 10 * turns + 2 * d - c + rng.normal(0, 1, 4000)
    table = games(turns=turns, d=d, c=c, points=points)
    seen = Sightings([pl.col("points")], [pl.col("turns")], [[pl.col("d"), pl.col("c")]])
    one, other = worth(table, seen)
    assert one.low < 2 < one.high
    assert other.low < -1 < other.high
    assert one.high - one.low < 0.1
    assert one.games == 4000


def test_of_things_with_a_fixed_sum_each_is_compared_with_the_average() -> None:
    rng = np.random.default_rng(4)
    dice = rng.multinomial(12, [1 / 3] * 3, size=3000)
    points = dice @ np.array([3.0, 0.0, 0.0]) + rng.normal(0, 1, 3000)
    table = games(a=dice[:, 0], b=dice[:, 1], c=dice[:, 2], points=points, turns=np.full(3000, 3))
    seen = Sightings([pl.col("points")], [pl.col("turns")], [[pl.col("a"), pl.col("b"), pl.col("c")]])
    values = [estimate.value for estimate in worth(table, seen)]
    assert sum(values) == pytest.approx(0, abs=1e-6)
    assert values == pytest.approx([2, -1, -1], abs=0.1)


def test_seats_of_one_game_do_not_count_as_games() -> None:
    """The same seat twice tells no more than once."""
    rng = np.random.default_rng(6)
    d, points = rng.integers(0, 6, 500), rng.normal(0, 1, 500)
    table = games(d=d, points=points, turns=np.zeros(500, int))
    once = worth(table, Sightings([pl.col("points")], [pl.col("turns")], [[pl.col("d")]]))[0]
    twice = worth(table, Sightings([pl.col("points")] * 2, [pl.col("turns")] * 2, [[pl.col("d")]] * 2))[0]
    assert (twice.value, twice.low, twice.high) == pytest.approx((once.value, once.low, once.high))


def test_numbers_are_said_with_their_interval() -> None:
    assert str(said(Estimate(0.2661, 0.2649, 0.2674, 9), "share")) == "26.6% (26.5 to 26.7)"
    assert str(said(Estimate(-0.0134, -0.0152, 0.0016, 9), "points of share")) == "−1.34 points (−1.52 to +0.16)"
    assert str(said(Estimate(1234.5, 1230, 1239, 9), "number")) == "1,234.50 (1,230.00 to 1,239.00)"
    assert str(interval(Estimate(0, -0.00001, 0.00001, 9), "difference")) == "0.0 to 0.0"


@pytest.mark.parametrize(
    ("language", "share", "number"),
    [
        ("fr", "26,6\N{NARROW NO-BREAK SPACE}% (26,5 à 26,7)", "1\N{NARROW NO-BREAK SPACE}234,50"),
        ("es", "26,6\N{NO-BREAK SPACE}% (26,5 a 26,7)", "1.234,50"),
        ("nl", "26,6% (26,5 tot 26,7)", "1.234,50"),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, share: str, number: str) -> None:
    translate = translator(language)
    assert said(Estimate(0.2661, 0.2649, 0.2674, 9), "share").said(translate) == share
    assert value(1234.5, "number").said(translate) == number


@pytest.mark.parametrize(("successes", "of"), [(0, 1), (0, 50), (1, 10), (20, 100), (50, 100), (10, 10), (999, 1000)])
def test_wilsons_interval_of_whole_numbers_is_scipys(successes: int, of: int) -> None:
    scipys = binomtest(successes, of).proportion_ci(method="wilson")
    assert wilson(successes / of, of) == pytest.approx((scipys.low, scipys.high), abs=1e-12)


def test_wilsons_interval_takes_parts_of_a_game_and_other_deviations() -> None:
    narrow, wide = wilson(0.5, 12.5), wilson(0.5, 12.5, student(3))
    assert wilson(0.5, 12)[0] < narrow[0] < wilson(0.5, 13)[0]
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


@pytest.mark.parametrize(("freedom", "printed"), [(1, 12.706), (2, 4.303), (3, 3.182), (10, 2.228), (30, 2.042)])
def test_students_quantile_is_the_printed_one(freedom: int, printed: float) -> None:
    assert student(freedom) == pytest.approx(printed, abs=5e-4)


def test_students_quantile_comes_near_the_normal_one() -> None:
    assert Z < student(10**6) < Z + 1e-5


@pytest.mark.parametrize(
    ("cpuinfo", "model"),
    [
        (
            "processor\t: 0\nmodel name\t: Fast Chip 9000\nprocessor\t: 1\nmodel name\t: Fast Chip 9000\n",
            "Fast Chip 9000",
        ),
        ("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "ARM implementer 0x41 part 0xd0c"),
        ("", ""),
    ],
)
def test_the_processor_is_named(cpuinfo: str, model: str) -> None:
    assert cpu_model(cpuinfo) == model


def test_a_machine_says_what_it_is() -> None:
    found = machine()
    assert set(found) == {"system", "processor", "cores"}
    assert all(found.values())


def test_versions_name_what_does_the_work() -> None:
    assert {"python", "ewala", "numba"} <= set(versions())

"""Intervals of 95 %, against those of SciPy and of printed tables."""

import pytest
from scipy.stats import binomtest  # type: ignore[import-untyped]

from ewala.kit.stats.intervals import Z, student, wilson


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

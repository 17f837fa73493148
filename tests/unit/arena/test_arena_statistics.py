"""Ratings of an arena, and when a sequential test stops."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from ewala.lab.arena.contest import Meeting, meetings_of
from ewala.lab.arena.ratings import edge_of, ratings_of, share_of_deals
from ewala.lab.arena.results import GameRow
from ewala.lab.arena.sequential import FEWEST, Hypotheses, SequentialTest

SEATS = "KSFG"


def game(deal: int, line_up: Sequence[str], winners: Sequence[int], *, meeting: str = "", number: int = 1) -> GameRow:
    seats = dict(zip(SEATS, line_up, strict=False))
    won = [SEATS[n] for n in winners]
    return GameRow(deal, meeting, number, seats, "K", dict.fromkeys(seats, 0), won, "over", 10, 0.1, {})


def played(
    strengths: dict[str, float], players: int, deals: int, *, together: bool = False, seed: int = 1
) -> list[GameRow]:
    """Games in which a seat wins with its strength's part of all at the table."""
    rng = random.Random(seed)
    rows = []
    for meeting in meetings_of(list(strengths), players, together=together):
        for deal in range(1, deals + 1):
            for task in meeting.tasks(deal):
                weights = [strengths[bot] for bot in task.line_up]
                winner = rng.choices(range(players), weights)
                rows.append(game(deal, task.line_up, winner, meeting=meeting.name, number=task.number))
    return rows


@pytest.mark.parametrize(("players", "together"), [(2, False), (3, False), (4, False), (4, True)])
@pytest.mark.long
def test_known_strengths_are_recovered(players: int, together: bool) -> None:
    """A tenfold strength is 400 points, and the average is 0."""
    strengths = {"weak": 0.1, "even": 1.0, "good": 10**0.5, "best": 10.0}
    truth = {"weak": -450.0, "even": -50.0, "good": 150.0, "best": 350.0}
    found = {one.bot: one for one in ratings_of(played(strengths, players, 400, together=together), list(strengths))}
    for bot, expected in truth.items():
        assert found[bot].value == pytest.approx(expected, abs=45)
        assert (found[bot].low or 0) - 25 < expected < (found[bot].high or 0) + 25
    assert sum(one.value for one in found.values()) == pytest.approx(0, abs=1e-6)


@pytest.mark.long
def test_intervals_of_ratings_hold_the_truth_about_19_times_in_20() -> None:
    strengths, held = {"a": 1.0, "b": 2.0}, 0
    for seed in range(60):
        ratings = ratings_of(played(strengths, 2, 60, seed=seed), ["a", "b"])
        best = next(one for one in ratings if one.bot == "b")
        held += (best.low or 0) <= 200 * 0.30103 <= (best.high or 0)
    assert 51 <= held <= 60


def test_who_wins_everything_is_far_ahead_but_not_infinitely() -> None:
    best, worst = ratings_of(played({"a": 1.0, "b": 1e-12}, 2, 50), ["a", "b"])
    assert best.bot == "a"
    assert 500 < best.value - worst.value < 1500


def test_one_deal_gives_no_interval() -> None:
    assert {one.low for one in ratings_of([game(1, "ab", [0]), game(1, "ba", [0])], ["a", "b"])} == {None}


def test_intervals_of_shares_hold_the_truth_about_19_times_in_20() -> None:
    rng, held = random.Random(5), 0
    for _ in range(400):
        found = share_of_deals([[float(rng.random() < 0.3) for _ in range(2)] for _ in range(25)])
        held += found.low <= 0.3 <= found.high
    assert 366 <= held <= 394  # 95 % are 380, give or take three deviations


def test_games_of_a_deal_that_go_alike_count_as_fewer() -> None:
    alike = share_of_deals([[1.0, 1.0], [0.0, 0.0]] * 20)
    against = share_of_deals([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [0.0, 1.0]] * 10)
    assert alike.value == against.value == 0.5
    assert alike.high - alike.low > 1.2 * (against.high - against.low)


@pytest.mark.parametrize(("won", "end"), [(1.0, "high"), (0.0, "low")])
def test_a_clean_sweep_has_an_interval_that_stays_within_bounds(won: float, end: str) -> None:
    found = share_of_deals([[won, won]] * 10)
    assert getattr(found, end) == found.value == won
    assert 0.1 < found.high - found.low < 0.4


def test_more_deals_make_it_narrower() -> None:
    few, many = (share_of_deals([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]] * n) for n in (5, 50))
    assert few.low < many.low < many.high < few.high


def test_the_edge_of_two_is_what_exceeds_an_even_share() -> None:
    meeting = Meeting(("a", "b"), 2)
    assert edge_of(meeting, [game(1, "ab", [0]), game(1, "ba", [1])]) == 0.5
    assert edge_of(meeting, [game(1, "ab", [0]), game(1, "ba", [0])]) == 0
    assert edge_of(meeting, [game(1, "ab", [0, 1]), game(1, "ba", [0])]) == -0.25


def test_the_edge_among_three_compares_what_each_wins_alone() -> None:
    meeting = Meeting(("a", "b"), 3)
    rows = [game(1, line_up, [line_up.index("a")]) for line_up in meeting.line_ups(1)]
    assert edge_of(meeting, rows) == 0.5
    first_seat_wins = [game(1, line_up, [0]) for line_up in meeting.line_ups(1)]
    assert edge_of(meeting, first_seat_wins) == pytest.approx(0)


def decided(share: float, hypotheses: Hypotheses, rng: random.Random) -> tuple[str | None, int]:
    """What is found of a pair whose first bot wins that share, two games a deal."""
    test = SequentialTest(hypotheses)
    while test.decision is None:
        test.add(sum(rng.random() < share for _ in range(2)) / 2 - 0.5)
    return test.decision, test.deals


def rates(share: float, runs: int = 600) -> Iterator[tuple[str | None, float]]:
    rng = random.Random(7)
    counted = Counter(decided(share, Hypotheses(0.1), rng)[0] for _ in range(runs))
    return ((decision, count / runs) for decision, count in counted.items())


# A rate of 5 % in 600 runs is found below 7.8 % all but once in a thousand times.
TOLERATED = 0.078


def test_even_bots_are_seldom_told_apart() -> None:
    found = dict(rates(0.5))
    assert found.get("first", 0) + found.get("second", 0) <= TOLERATED


@pytest.mark.parametrize(("share", "stronger"), [(0.6, "first"), (0.4, "second")])
@pytest.mark.long
def test_an_edge_of_the_margin_is_seldom_missed(share: float, stronger: str) -> None:
    assert dict(rates(share))[stronger] >= 1 - TOLERATED


def test_the_wrong_one_is_hardly_ever_called_the_stronger() -> None:
    assert dict(rates(0.6)).get("second", 0) <= 0.005


# As wide and as lopsided as deals were measured: up to 0.28 without skew, up to 0.15 with one of 1.2 (here 2). Deals
# that are both wide and lopsided go wrong more often than promised: docs/arena.md says how often.
WITHOUT_LUCK: dict[str, Callable[[random.Random], float]] = {
    "wide": lambda rng: rng.gauss(0, 0.3),
    "lopsided": lambda rng: 0.15 * (rng.expovariate(1) - 1),
    "lopsided the other way": lambda rng: 0.15 * (1 - rng.expovariate(1)),
}


@pytest.mark.parametrize("spread", WITHOUT_LUCK.values(), ids=WITHOUT_LUCK)
@pytest.mark.long
def test_likewise_for_results_without_luck_which_have_no_bounds(spread: Callable[[random.Random], float]) -> None:
    rng = random.Random(5)

    def decisions(edge: float) -> Counter[str | None]:
        found = Counter[str | None]()
        for _ in range(600):
            test = SequentialTest(Hypotheses(0.1))
            while test.decision is None:
                test.add(edge + spread(rng))
            found[test.decision] += 1
        return found

    assert decisions(0.0)["alike"] >= 600 * (1 - TOLERATED)
    assert decisions(0.1)["first"] >= 600 * (1 - TOLERATED)


def test_a_great_difference_is_found_soon_and_a_small_one_takes_long() -> None:
    rng = random.Random(3)
    great = [decided(0.95, Hypotheses(0.05), rng)[1] for _ in range(50)]
    none = [decided(0.5, Hypotheses(0.05), rng)[1] for _ in range(50)]
    assert max(great) < 40 < sum(none) / len(none)


def test_nothing_is_decided_before_a_few_deals() -> None:
    test = SequentialTest(Hypotheses(0.4))
    for _ in range(FEWEST - 1):
        assert test.add(0.5) is None
    assert test.add(0.5) == "first"


def test_what_follows_a_decision_changes_nothing() -> None:
    test = SequentialTest(Hypotheses(0.4))
    for _ in range(FEWEST):
        test.add(-0.5)
    assert test.decision == "second"
    for _ in range(100):
        assert test.add(0.5) == "second"
    assert test.deals == FEWEST


def test_deals_that_all_end_even_make_bots_alike() -> None:
    test = SequentialTest(Hypotheses(0.1))
    while test.decision is None and test.deals < 1000:
        test.add(0.0)
    assert test.decision == "alike"

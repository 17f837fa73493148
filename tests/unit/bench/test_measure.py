"""Rounds, medians and lengths, from contestants whose clock is ours."""

import pytest

from ewala.lab.bench import measure
from ewala.lab.bench.measure import Contestant, Measurement, Played, Spread, take_turns


class Clock:
    """A clock that only moves when somebody plays."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(measure, "perf_counter", clock)
    return clock


def contestant(clock: Clock, games_per_second: float, moves_per_game: int | None = 3) -> Contestant:
    def play(games: int) -> Played:
        clock.now += games / games_per_second
        return Played(games, None if moves_per_game is None else games * moves_per_game)

    return Contestant("Tag", "by hand", True, play)


@pytest.mark.parametrize(("games_per_second", "games"), [(10_000, 2000), (50, 10), (0.5, 1)])
def test_warming_up_finds_how_many_games_make_a_slice(clock: Clock, games_per_second: float, games: int) -> None:
    measurement = Measurement(contestant(clock, games_per_second))
    measurement.warm_up()
    assert measurement.slice == games
    assert measurement.rounds == []


def test_a_round_lasts_as_long_as_it_was_told(clock: Clock) -> None:
    measurement = Measurement(contestant(clock, 1000), slice=200)
    measurement.play_round(0.9)
    [(games, moves, seconds)] = measurement.rounds
    assert (games, moves) == (1000, 3000)
    assert seconds == pytest.approx(1.0)


def test_a_round_of_somebody_who_counts_no_moves(clock: Clock) -> None:
    measurement = Measurement(contestant(clock, 1000, None), slice=200)
    measurement.play_round(0.1)
    assert measurement.rounds[0].moves is None
    assert measurement.moves_per_game is None


def test_rates_are_the_median_of_the_rounds_with_their_spread(clock: Clock) -> None:
    rounds = [Played(10, 30, 1.0), Played(40, 120, 2.0), Played(90, 270, 3.0)]
    measurement = Measurement(contestant(clock, 1), rounds=rounds)
    assert measurement.games_per_second == Spread(median=20.0, low=10.0, high=30.0)
    assert measurement.moves_per_game == 3.0


def test_everyone_plays_once_in_every_round(clock: Clock) -> None:
    first, second = Measurement(contestant(clock, 1)), Measurement(contestant(clock, 2))
    assert list(take_turns([first, second], 2)) == [first, second, first, second]

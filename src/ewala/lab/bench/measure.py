"""How fast contestants play whole games, measured side by side in short rounds.

A machine's speed drifts. Contestants take turns, so that each has its share of the good and the bad moments.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import NamedTuple

_SLICE = 0.2  # seconds that one call may take, so that Ctrl-C is heard soon


class Played(NamedTuple):
    """What one call, or one round, has played."""

    games: int
    moves: int | None  # None where the contestant does not count them
    seconds: float = 0.0


class Spread(NamedTuple):
    """A rate over several rounds."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Contestant:
    """Somebody who plays whole games at random; `play` is told how many, and may play a few more."""

    game: str
    way: str  # how it is played: compiled, through Python …
    ours: bool
    play: Callable[[int], Played]

    @property
    def name(self) -> str:
        return f"{self.game}, {self.way}"


@dataclass
class Measurement:
    """A contestant and the rounds that it has played so far."""

    contestant: Contestant
    slice: int = 1  # how many games make a slice of time
    rounds: list[Played] = field(default_factory=list)

    def warm_up(self) -> None:
        """Have everything compiled and loaded, and find the slice."""
        games = self.contestant.play(1).games
        while True:
            begun = perf_counter()
            games = self.contestant.play(games).games
            passed = perf_counter() - begun
            if passed > _SLICE / 4:
                break
            games *= 4
        self.slice = max(1, round(games * _SLICE / passed))

    def play_round(self, seconds: float) -> None:
        games, moves, counted = 0, 0, True
        begun = perf_counter()
        while (passed := perf_counter() - begun) < seconds:
            played = self.contestant.play(self.slice)
            games += played.games
            moves += played.moves or 0
            counted = counted and played.moves is not None
        self.rounds.append(Played(games, moves if counted else None, passed))

    @property
    def games_per_second(self) -> Spread:
        rates = [played.games / played.seconds for played in self.rounds]
        return Spread(median(rates), min(rates), max(rates))

    @property
    def moves_per_game(self) -> float | None:
        """None where the contestant does not count its moves."""
        counted = [(played.games, played.moves) for played in self.rounds if played.moves is not None]
        games = sum(games for games, _ in counted)
        return sum(moves for _, moves in counted) / games if games else None


def take_turns(measurements: Sequence[Measurement], rounds: int) -> Iterator[Measurement]:
    """Whose turn it is to play a round: everyone once, then everyone again."""
    for _ in range(rounds):
        yield from measurements


def times(ratio: float) -> str:
    """A ratio as people read it: `47 ×`."""
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.2g} ×"

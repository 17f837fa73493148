"""`ewala bench rules`: how fast whole games are played at random, beside named peers in the same run."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from ewala.kit.report.page import columns
from ewala.lab.arguments import add_json, add_number, add_seconds, add_seed, check_json
from ewala.lab.bench.contestants import (
    COMPILED,
    HOW_TO_INSTALL,
    INTERPRETED,
    Contestant,
    Measurement,
    Spread,
    our_contestants,
    peer_contestants,
    take_turns,
    times,
)
from ewala.lab.bench.measuring import Figures as MeasuredFigures
from ewala.lab.bench.measuring import measured, progress


@dataclass(frozen=True)
class Row:
    """One contestant's figures."""

    game: str
    way: str
    ours: bool
    games_per_second: Spread
    moves_per_second: float | None  # the median
    moves_per_game: float | None
    rounds: int

    @property
    def name(self) -> str:
        return f"{self.game}, {self.way}"

    def as_json(self) -> dict[str, object]:
        return asdict(self) | {"games_per_second": self.games_per_second._asdict()}


@dataclass(frozen=True)
class Ratio:
    """How many games of one are played in the time of one game of another."""

    of: str
    to: str
    games_per_second: float


@dataclass(frozen=True)
class Figures:
    rows: list[Row]
    to_peers: list[Ratio]
    to_interpreted: list[Ratio]

    def as_json(self) -> dict[str, object]:
        return {
            "rows": [row.as_json() for row in self.rows],
            "ratios_to_peers": [asdict(ratio) for ratio in self.to_peers],
            "ratios_to_interpreted": [asdict(ratio) for ratio in self.to_interpreted],
        }

    def as_text(self) -> str:
        if not self.rows:
            return ""
        lines = rates(self.rows) + ratios_to_peers(self.to_peers)
        if self.to_interpreted:
            lines += ["", "Compiled to interpreted"]
            lines += columns([], [[ratio.of, times(ratio.games_per_second)] for ratio in self.to_interpreted])
        return "\n".join(lines) + "\n"


def figures(measurements: Sequence[Measurement]) -> Figures:
    """The figures of everyone who has played a round."""
    rows = rows_of(measurements)
    compiled = [row for row in rows if row.ours and row.way == COMPILED]
    plain = {row.game: row for row in rows if row.ours and row.way == INTERPRETED}
    return Figures(
        rows,
        [ratio_of(row.game, row, peer.name, peer) for row in compiled for peer in rows if not peer.ours],
        [ratio_of(row.game, row, INTERPRETED, plain[row.game]) for row in compiled if row.game in plain],
    )


def rows_of(measurements: Sequence[Measurement]) -> list[Row]:
    """A row for everyone who has played a round."""
    played = [measurement for measurement in measurements if measurement.rounds]
    return [_row(measurement, played) for measurement in played]


def rates(rows: Sequence[Row]) -> list[str]:
    """Games and moves a second, as lines of a table."""
    return columns(["", "games/s", "(min–max)", "moves/s", "moves/game"], [_cells(row) for row in rows])


def ratios_to_peers(ratios: Sequence[Ratio]) -> list[str]:
    """A column for each of us, a line for each peer; nothing where there are none."""
    if not ratios:
        return []
    names = list(dict.fromkeys(ratio.of for ratio in ratios))
    peers = list(dict.fromkeys(ratio.to for ratio in ratios))
    found = {(ratio.of, ratio.to): ratio.games_per_second for ratio in ratios}
    return [
        "",
        "Ratios of games/s (not of moves/s: what counts as a move differs from game to game)",
        *columns(["", *names], [[f"to {peer}", *(times(found[n, peer]) for n in names)] for peer in peers]),
    ]


def _row(measurement: Measurement, everyone: Sequence[Measurement]) -> Row:
    contestant, rate = measurement.contestant, measurement.games_per_second
    length = measurement.moves_per_game
    if length is None:
        length = _length_elsewhere(contestant, everyone)
    moves = None if length is None else rate.median * length
    return Row(contestant.game, contestant.way, contestant.ours, rate, moves, length, len(measurement.rounds))


def _length_elsewhere(contestant: Contestant, everyone: Sequence[Measurement]) -> float | None:
    """How long the same game is where somebody counts its moves: random games are as long whoever plays them."""
    for other in everyone:
        if other.contestant.game == contestant.game and other.moves_per_game is not None:
            return other.moves_per_game
    return None


def ratio_of(of: str, row: Row, to: str, other: Row) -> Ratio:
    """The games of one row in the time of a game of another, under names that are given."""
    return Ratio(of, to, row.games_per_second.median / other.games_per_second.median)


def _cells(row: Row) -> list[str]:
    rate = row.games_per_second
    return [
        row.name,
        _rate(rate.median),
        f"({_rate(rate.low)}–{_rate(rate.high)})",
        "—" if row.moves_per_second is None else _rate(row.moves_per_second),
        "—" if row.moves_per_game is None else f"{row.moves_per_game:.1f}",
    ]


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


_MOST_ROUNDS = 1000
_SETTINGS = ("seconds", "rounds", "seed", "backend")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_seconds(parser, 1.0, "how long each plays in a round")
    add_number(parser, "--rounds", _MOST_ROUNDS, "how many rounds", 5)
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    check_json(args)
    return compare_games(args, our_contestants(args.seed), peer_contestants(args.seed), figures)


def compare_games(
    args: argparse.Namespace,
    ours: Sequence[Contestant],
    peers: Sequence[Contestant],
    figures_of: Callable[[Sequence[Measurement]], MeasuredFigures],
) -> int:
    about = "Whole games at random, each legal move equally likely, on one thread."
    notes = [] if peers else [f"OpenSpiel is not installed; to measure it beside: {HOW_TO_INSTALL}"]
    return compare(args, [*ours, *peers], figures_of, about, notes)


def compare(
    args: argparse.Namespace,
    contestants: Sequence[Contestant],
    figures_of: Callable[[Sequence[Measurement]], MeasuredFigures],
    about: str,
    notes: Sequence[str],
    card: str = "",
) -> int:
    """Have everyone play in turns, and print and write the figures; returns the exit code."""
    measurements = [Measurement(contestant) for contestant in contestants]

    def head() -> str:
        rounds = max(len(measurement.rounds) for measurement in measurements)
        turns = f"Median of {rounds} round{'s' * (rounds > 1)} of {args.seconds:g} s in which everyone took turns."
        return f"{about}\n{turns}"

    return measured(
        args,
        lambda: _measure_all(measurements, args.rounds, args.seconds),
        lambda: figures_of(measurements),
        head,
        {"settings": {name: value for name, value in vars(args).items() if name in _SETTINGS}},
        card=card,
        notes=notes,
    )


def _measure_all(measurements: Sequence[Measurement], rounds: int, seconds: float) -> None:
    """Warm everyone up and play the rounds."""
    turns = len(measurements) * rounds
    sys.stderr.write(f"ewala: warming up; then {len(measurements)} take turns for about {turns * seconds:.0f} s\n")
    for measurement in measurements:
        measurement.warm_up()
    with progress(turns) as bar:
        for measurement in take_turns(measurements, rounds):
            bar.set_description(measurement.contestant.name)
            measurement.play_round(seconds)
            bar.update()

"""`ewala bench rules`: how fast whole games are played at random, beside named peers in the same run."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from ewala.kit.report.exit_codes import STOPPED
from ewala.kit.report.machine import machine, today, versions
from ewala.lab.bench.arguments import seconds, whole_number
from ewala.lab.bench.measure import Contestant, Measurement, take_turns
from ewala.lab.bench.ours import our_contestants
from ewala.lab.bench.peers import HOW_TO_INSTALL, peer_contestants
from ewala.lab.bench.rules_figures import figures

_MOST_ROUNDS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S", help="how long each plays in a round (default: 1)"
    )
    parser.add_argument(
        "--rounds", type=whole_number(_MOST_ROUNDS), default=5, metavar="N", help="how many rounds (default: 5)"
    )
    parser.add_argument("--seed", type=_seed, default=1, metavar="N", help="where the dice begin (default: 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there, for programs")


class _Figures(Protocol):
    def as_text(self) -> str: ...

    def as_json(self) -> dict[str, object]: ...


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    check_file(args)
    return compare(args, our_contestants(args.seed), peer_contestants(args.seed), figures)


def check_file(args: argparse.Namespace) -> None:
    """A file that cannot be written is refused now, not after a minute."""
    if args.json:
        args.json.open("a").close()


def compare(
    args: argparse.Namespace,
    ours: Sequence[Contestant],
    peers: Sequence[Contestant],
    figures_of: Callable[[Sequence[Measurement]], _Figures],
) -> int:
    """Have everyone play in turns, and print and write the figures; returns the exit code."""
    measurements = [Measurement(contestant) for contestant in [*ours, *peers]]
    stopped = not measure_all(measurements, args.rounds, args.seconds)
    done = max(len(measurement.rounds) for measurement in measurements)
    found = figures_of(measurements)
    if done:
        sys.stdout.write(_heading(done, args.seconds) + found.as_text())
        if not peers:
            sys.stdout.write(f"\nOpenSpiel is not installed; to measure it beside: {HOW_TO_INSTALL}\n")
    if args.json:
        settings = {"seconds": args.seconds, "rounds": args.rounds, "seed": args.seed}
        about = {"date": today(), "machine": machine(), "versions": versions(), "settings": settings}
        text = json.dumps(about | {"complete": not stopped} | found.as_json(), indent=2)
        args.json.write_text(text + "\n", encoding="utf-8")
    if stopped:
        kept = f"in round {done} of {args.rounds}; above is what was measured" if done else "before the first round"
        sys.stderr.write(f"\newala: stopped {kept}\n")
        return STOPPED
    return 0


def measure_all(measurements: Sequence[Measurement], rounds: int, seconds: float) -> bool:
    """Warm everyone up and play the rounds; returns whether it came to the end, and was not stopped by Ctrl-C."""
    from tqdm import tqdm

    turns = len(measurements) * rounds
    sys.stderr.write(f"ewala: warming up; then {len(measurements)} take turns for about {turns * seconds:.0f} s\n")
    try:
        for measurement in measurements:
            measurement.warm_up()
        with tqdm(total=turns, leave=False, disable=not sys.stderr.isatty()) as bar:
            for measurement in take_turns(measurements, rounds):
                bar.set_description(measurement.contestant.name)
                measurement.play_round(seconds)
                bar.update()
    except KeyboardInterrupt:
        return False
    return True


def _heading(rounds: int, seconds: float) -> str:
    what, made_by = machine(), versions()
    return (
        "Whole games at random, each legal move equally likely, on one thread.\n"
        f"Median of {rounds} round{'s' * (rounds > 1)} of {seconds:g} s in which everyone took turns.\n"
        f"{today()}, {what['processor']}, {what['cores']} cores, {what['system']}; "
        f"{', '.join(f'{name} {number}' for name, number in made_by.items())}\n\n"
    )


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number, not {text!r}") from None

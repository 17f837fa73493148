"""`ewala bench study`: random play by the million, beside named peers in the same run."""

import argparse
import json
import sys
from pathlib import Path

from ewala.kit.report.exit_codes import STOPPED
from ewala.kit.report.machine import machine, today, versions
from ewala.lab.bench.arguments import seconds, whole_number
from ewala.lab.bench.measure import Measurement
from ewala.lab.bench.rules import measure_all
from ewala.lab.bench.study_contestants import cores_contestants, graphics_contestants
from ewala.lab.bench.study_figures import Speeds, speeds
from ewala.lab.bench.study_peers import HOW_TO_INSTALL, gpu_peers, missing_peers, peers

_MOST_ROUNDS = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S", help="how long each plays in a round (default: 1)"
    )
    parser.add_argument(
        "--rounds", type=whole_number(_MOST_ROUNDS), default=5, metavar="N", help="how many rounds (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where the dice begin (default: 1)")
    parser.add_argument("--backend", choices=("cpu", "cuda"), default="cpu", help="processor or NVIDIA card")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there, for programs")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    if args.json:
        args.json.open("a").close()  # a file that cannot be written is refused now, not after a minute
    if args.backend == "cuda":
        contestants = [*graphics_contestants(args.seed), *gpu_peers(args.seed)]
    else:
        contestants = [*cores_contestants(args.seed), *peers(args.seed)]
    measurements = [Measurement(contestant) for contestant in contestants]
    stopped = not measure_all(measurements, args.rounds, args.seconds)
    found = speeds(measurements)
    if found.rows:
        sys.stdout.write(_heading(found, args.seconds, args.backend) + found.as_text())
        for name in missing_peers(args.backend):
            sys.stdout.write(f"\n{name} is not installed; to measure it beside: {HOW_TO_INSTALL}\n")
    if args.json:
        settings = {"seconds": args.seconds, "rounds": args.rounds, "seed": args.seed, "backend": args.backend}
        about = {"date": today(), "machine": machine(), "versions": versions(), "settings": settings}
        text = json.dumps(about | {"complete": not stopped} | found.as_json(), indent=2)
        args.json.write_text(text + "\n", encoding="utf-8")
    if stopped:
        sys.stderr.write("\newala: stopped; above is what was measured\n")
        return STOPPED
    return 0


def _heading(found: Speeds, seconds: float, backend: str) -> str:
    what, made_by = machine(), versions()
    where = f" with {_card()}" if backend == "cuda" else ""
    return (
        "Random play, each legal move equally likely; steps of environments with observations and masks.\n"
        f"Median of {found.rounds} round{'s' * (found.rounds > 1)} of {seconds:g} s in which everyone took turns.\n"
        f"{today()}, {what['processor']}, {what['cores']} cores, {what['system']}{where}; "
        f"{', '.join(f'{name} {number}' for name, number in made_by.items())}\n\n"
    )


def _card() -> str:
    from ewala.lab.simulation.graphics_player import need_card

    name = need_card().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)

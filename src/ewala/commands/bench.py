"""`ewala bench`: what to measure."""

import argparse
from collections.abc import Callable

from ewala.lab.bench import abuse, bots, browser, rules, server, study

_BENCHMARKS = {
    "rules": (rules, "random whole games of each game, beside OpenSpiel's"),
    "browser": (browser, "random whole games in WebAssembly, beside the processor and OpenSpiel"),
    "server": (server, "moves at live tables, beside a bare WebSocket echo"),
    "abuse": (abuse, "moves at live tables while another address floods the server"),
    "bots": (bots, "the bots: positions a second, time for a decision, strength"),
    "study": (study, "random play by the million, beside OpenSpiel, Pgx and PettingZoo"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, (benchmark, about) in _BENCHMARKS.items():
        one = what.add_parser(name, help=about)
        benchmark.add_arguments(one)
        one.set_defaults(measure=benchmark.run)


def run(parsed: argparse.Namespace) -> int:
    measure: Callable[[argparse.Namespace], int] = parsed.measure
    return measure(parsed)

"""`ewala bench`: what to measure."""

import argparse

from ewala.study import bench_rules

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    rules = what.add_parser("rules", help="random whole games of each game, beside OpenSpiel's")
    bench_rules.add_arguments(rules)


def run(parsed: argparse.Namespace) -> int:
    return bench_rules.run(parsed)

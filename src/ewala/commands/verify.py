"""`ewala verify`: whether a record's moves are legal, its result true and its dice those that were committed to."""

import argparse
import sys

from ewala.core.record_text import result_text
from ewala.games.records import load_record

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")


def run(parsed: argparse.Namespace) -> int:
    record = load_record(parsed.file)
    sys.stdout.write(f"{len(record.moves)} moves, all legal under the rules {record.game.fingerprint}.\n")
    sys.stdout.write(f"Result: {result_text(record.state)}.\n")
    rolls = record.verify()
    sys.stdout.write(f"{rolls} chance moves, all as the committed dice give them.\n")
    return 0

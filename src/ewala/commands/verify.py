"""`ewala verify`: whether a record's moves are legal, its result true and its dice those that were committed to.

Whoever has kept something of the dice since before the game holds the record against that.
"""

import argparse
import sys

from ewala.core.record import result_text
from ewala.core.witness import check_kept
from ewala.games.records import load_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")
    kept = parser.add_argument_group("what you have kept, and the record must have, too")
    kept.add_argument("--seal", metavar="HEX", default="", help="the seal of the dice that you were shown first")
    kept.add_argument("--lot", action="store_true", help="it was left to the dice who begins")
    for name, value, about in (
        ("part", "TEXT", "what seat K has added to the dice, as you know it; once for each seat"),
        ("promise", "HEX", "what seat K had promised when you showed your part; if given, for every seat that had"),
    ):
        kept.add_argument(
            f"--{name}", metavar=f"K={value}", type=_seat_and_text, action="append", default=[], help=about
        )


def _seat_and_text(word: str) -> tuple[str, str]:
    seat, equals, text = word.partition("=")
    if len(seat) != 1 or not equals or not text:
        raise argparse.ArgumentTypeError(f"a seat's letter, '=' and a text are expected, not {word!r}")
    return seat, text


def run(parsed: argparse.Namespace) -> int:
    record = load_record(parsed.file)
    sys.stdout.write(f"{len(record.moves)} moves, all legal under the rules {record.game.fingerprint}.\n")
    sys.stdout.write(f"Result: {result_text(record.state)}.\n")
    check_kept(record, seal=parsed.seal, promises=dict(parsed.promise), parts=dict(parsed.part), lot=parsed.lot)
    rolls = record.verify()
    sys.stdout.write(f"{rolls} chance moves, all as the committed dice give them.\n")
    if parsed.seal or parsed.promise or parsed.part or parsed.lot:
        sys.stdout.write("All that you have kept is in the record.\n")
    else:
        sys.stdout.write("Whether they are the dice that were shown before the game, --seal and --part can tell.\n")
    return 0

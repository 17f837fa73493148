"""`ewala replay`: a record move by move; of a damaged one, all that stands before the damage."""

import argparse
import sys

from ewala.core.errors import BadSetup
from ewala.core.record import DamagedRecord, Record, result_text
from ewala.core.roles import CHANCE
from ewala.games.records import load_record
from ewala.lab.arguments import digits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--at", metavar="N", type=digits, help="only the position after N moves")


def run(parsed: argparse.Namespace) -> int:
    try:
        record = load_record(parsed.file)
    except DamagedRecord as error:
        if error.record is not None:
            _show(error.record, parsed.at)
        raise
    _show(record, parsed.at)
    return 0


def _show(record: Record, at: int | None) -> None:
    states = list(record.states())
    if at is not None:
        if at >= len(states):
            raise BadSetup(
                "replay/at", "", f"the record has {len(record.moves)} moves: there is no position after {at}"
            )
        sys.stdout.write(states[at].text + "\n")
        return
    sys.stdout.write(f"{record.game.title}, edition {record.game.values['edition']}\n")
    for seat, who in record.seats.items():
        sys.stdout.write(f"{seat}: {who}\n")
    sys.stdout.write(f"{'':10}{states[0].text}\n")
    for number, (before, move, after) in enumerate(zip(states, record.moves, states[1:], strict=False), 1):
        for comment in record.comments.get(number - 1, []):
            sys.stdout.write(f"# {comment}\n")
        who = "!" if before.to_act is CHANCE else str(before.to_act)
        sys.stdout.write(f"{number:4} {who} {move}\n{'':10}{after.text}\n")
    for comment in record.comments.get(len(record.moves), []):
        sys.stdout.write(f"# {comment}\n")
    sys.stdout.write(f"Result: {result_text(states[-1])}\n")

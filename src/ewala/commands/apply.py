"""`ewala apply`: the position after some moves."""

import argparse
import sys

from ewala.core.record import result_text
from ewala.games.arguments import add_game, add_position, game_from, position_from


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("moves", metavar="MOVE", nargs="*", help="moves, in their order")


def run(parsed: argparse.Namespace) -> int:
    state = position_from(game_from(parsed), parsed.position)
    for move in parsed.moves:
        state = state.play(move)
    sys.stdout.write(state.text + "\n")
    if state.to_act is None:
        sys.stdout.write(f"Result: {result_text(state)}\n")
    return 0

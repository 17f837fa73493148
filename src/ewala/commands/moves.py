"""`ewala moves`: the legal moves of a position, one a line; at a chance node each outcome with its probability."""

import argparse
import sys

from ewala.games.arguments import add_game, add_position, game_from, position_from


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)


def run(parsed: argparse.Namespace) -> int:
    state = position_from(game_from(parsed), parsed.position)
    chances = state.chances()
    for move in state.moves():
        sys.stdout.write(f"{move}\t{chances[move]}\n" if chances else f"{move}\n")
    return 0

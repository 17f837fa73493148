"""`ewala perft`: the number of paths of a given length, with progress, stoppable at any moment."""

import argparse
import sys
from functools import partial

from tqdm import tqdm

from ewala.games.arguments import add_game, add_position, game_from, position_from
from ewala.kit.background import in_background
from ewala.lab.arguments import digits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("depth", metavar="DEPTH", type=digits, help="the length of the paths, 0 or more")
    parser.add_argument("--divide", action="store_true", help="also show the count behind each first move")


def run(parsed: argparse.Namespace) -> int:
    game = game_from(parsed)
    state = position_from(game, parsed.position)
    if parsed.divide and parsed.depth:
        total = 0
        for move in state.moves():
            paths = in_background(partial(game.perft, state.play(move), parsed.depth - 1))
            total += paths
            sys.stdout.write(f"{move}\t{paths}\n")
            sys.stdout.flush()
    else:
        with tqdm(total=len(state.moves()), unit="move", leave=False, disable=None) as bar:

            def progress(done: int, moves: int) -> None:
                bar.update(done - bar.n)

            total = in_background(partial(game.perft, state, parsed.depth, progress=progress))
    sys.stdout.write(f"{total}\n")
    return 0

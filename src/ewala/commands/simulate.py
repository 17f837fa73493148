"""`ewala simulate`: many games, a row of a table for each."""

import argparse
import sys
from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.arguments import add_game, options_from
from ewala.kit.background import STOPPED
from ewala.lab.arguments import add_number, add_seed

_MOST_GAMES = 10**12
_MOST_THREADS = 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--policies",
        default="uniform",
        metavar="NAMES",
        help="who plays: uniform, greedy, good, or a bot's name; one for all seats or one each, separated by commas "
        "(default: uniform)",
    )
    add_number(parser, "--games", _MOST_GAMES, "how many", 100_000)
    add_seed(parser)
    parser.add_argument("--position", metavar="POSITION", help="what games begin with, as a text (default: the start)")
    parser.add_argument("--order", metavar="ORDER", help="of play, such as forth-and-back (default: the rules' own)")
    parser.add_argument("--backend", choices=("cpu", "cuda"), default="cpu", help="processor or NVIDIA card")
    add_number(parser, "--threads", _MOST_THREADS, "at once (default: one a core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to keep the table, as Parquet files")
    parser.add_argument("--resume", action="store_true", help="go on with what is in FOLDER")


def run(parsed: argparse.Namespace) -> int:
    from tqdm import tqdm

    from ewala.games.registry import game_class
    from ewala.lab.simulation import Stopped, simulate
    from ewala.lab.simulation.frame import summary

    if parsed.resume and parsed.out is None:
        raise BadSetup("simulate/resume", "", Sentence("--resume goes with --out: name the folder to go on with"))
    game = game_class(parsed.game).from_options(options_from(parsed))
    if parsed.position is not None:
        game = game.parse(parsed.position).game  # it also says who plays
    with tqdm(total=parsed.games, unit=" games", unit_scale=True, leave=False, disable=not sys.stderr.isatty()) as bar:
        try:
            table = simulate(
                game,
                parsed.policies,
                parsed.games,
                parsed.seed,
                backend=parsed.backend,
                threads=parsed.threads,
                ray=parsed.ray,
                out=parsed.out,
                resume=parsed.resume,
                position=parsed.position,
                order=parsed.order,
                progress=bar.update,
            )
        except KeyboardInterrupt as stop:
            bar.close()
            if isinstance(stop, Stopped):
                sys.stdout.write(summary(game.seats, stop.table.lazy()))
            kept = "the games are kept; go on with --resume" if parsed.out else "above is what was played"
            sys.stderr.write(f"\newala: stopped; {kept}\n")
            return STOPPED
    sys.stdout.write(summary(game.seats, table.lazy()))
    if parsed.out:
        sys.stdout.write(f"\nThe table: {parsed.out}\n")
    return 0

"""`ewala arena`: bots against each other, with the same dice for both sides."""

import argparse
import sys
from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.arguments import add_game, options_from
from ewala.kit.background import STOPPED
from ewala.lab.arguments import add_number, add_seed, seconds, whole_number

_MOST_GAMES = 10_000_000
_MOST_WORKERS = 256
_MOST_ITERATIONS = 1_000_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="a bot's name, or module:Class for your own, each also as NAME@200 (iterations) or NAME@0.5s (seconds), "
        "or [NAME=]program:COMMAND; two or more",
    )
    about = "games for each pair, rounded up to whole deals (default: 100; 4000 at most with --until-sure)"
    add_number(parser, "--games", _MOST_GAMES, about)
    add_seed(parser)
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--iterations", type=whole_number(_MOST_ITERATIONS), metavar="N", help="of each decision: games that repeat"
    )
    budget.add_argument("--seconds", type=seconds, metavar="X", help="of each decision; else each bot's own")
    parser.add_argument("--together", action="store_true", help="all bots at one table, instead of pair by pair")
    parser.add_argument("--until-sure", action="store_true", help="stop a pair when the test has decided")
    parser.add_argument(
        "--margin", type=float, default=0.05, metavar="X", help="the edge that matters to the test (default: 0.05)"
    )
    parser.add_argument("--plain", action="store_true", help="results as they fell: do not take luck off them")
    add_number(parser, "--workers", _MOST_WORKERS, "processes", 1)
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to keep results, records and a report")
    parser.add_argument("--resume", action="store_true", help="go on with what is in FOLDER")


def run(parsed: argparse.Namespace) -> int:
    from ewala.lab.arena.play import play_arena
    from ewala.lab.arena.report import as_text
    from ewala.lab.arena.results import HOW_TO_INSTALL

    if parsed.resume and parsed.out is None:
        raise BadSetup("arena/resume", "", Sentence("--resume goes with --out: name the folder to go on with"))
    results = play_arena(
        parsed.game,
        parsed.bots,
        games=parsed.games,
        options=options_from(parsed),
        seed=parsed.seed,
        iterations=parsed.iterations,
        seconds=parsed.seconds,
        together=parsed.together,
        until_sure=parsed.until_sure,
        margin=parsed.margin,
        plain=parsed.plain,
        workers=parsed.workers,
        ray=parsed.ray,
        folder=parsed.out,
        resume=parsed.resume,
    )
    rows = results.rows
    if rows:
        sys.stdout.write(as_text(results.summary()))
    if parsed.out and rows:
        sys.stdout.write(f"\nThe report: {parsed.out / 'report.html'}\n")
        if not (parsed.out / "results.parquet").exists():
            sys.stdout.write(f"results.parquet needs Polars, which is not installed: {HOW_TO_INSTALL}\n")
    if results.stopped:
        kept = f"{len(rows)} games are kept" + ("; go on with --resume" if parsed.out else "")
        sys.stderr.write(f"\newala: stopped; {kept}\n")
        return STOPPED
    return 0

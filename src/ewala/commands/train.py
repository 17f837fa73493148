"""`ewala train`: opponents learn what a position is worth, by playing themselves."""

import argparse
import sys
from pathlib import Path

from ewala.games.registry import GAMES
from ewala.kit.background import STOPPED
from ewala.lab.arguments import add_number, add_seed

_MOST_ROUNDS = 999
_MOST_GAMES = 10_000_000
_MOST_CORES = 256
_HEADING = "round  kind   games   surprise before  after    won against before          "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the run is kept")
    parser.add_argument("--resume", action="store_true", help="go on with what is in FOLDER")
    add_number(parser, "--rounds", _MOST_ROUNDS, "", 8)
    add_number(parser, "--games", _MOST_GAMES, "of self-play a round", 6000)
    add_number(parser, "--window", _MOST_ROUNDS, "rounds whose games are fitted together", 4)
    add_number(parser, "--contest", _MOST_GAMES, "games of each kind that decide", 600)
    add_seed(parser, "of everything by chance")
    add_number(parser, "--cores", _MOST_CORES, "to use (default: all)")


def run(parsed: argparse.Namespace) -> int:
    from ewala.lab.cluster.processes import cores
    from ewala.lab.training.rounds import train
    from ewala.lab.training.run_folder import Line, Settings
    from ewala.lab.training.workers import trainer_of

    settings = Settings(
        game=parsed.game,
        seed=parsed.seed,
        rounds=parsed.rounds,
        games=parsed.games,
        window=parsed.window,
        contest=parsed.contest,
        recipe=trainer_of(parsed.game).recipe(),
    )
    sys.stdout.write(_HEADING.rstrip() + "\n")

    def told(line: Line) -> None:
        verdict = "taken" if line.taken else "left"
        sys.stdout.write(
            f"{line.round:5}  {line.kind:<4}  {line.games:6}   {line.surprise_before:15.4f}  {line.surprise_after:.4f}"
            f"   {line.won:6.1%} ({line.low:.1%} to {line.high:.1%}; fair {line.fair:.0%}): {verdict}\n"
        )
        sys.stdout.flush()

    try:
        train(parsed.out, settings, cores=parsed.cores or cores(), resume=parsed.resume, told=told)
    except KeyboardInterrupt:
        sys.stderr.write("\newala: stopped; go on with --resume\n")
        return STOPPED
    sys.stdout.write(f"\nThe weights: {parsed.out / 'best.npz'}\n")
    return 0

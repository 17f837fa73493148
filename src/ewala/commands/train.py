"""`ewala train`: opponents learn what a position is worth, by playing themselves."""

import argparse
import sys
from pathlib import Path

from ewala.games.registry import GAMES
from ewala.kit.background import STOPPED
from ewala.lab.bench.arguments import whole_number

_MOST_ROUNDS = 999
_MOST_GAMES = 10_000_000
_MOST_CORES = 256
_HEADING = "round  kind   games   surprise before  after    won against before          "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the run is kept")
    parser.add_argument("--resume", action="store_true", help="go on with what is in FOLDER")
    count = whole_number(_MOST_GAMES)
    parser.add_argument("--rounds", type=whole_number(_MOST_ROUNDS), default=8, metavar="N", help="(default: 8)")
    parser.add_argument("--games", type=count, default=6000, metavar="N", help="of self-play a round (default: 6000)")
    parser.add_argument(
        "--window",
        type=whole_number(_MOST_ROUNDS),
        default=4,
        metavar="N",
        help="rounds whose games are fitted together (default: 4)",
    )
    parser.add_argument(
        "--contest", type=count, default=600, metavar="N", help="games of each kind that decide (default: 600)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of everything by chance (default: 1)")
    parser.add_argument("--cores", type=whole_number(_MOST_CORES), metavar="N", help="to use (default: all)")


def run(parsed: argparse.Namespace) -> int:
    from ewala.lab.cluster.cores import cores
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

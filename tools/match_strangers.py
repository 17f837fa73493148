"""Play our strongest bot against OpenSpiel's search, and say who wins and who thinks how long.

    python tools/match_strangers.py kingdom-run --games 100 --workers 16 --out kingdom-run.ndjson
    python tools/match_strangers.py chronicles-of-run --games 200 --workers 16 --out chronicles.ndjson

Kingdom Run is played against MCTS with 100 simulations a decision, The Chronicles of Run against ISMCTS with 1,000,
both with one random rollout for each. Every deal is played from every seat, with the same dice. Games are kept in the
file as they end: stopped by Ctrl-C, the same command goes on from there. Needs OpenSpiel beside what the bots need.

Exit codes: 0 all games are played, 2 something is wrong with what was asked for, 130 stopped by Ctrl-C.
"""

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from ewala.core.errors import EwalaError
from ewala.envs.openspiel.match import Contest, begin, play_rest, summary
from ewala.kit.report.exit_codes import STOPPED

GAMES = {"kingdom-run": "python_kingdom_run(players=KS)", "chronicles-of-run": "python_chronicles_of_run"}
SIMULATIONS = {"kingdom-run": 100, "chronicles-of-run": 1000}
SECONDS = {"kingdom-run": 0.1, "chronicles-of-run": 0.3}  # ours, at most, for a decision: less than theirs takes


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the games are kept")
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many, all seats together (default: 100)"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--simulations", type=int, metavar="N", help="theirs, for a decision (default: 100, 1000)")
    parser.add_argument(
        "--exploration", type=float, default=2.0, metavar="C", help="their constant of UCT (default: 2)"
    )
    parser.add_argument("--compiled-rollouts", action="store_true", help="their rollouts in our machine code: faster")
    ours = parser.add_mutually_exclusive_group()
    ours.add_argument("--seconds", type=float, metavar="S", help="ours, at most, for a decision (default: 0.1, 0.3)")
    ours.add_argument("--iterations", type=int, metavar="N", help="ours, for a decision, instead of seconds")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the deals and everybody's luck (default: 1)"
    )
    parser.add_argument("--load", metavar="GAME", help="another game for OpenSpiel to load, such as one for three")
    given = parser.parse_args(words)
    for name in ("games", "workers", "simulations"):
        value = getattr(given, name)
        if value is not None and value < 1:
            parser.error(f"--{name} is a whole number from 1, not {value}")
    return given


def contest_of(given: argparse.Namespace) -> Contest:
    seconds = given.seconds if given.iterations is None else None
    return Contest(
        game=given.load or GAMES[given.game],
        simulations=given.simulations or SIMULATIONS[given.game],
        exploration=given.exploration,
        compiled_rollouts=given.compiled_rollouts,
        seconds=SECONDS[given.game] if seconds is None and given.iterations is None else seconds,
        iterations=given.iterations,
        seed=given.seed,
    )


def main(words: list[str] | None = None) -> int:
    given = read_arguments(words)
    try:
        contest = contest_of(given)
        _ = contest.budget  # refuses one that cannot be, before anything is written
        seats = contest.load().compiled.seats
        played = begin(contest, given.out)
        deals = -(-given.games // seats)
        stopped = False
        with tqdm(total=deals * seats, initial=len(played), unit="game") as bar:
            try:
                for game in play_rest(contest, deals, given.workers, given.out, list(played)):
                    played.append(game)
                    bar.update()
                    bar.set_postfix_str(f"share {sum(game.share for game in played) / len(played):.3f}")
            except KeyboardInterrupt:
                stopped = True
    except (EwalaError, OSError) as error:
        sys.stderr.write(f"match_strangers: {error}\n")
        return 2
    sys.stdout.write(summary(played, seats) + "\n")
    if stopped:
        sys.stderr.write(f"stopped; {len(played)} games are kept in {given.out}, the same command goes on from there\n")
        return STOPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())

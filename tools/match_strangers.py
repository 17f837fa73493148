"""Play our strongest bot against OpenSpiel's search, and say who wins and who thinks how long.

    python tools/match_strangers.py GAME --games 100 --workers 16 --out games.ndjson

A game without secrets is played against MCTS, one with secrets against ISMCTS, with as many simulations a decision as
its `tools.json` says, and one random rollout for each. Every deal is played from every seat, with the same dice. Games
are kept in the file as they end: stopped by Ctrl-C, the same command goes on from there. Needs OpenSpiel beside what
the bots need.

Exit codes: 0 all games are played, 2 something is wrong with what was asked for, 130 stopped by Ctrl-C.
"""

import argparse
import sys
from pathlib import Path

from openspiel_match import Contest, begin, play_rest, summary
from tqdm import tqdm

from ewala.core.errors import EwalaError
from ewala.games.registry import GAMES, kit_of
from ewala.kit.background import STOPPED

# Of each game: what OpenSpiel loads, their simulations, and our seconds at most, which are less than theirs take.
SETTINGS = {name: found for name in GAMES if (found := kit_of(name).for_tools("strangers"))}


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the games are kept")
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many, all seats together (default: 100)"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--simulations", type=int, metavar="N", help="theirs, for a decision (default: the game's)")
    parser.add_argument(
        "--exploration", type=float, default=2.0, metavar="C", help="their constant of UCT (default: 2)"
    )
    parser.add_argument("--compiled-rollouts", action="store_true", help="their rollouts in our machine code: faster")
    ours = parser.add_mutually_exclusive_group()
    ours.add_argument("--seconds", type=float, metavar="S", help="ours, at most, for a decision (default: the game's)")
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
        game=given.load or SETTINGS[given.game]["game"],
        simulations=given.simulations or SETTINGS[given.game]["simulations"],
        exploration=given.exploration,
        compiled_rollouts=given.compiled_rollouts,
        seconds=SETTINGS[given.game]["seconds"] if seconds is None and given.iterations is None else seconds,
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

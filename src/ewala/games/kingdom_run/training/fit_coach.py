"""Measure how far a look through one turn of Kingdom Run is off, for src/ewala/games/kingdom_run/coach/calibration.py.

    python -m ewala.games.kingdom_run.training.fit_coach play games-2.jsonl --players KS --minutes 10
    python -m ewala.games.kingdom_run.training.fit_coach fit games-2.jsonl
    python -m ewala.games.kingdom_run.training.fit_coach check games-2.jsonl

`play` makes games of good play, `fit` prints the two parabolas, and `check` says how often what is shipped comes true;
it takes games that nothing was fitted on.

A line of the file is a game: who won, and for every turn's beginning how far the runners had come, whose turn it was,
and what the look said. Interrupted, `play` keeps what it has played.
"""

import argparse
import json
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import shipped_values
from ewala.games.kingdom_run.coach.calibration import FITTED, advancement, at, corrected
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import OVER, State
from ewala.games.kingdom_run.training.self_play import play_turn

REPLIES = 3  # ends of a turn from which the players look on
WIDTH = 4  # of the looks; wider ones say nearly the same
RANGES = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)  # of chances that are checked together
STAYING = 1.0  # how many games it takes to leave what no correction would be

Line = list[Any]  # [each seat's part of the win, [[advancement, mover, chances] for each turn]]


def play_one(search: TurnSearch, seed: int) -> Line:
    game, dice = search.game, Rng(seed)
    data = game.engine.start()
    turns = []
    while (s := State.unpack(data)).phase != OVER:
        chances = [round(chance, 5) for chance in search.look(data, width=WIDTH).shares]
        turns.append([round(advancement(game, s), 4), s.seat, chances])
        data = play_turn(search, data, dice, replies=REPLIES).end
    return [search.judge(data), turns]


def play(file: Path, players: str, minutes: float, seed: int) -> None:
    game = KingdomRun.from_options({"players": players})
    search, end = TurnSearch(game, shipped_values(game, "learned")), time.process_time() + 60 * minutes
    with file.open("a") as out, tqdm(total=round(60 * minutes), unit="s") as bar:
        while (left := end - time.process_time()) > 0:
            out.write(json.dumps(play_one(search, seed)) + "\n")
            out.flush()
            seed += 1
            bar.update(round(60 * minutes - left) - bar.n)


def fit(lines: list[Line]) -> str:
    """Both parabolas, by the likelihood of the results."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    rows = [(far, mover, chances, won) for won, turns in lines for far, mover, chances in turns]
    far, movers = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    said, won = np.clip(np.array([row[2] for row in rows]), 1e-5, 1), np.array([row[3] for row in rows])
    basis = np.stack([np.ones_like(far), far, far * far], 1)
    moves = np.eye(said.shape[1])[movers]
    nothing = np.array([1.0, 0, 0, 0, 0, 0])

    def corrected(numbers: Any) -> Any:
        weights = np.exp((basis @ numbers[:3])[:, None] * np.log(said) + (basis @ numbers[3:])[:, None] * moves)
        return weights / weights.sum(1, keepdims=True)

    def surprise(numbers: Any) -> float:
        likelihood = (won * np.log(corrected(numbers) + 1e-12)).sum() / len(rows)
        return float(STAYING / len(lines) * ((numbers - nothing) ** 2).sum() - likelihood)

    found = minimize(surprise, nothing)
    first = [won for won, _ in lines]
    power, factor = (tuple(round(float(n), 3) for n in part) for part in (found.x[:3], found.x[3:]))
    return (
        f"{len(lines)} games, {len(rows)} turns; surprise {surprise(nothing):.4f} -> {found.fun:.4f}\n"
        f"power {power}, logarithm of the mover's factor {factor}\n"
        f"at the start {np.mean(first, 0).round(3)} won; said {said[0].round(3)}, "
        f"now {corrected(found.x)[0].round(3)}\n"
    )


def check(lines: list[Line]) -> str:
    """A row for each range of chances: what was said on average, and what came of it.

    Positions of a game share its result, so the game is the unit of the intervals.
    """
    power, factor = FITTED[len(lines[0][0])]
    said: list[float] = []
    won: list[float] = []
    games: list[int] = []
    for number, (result, turns) in enumerate(lines):
        for far, mover, chances in turns:
            said += corrected(tuple(chances), mover, at(power, far), at(factor, far))
            won += result
            games += [number] * len(result)
    told, came, game = np.array(said), np.array(won), np.array(games)
    rows = [f"{len(lines)} games, {len(said)} chances\n  from    to  chances   said    won  95 % interval"]
    for low, high in pairwise(RANGES):
        within = (told >= low) & (told < high)
        if within.any():
            wins = np.bincount(game[within], came[within], minlength=len(lines))
            many = np.bincount(game[within], minlength=len(lines))
            share = wins.sum() / many.sum()
            error = 1.96 * float(np.sqrt(((wins - share * many) ** 2).sum())) / many.sum()
            rows.append(
                f"{low:6.0%}{min(high, 1):6.0%}{within.sum():9}{told[within].mean():7.1%}{share:7.1%}"
                f"{max(0.0, share - error):9.1%} – {min(1.0, share + error):.1%}"
            )
    return "\n".join(rows) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--players", default="KS")
    playing.add_argument("--minutes", type=float, default=10)
    playing.add_argument("--seed", type=int, default=1, help="of the first game")
    for name in ("fit", "check"):
        commands.add_parser(name).add_argument("file", type=Path)
    asked = parser.parse_args()
    if asked.command != "play":
        lines = [json.loads(line) for line in asked.file.read_text().splitlines()]
        sys.stdout.write(fit(lines) if asked.command == "fit" else check(lines))
        return 0
    try:
        play(asked.file, asked.players, asked.minutes, asked.seed)
    except KeyboardInterrupt:
        sys.stderr.write("stopped; what is played is kept\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

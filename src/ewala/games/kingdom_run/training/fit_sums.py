"""Fit the weights of Kingdom Run's value function on self-play.

    python -m ewala.games.kingdom_run.training.fit_sums play games.npz --minutes 10    # self-play with today's weights
    python -m ewala.games.kingdom_run.training.fit_sums fit games.npz                  # writes the bots' weights.json

Two or three rounds of `play` and `fit` do: each plays better than the one before (`ewala arena` says whether). A minute
is one of this process, whatever else the machine does. Interrupted, `play` keeps what it has played.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from ewala.games.kingdom_run.bots.features import NAMES
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.shipped_weights import SUMS
from ewala.games.kingdom_run.bots.weights import STAGES, basis
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import State
from ewala.games.kingdom_run.training.self_play import PLAYERS, Story, any_game, play_game

AT_A_BOARD = 6  # games that are played by the same rules: making a search ready takes as long as a game

Sample = tuple[str, bytes, list[float], list[float]]  # rules, position, outlook, outcome


# --- Self-play -----------------------------------------------------------------------------------------------


def play(file: Path, minutes: float, seed: int) -> None:
    """Play whole games; of each turn's beginning keep the position, the outlook after a look ahead, and the outcome."""
    rng = random.Random(seed)
    samples: list[Sample] = []
    games, end = 0, time.process_time() + 60 * minutes
    try:
        with tqdm(total=round(60 * minutes), unit="s", mininterval=1) as bar:
            while (left := end - time.process_time()) > 0:
                bar.set_postfix(games=games, positions=len(samples), refresh=False)
                bar.update(round(60 * minutes - left) - bar.n)
                if games % AT_A_BOARD == 0:
                    search = TurnSearch(any_game(rng, rng.choice(PLAYERS)))
                samples += _samples(search.game, play_game(search, rng))
                games += 1
    except KeyboardInterrupt:
        print("interrupted; keeping what has been played", file=sys.stderr)  # noqa: T201
    _save(file, samples)
    print(f"{games} games, {len(samples)} positions")  # noqa: T201


def _samples(game: KingdomRun, story: Story) -> list[Sample]:
    rules = json.dumps({key: game.values[key] for key in ("players", "edition", "circuit")})
    return [(rules, turn.start, turn.outlook, story.outcome) for turn in story.turns]


def _save(file: Path, samples: list[Sample]) -> None:
    """Positions are kept whole, so that other features can be fitted on the same games."""
    games = sorted({sample[0] for sample in samples})
    padded = np.zeros((2, len(samples), 4), np.float32)
    for n, (_, _, outlook, outcome) in enumerate(samples):
        padded[0, n, : len(outlook)], padded[1, n, : len(outcome)] = outlook, outcome
    np.savez_compressed(
        file,
        games=np.array(games),
        game=np.array([games.index(sample[0]) for sample in samples]),
        boards=np.frombuffer(b"".join(sample[1] for sample in samples), np.uint8).reshape(len(samples), -1),
        outlook=padded[0],
        outcome=padded[1],
    )


def _load(file: Path) -> dict[int, list[Any]]:
    """For each number of players: features, progress, outlook, outcome."""
    data = np.load(file)
    searches = []
    for text in data["games"]:
        game = KingdomRun.from_options(json.loads(str(text)))
        searches.append(TurnSearch(game))
    columns: dict[int, list[Any]] = {players: [[], [], [], []] for players in (2, 3, 4)}
    for n, board, outlook, outcome in zip(data["game"], data["boards"], data["outlook"], data["outcome"], strict=True):
        search, position = searches[n], board.tobytes()
        players = len(search.game.seats)
        progress = State.unpack(position).arrived / search.game.rules.places
        row = (search.features(position), progress, outlook[:players], outcome[:players])
        for column, value in zip(columns[players], row, strict=True):
            column.append(value)
    return columns


# --- Fitting -------------------------------------------------------------------------------------------------


def fit(files: list[Path], mix: float, ridge: float, apart: float) -> None:
    """The weights under which what happened was likeliest: each seat's chance is its strength's share of all.

    What happened is a mixture: `mix` parts of the outlook one turn later, the rest the outcome. First weights for any
    number of players are fitted, held near 0 by `ridge`; then those of each number, held near the former by `apart`.
    """
    played = [_load(file) for file in files]
    xs, targets, outcomes = [], [], []
    for players in (2, 3, 4):
        features, progress, outlook, outcome = (
            np.array([value for part in played for value in part[players][n]]) for n in range(4)
        )
        stages = np.array([basis(float(part)) for part in progress])
        xs.append((features[:, :, :, None] * stages[:, None, None, :]).reshape(len(features), players, -1))
        targets.append(mix * outlook + (1 - mix) * outcome)
        outcomes.append(outcome)
    nothing = np.zeros(xs[0].shape[2])
    together = _newton(xs, targets, nothing, ridge)
    fitted = {}
    for players, x, target, outcome in zip((2, 3, 4), xs, targets, outcomes, strict=True):
        weights = _newton([x], [target], together, apart)
        chance = _chances(x, weights)
        surprise = -np.log((chance * outcome).sum(1).clip(1e-9)).mean()
        print(f"{players} players: {len(x)} positions, log loss {surprise:.4f}")  # noqa: T201
        fitted[f"{players} players"] = {
            name: [round(float(number), 3) for number in numbers]
            for name, numbers in zip(NAMES, weights.reshape(-1, STAGES), strict=True)
        }
    text = json.dumps(fitted, indent=1)
    SUMS.write_text(text.replace("[\n   ", "[").replace(",\n   ", ", ").replace("\n  ]", "]") + "\n", "utf-8")


def _chances(x: Any, weights: Any) -> Any:
    strength = x @ weights
    strength = np.exp(strength - strength.max(1, keepdims=True))
    return strength / strength.sum(1, keepdims=True)


def _newton(xs: list[Any], targets: list[Any], near: Any, ridge: float) -> Any:
    """The likeliest weights, held near some others."""
    weights = near
    for _ in range(8):
        slope = ridge * (near - weights)
        curve = ridge * np.eye(len(weights))
        for x, target in zip(xs, targets, strict=True):
            chance = _chances(x, weights)
            slope = slope + np.einsum("np,npf->f", target - chance, x)
            spread = (x - np.einsum("np,npf->nf", chance, x)[:, None]) * np.sqrt(chance)[:, :, None]
            spread = spread.reshape(-1, len(weights))
            curve += spread.T @ spread
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    play_parser = commands.add_parser("play", help="self-play with today's weights")
    play_parser.add_argument("file", type=Path)
    play_parser.add_argument("--minutes", type=float, default=10)
    play_parser.add_argument("--seed", type=int, default=1)
    fit_parser = commands.add_parser("fit", help="write the weights that fit self-play best")
    fit_parser.add_argument("files", type=Path, nargs="+")
    fit_parser.add_argument("--mix", type=float, default=0.5, help="part of the outlook in what is fitted")
    fit_parser.add_argument("--ridge", type=float, default=3.0, help="how hard weights are held near 0")
    fit_parser.add_argument("--apart", type=float, default=20.0, help="how hard, near those of any number of players")
    given = parser.parse_args()
    if given.command == "play":
        play(given.file, given.minutes, given.seed)
    else:
        fit(given.files, given.mix, given.ridge, given.apart)


if __name__ == "__main__":
    main()

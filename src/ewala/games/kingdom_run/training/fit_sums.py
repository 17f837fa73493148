"""Fit the weights of Kingdom Run's value function on self-play, and measure bots against each other.

    python -m ewala.games.kingdom_run.training.fit_sums play games.npz --minutes 10    # self-play with today's weights
    python -m ewala.games.kingdom_run.training.fit_sums fit games.npz                  # writes the bots' weights.json
    python -m ewala.games.kingdom_run.training.fit_sums match squire ranger --games 400 --players 2

Two or three rounds of `play` and `fit` do: each plays better than the one before. A minute is one of this process,
whatever else the machine does. Long work shows its progress; interrupted, `play` keeps what it has played.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from ewala.core.engine import Rng
from ewala.core.roles import CHANCE
from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.bot import KingdomRunBot, kept_after
from ewala.games.kingdom_run.bots.features import NAMES
from ewala.games.kingdom_run.bots.levels import LEVELS
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.shipped_weights import SUMS
from ewala.games.kingdom_run.bots.weights import STAGES, basis
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, OVER, ROLL, State
from ewala.kit.bot import Budget

CIRCUITS = ["A,B,C"] * 6 + ["C,B,A", "A',B',C", "B,A,C'", "C',A',B'"]
EDITIONS = ["en", "en", "en", "fr", "nl"]
PLAYERS = [2, 2, 3, 4]
NOISE = 0.02  # so that games differ
WIDTH = 3
ACT_WIDTH = 10

Sample = tuple[str, bytes, list[float], list[float]]  # rules, position, outlook, outcome

# --- Self-play -----------------------------------------------------------------------------------------------


def play(file: Path, minutes: float, seed: int) -> None:
    """Play whole games; of each turn's beginning keep the features, the outlook after a look ahead, and the outcome."""
    rng = random.Random(seed)
    samples: list[Sample] = []
    searches: dict[KingdomRun, TurnSearch] = {}
    games, end = 0, time.process_time() + 60 * minutes
    try:
        with tqdm(total=round(60 * minutes), unit="s", mininterval=1) as bar:
            while (left := end - time.process_time()) > 0:
                bar.set_postfix(games=games, positions=len(samples), refresh=False)
                bar.update(round(60 * minutes - left) - bar.n)
                game = _any_game(rng)
                search = searches.setdefault(game, TurnSearch(game))
                samples += _play_one(search, rng)
                games += 1
    except KeyboardInterrupt:
        print("interrupted; keeping what has been played", file=sys.stderr)  # noqa: T201
    _save(file, samples)
    print(f"{games} games, {len(samples)} positions")  # noqa: T201


def _any_game(rng: random.Random) -> KingdomRun:
    players = "".join(rng.sample("KSFG", 4))[: rng.choice(PLAYERS)]
    players = "".join(sorted(players, key="KSFG".index))  # few games, so that searches are shared
    edition, circuit = rng.choice(EDITIONS), rng.choice(CIRCUITS)
    return KingdomRun.from_options({"players": players, "edition": edition, "circuit": circuit, "first": players[0]})


def _play_one(search: TurnSearch, rng: random.Random) -> list[Sample]:
    game, words = search.game, Rng(rng.getrandbits(60))
    engine, data = game.engine, game.engine.start()
    met: list[tuple[bytes, list[float]]] = []
    wild = rng.random() < 0.3  # some games have bad moves in them
    while State.unpack(data).phase != OVER:
        outlook = search.look(data, width=WIDTH)
        met.append((data, outlook.shares))
        data = engine.apply(data, engine.sample(data, words))
        chances = {move: outlook.kept[kept_after(data, move)] for move in engine.legal(data)}
        reroll = max(chances, key=chances.__getitem__)
        data = engine.apply(data, reroll)
        if State.unpack(data).phase not in (ACT, OVER, ROLL):
            data = engine.apply(data, engine.sample(data, words))
        if State.unpack(data).phase == ACT:
            noise = 0.25 if wild and rng.random() < 0.3 else NOISE
            data = search.ends(data, width=ACT_WIDTH, most=1, noise=noise, seed=rng.getrandbits(60))[0].board
    outcome = search.judge(data)
    return [(_rules(game), *position, outcome) for position in met]


def _rules(game: KingdomRun) -> str:
    return json.dumps({key: game.values[key] for key in ("players", "edition", "circuit")})


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


# --- Matches -------------------------------------------------------------------------------------------------


def match(names: tuple[str, str], games: int, players: int, budget: Budget, seed: int) -> None:
    """Duplicate dice, seats swapped: with the same dice one game for each seat that the first bot can have."""
    wins = shared = played = 0
    times: dict[str, list[float]] = {name: [] for name in names}
    with tqdm(total=games) as bar:
        for points, decided in _results(names, games, players, budget, seed, times):
            played += 1
            wins += points == 1
            shared += not decided
            bar.set_postfix(won=f"{wins}/{played - shared}", refresh=False)
            bar.update()
    decided_games = played - shared
    share = wins / max(1, decided_games)
    error = 1.96 * (share * (1 - share) / max(1, decided_games)) ** 0.5
    print(  # noqa: T201
        f"{names[0]} against {names[1]}, {players} players: {share:.1%} of {decided_games} decided games"
        f" ({share - error:.1%} to {share + error:.1%}), {shared} shared"
    )
    for name, taken in times.items():
        taken.sort()
        print(  # noqa: T201
            f"  {name}: {len(taken)} decisions, median {1e3 * taken[len(taken) // 2]:.0f} ms,"
            f" 99 % within {1e3 * taken[int(0.99 * len(taken))]:.0f} ms of processor time"
        )


def _results(
    names: tuple[str, str], games: int, players: int, budget: Budget, seed: int, times: dict[str, list[float]]
) -> Iterator[tuple[float, bool]]:
    game = KingdomRun.from_options({"players": "KSFG"[:players]})
    for n in range(games):
        seat = n % players
        dice = Rng(seed * 1_000_003 + n // players)
        rngs = [random.Random(f"{seed} {n} {who}") for who in range(players)]
        engine, state = game.engine, game.start()
        while (to_act := state.to_act) is not None:
            if to_act is CHANCE:
                state = Position(game, engine.apply(state.data, engine.sample(state.data, dice)))
                continue
            who = game.seats.index(str(to_act))
            name = names[0] if who == seat else names[1]
            start = time.process_time()
            move = _bot(name).choose(state.view(game.seats[who]), budget=budget, rng=rngs[who])
            taken = time.process_time() - start
            if taken > 0.0005:
                times[name].append(taken)
            state = Position(game, engine.apply(state.data, game.move_code(move)))
        won = state.winners()
        yield float(game.seats[seat] in won), len(won) == 1


class _Random:
    def choose(self, view: Any, *, budget: Budget, rng: random.Random) -> str:
        moves: list[str] = view.moves()
        return rng.choice(moves)


def _bot(name: str) -> Any:
    if name == "random":
        return _Random()
    if "=" in name:
        return _made(name)
    return LEVELS[name]


_bots: dict[str, KingdomRunBot] = {}


def _made(text: str) -> KingdomRunBot:
    """A bot to try: `width=10,noise=0.1`."""
    if text not in _bots:
        settings: dict[str, Any] = {}
        for part in text.split(","):
            key, _, value = part.partition("=")
            settings[key] = float(value) if "." in value else int(value)
        _bots[text] = KingdomRunBot(**settings)
    return _bots[text]


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
    match_parser = commands.add_parser("match", help="measure one level, or settings, against another")
    match_parser.add_argument("names", nargs=2)
    match_parser.add_argument("--games", type=int, default=400)
    match_parser.add_argument("--players", type=int, default=2)
    match_parser.add_argument("--seconds", type=float)
    match_parser.add_argument("--iterations", type=int, default=1000)
    match_parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "play":
        play(given.file, given.minutes, given.seed)
    elif given.command == "fit":
        fit(given.files, given.mix, given.ridge, given.apart)
    else:
        budget = Budget(seconds=given.seconds) if given.seconds else Budget(iterations=given.iterations)
        match(tuple(given.names), given.games, given.players, budget, given.seed)


if __name__ == "__main__":
    main()

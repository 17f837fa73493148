"""Our games as contestants of `ewala bench study`: played out, simulated with their rows, and as environments."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.games.registry import GAMES, load
from ewala.lab.bench.measure import Contestant, Played
from ewala.lab.cluster.cores import cores
from ewala.lab.simulation.engines import Player
from ewala.lab.simulation.players import player_for

_ENVS = 4096
_LAUNCHED = 1 << 21  # games that a card plays in one go: enough to keep it busy


def cores_contestants(seed: int) -> list[Contestant]:
    """Every game at its defaults, on one thread and on as many as there are cores."""
    found = []
    threads = list(dict.fromkeys([1, cores()]))
    for name in GAMES:
        game = load(name)
        found += [_played_out(game, seed, many) for many in threads]
        found += [_simulated(game, seed, many) for many in threads]
        found += _stepped(game, seed)
    return found


def _way(what: str, threads: int) -> str:
    return f"{what}, {threads} thread{'s' * (threads > 1)}"


def _played_out(game: Game, seed: int, threads: int) -> Contestant:
    engine = game.fast_engine
    rngs = [Rng(seed + thread) for thread in range(threads)]
    pool = ThreadPoolExecutor(threads)

    def play(games: int) -> Played:
        each = -(-games // threads)
        moves = sum(pool.map(lambda rng: engine.play_out_many(each, rng), rngs))
        return Played(each * threads, moves)

    return Contestant(game.title, _way("played out", threads), True, play)


def _simulated(game: Game, seed: int, threads: int) -> Contestant:
    player = player_for(game, ["uniform"] * len(game.seats), seed)
    return Contestant(game.title, _way("simulated with rows", threads), True, _in_parts(player, threads))


def _in_parts(player: Player, threads: int) -> Callable[[int], Played]:
    pool, numbers = ThreadPoolExecutor(threads), count()

    def play(games: int) -> Played:
        each = -(-games // threads)
        parts = [next(numbers) for _ in range(threads)]
        moves = sum(int(rows["moves"].sum()) for rows in pool.map(lambda part: player.play(part * each, each), parts))
        return Played(each * threads, moves)

    return play


def _stepped(game: Game, seed: int) -> list[Contestant]:
    """The vector environment, if Gymnasium is there: a move in each of thousands of games at a call."""
    try:
        from ewala.envs.vector import VectorEnv
    except ImportError:
        return []
    env: Any = VectorEnv(game, _ENVS, copy=False)
    env.reset(seed=seed)

    def play(steps: int) -> Played:
        for _ in range(steps):
            env.step(env.random_actions())
        return Played(steps, steps * _ENVS)

    return [Contestant(game.title, f"vector environment of {_ENVS}", True, play)]


def graphics_contestants(seed: int) -> list[Contestant]:
    """Every game on the card: only sums come back, or every row."""
    from ewala.lab.simulation.graphics_player import GraphicsPlayer

    found = []
    for name in GAMES:
        game = load(name)
        player = GraphicsPlayer(game, ["uniform"] * len(game.seats), seed)
        found.append(Contestant(game.title, "sums on the card", True, _summed(player)))
        found.append(Contestant(game.title, "rows from the card", True, _in_pieces(player)))
    return found


def _summed(player: Any) -> Callable[[int], Played]:
    numbers = count(0, _LAUNCHED)

    def play(games: int) -> Played:
        launches = -(-games // _LAUNCHED)
        moves = sum(player.totals(next(numbers), _LAUNCHED).moves for _ in range(launches))
        return Played(launches * _LAUNCHED, moves)

    return play


def _in_pieces(player: Any) -> Callable[[int], Played]:
    numbers = count(0, player.piece)

    def play(games: int) -> Played:
        pieces = -(-games // player.piece)
        moves = sum(int(player.play(next(numbers), player.piece)["moves"].sum()) for _ in range(pieces))
        return Played(pieces * player.piece, moves)

    return play

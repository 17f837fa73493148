"""`ewala bench study`: random play by the million, beside named peers in the same run."""

import argparse
import importlib
import importlib.util
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import count
from statistics import median
from typing import Any

from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.games.registry import GAMES, load
from ewala.kit.report.page import columns
from ewala.lab.arguments import check_json
from ewala.lab.bench import rules
from ewala.lab.bench.contestants import HOW_TO_INSTALL, Contestant, Measurement, Played, Spread, peer_contestants, times
from ewala.lab.cluster.processes import cores
from ewala.lab.simulation.players import Player, player_for

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


@dataclass(frozen=True)
class Speed:
    """One contestant's moves a second."""

    game: str
    way: str
    ours: bool
    moves_per_second: Spread
    rounds: int

    @property
    def name(self) -> str:
        return f"{self.game}, {self.way}"


@dataclass(frozen=True)
class Speeds:
    rows: list[Speed]

    def ratios(self) -> list[tuple[str, str, float]]:
        """Each of ours to each peer."""
        ours = [row for row in self.rows if row.ours]
        others = [row for row in self.rows if not row.ours]
        return [(a.name, b.name, a.moves_per_second.median / b.moves_per_second.median) for a in ours for b in others]

    def as_json(self) -> dict[str, object]:
        rows = [asdict(row) | {"moves_per_second": row.moves_per_second._asdict()} for row in self.rows]
        ratios = [{"of": of, "to": to, "moves_per_second": ratio} for of, to, ratio in self.ratios()]
        return {"rows": rows, "ratios": ratios}

    def as_text(self) -> str:
        if not self.rows:
            return ""
        body = [
            [row.name, _rate(rate.median), f"({_rate(rate.low)}–{_rate(rate.high)})"]
            for row in self.rows
            for rate in [row.moves_per_second]
        ]
        lines = columns(["", "moves/s", "(min–max)"], body)
        found = self.ratios()
        if found:
            peers = list(dict.fromkeys(to for _, to, _ in found))
            lines += ["", "Ratios of moves/s; what counts as a move differs from game to game"]
            for number, peer in enumerate(peers, 1):
                lines.append(f"  [{number}] {peer}")
            head = ["", *(f"[{number}]" for number in range(1, len(peers) + 1))]
            names = list(dict.fromkeys(of for of, _, _ in found))
            by_pair = {(of, to): ratio for of, to, ratio in found}
            lines += columns(head, [[name, *(times(by_pair[name, peer]) for peer in peers)] for name in names])
        return "\n".join(lines) + "\n"


def speeds(measurements: Sequence[Measurement]) -> Speeds:
    """The figures of everyone who has played a round."""
    return Speeds([_speed(measurement) for measurement in measurements if measurement.rounds and _counted(measurement)])


def _counted(measurement: Measurement) -> bool:
    return all(played.moves is not None for played in measurement.rounds)


def _speed(measurement: Measurement) -> Speed:
    contestant: Contestant = measurement.contestant
    rates = [(played.moves or 0) / played.seconds for played in measurement.rounds]
    spread = Spread(median(rates), min(rates), max(rates))
    return Speed(contestant.game, contestant.way, contestant.ours, spread, len(rates))


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value < 1e9 else f"{value:.3g}"


_STEPS = 64  # of Pgx in one call, so that calling costs nothing
_BATCHES = (1, 4096)
_CARD_BATCHES = (4096, 16384, 65536, 262144)
_CLASSIC = ("connect_four_v3", "tictactoe_v3")


def missing_peers(backend: str) -> list[str]:
    wanted = {"Pgx": "pgx"} if backend == "cuda" else {"OpenSpiel": "pyspiel", "Pgx": "pgx", "PettingZoo": "pettingzoo"}
    return [name for name, module in wanted.items() if importlib.util.find_spec(module) is None]


def peers(seed: int) -> list[Contestant]:
    """All peers that are installed, on processors."""
    found = [peer for peer in peer_contestants(seed) if peer.way == "Python"]
    if importlib.util.find_spec("pgx"):
        found += [_pgx(batch, seed) for batch in _BATCHES]
        found.append(_pgx_stepped(_BATCHES[-1], seed))
    if importlib.util.find_spec("pettingzoo") and importlib.util.find_spec("pygame"):
        found += [_classic(name, seed) for name in _CLASSIC]
    return found


def gpu_peers(seed: int) -> list[Contestant]:
    """Pgx on the card, in batches among which is its best."""
    return [_pgx(batch, seed) for batch in _CARD_BATCHES] if importlib.util.find_spec("pgx") else []


def _backgammon(batch: int, seed: int) -> tuple[Any, Any, Any]:
    """A step of all games at random, the first states, and a key."""
    jax: Any = importlib.import_module("jax")
    env: Any = importlib.import_module("pgx").make("backgammon")

    def step(state: Any, key: Any) -> Any:
        choice, dice, anew = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        after = env.step(state, jax.random.categorical(choice, logits), dice)
        over = after.terminated | after.truncated
        fresh = env.init(anew)
        return jax.tree_util.tree_map(lambda new, old: jax.numpy.where(over, new, old), fresh, after)

    key = jax.random.PRNGKey(seed)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    return jax.vmap(step), states, key


def _pgx(batch: int, seed: int) -> Contestant:
    jax: Any = importlib.import_module("jax")
    step, states, key = _backgammon(batch, seed)

    def many(states: Any, key: Any) -> Any:
        def one(carried: Any, _: Any) -> Any:
            states, key = carried
            key, now = jax.random.split(key)
            return (step(states, jax.random.split(now, batch)), key), None

        return jax.lax.scan(one, (states, key), None, _STEPS)[0]

    compiled, kept = jax.jit(many), [states, key]

    def play(calls: int) -> Played:
        for _ in range(calls):
            kept[:] = compiled(*kept)
        jax.block_until_ready(kept[0])
        return Played(calls, calls * _STEPS * batch)

    return Contestant("Pgx backgammon", f"batch of {batch}", False, play)


def _pgx_stepped(batch: int, seed: int) -> Contestant:
    """One call a step, as an environment is used."""
    jax: Any = importlib.import_module("jax")
    step, states, key = _backgammon(batch, seed)
    compiled, kept = jax.jit(lambda states, key: step(states, jax.random.split(key, batch))), [states, key]

    def play(steps: int) -> Played:
        for _ in range(steps):
            kept[1], now = jax.random.split(kept[1])
            kept[0] = compiled(kept[0], now)
        jax.block_until_ready(kept[0])
        return Played(steps, steps * batch)

    return Contestant("Pgx backgammon", f"vector environment of {batch}", False, play)


def _classic(name: str, seed: int) -> Contestant:
    """A PettingZoo game move by move, as its API is used."""
    env: Any = importlib.import_module(f"pettingzoo.classic.{name}").env()
    rng = random.Random(seed)

    def play(games: int) -> Played:
        moves = 0
        for _ in range(games):
            env.reset(seed=rng.randrange(1 << 30))
            for _agent in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    mask = observation["action_mask"]
                    env.step(rng.choice([action for action, legal in enumerate(mask) if legal]))
                    moves += 1
        return Played(games, moves)

    return Contestant(f"PettingZoo {name}", "Python", False, play)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    rules.add_arguments(parser)
    parser.add_argument("--backend", choices=("cpu", "cuda"), default="cpu", help="processor or NVIDIA card")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    check_json(args)
    about = "Random play, each legal move equally likely; steps of environments with observations and masks."
    missing = missing_peers(args.backend)
    notes = [f"{name} is not installed; to measure it beside: {HOW_TO_INSTALL}" for name in missing]
    if args.backend == "cuda":
        contestants = [*graphics_contestants(args.seed), *gpu_peers(args.seed)]
        return rules.compare(args, contestants, speeds, about, notes, card=f" with {_card()}")
    return rules.compare(args, [*cores_contestants(args.seed), *peers(args.seed)], speeds, about, notes)


def _card() -> str:
    from ewala.lab.simulation.graphics_player import need_card

    name = need_card().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)

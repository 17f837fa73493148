"""The peers of `ewala bench study`: OpenSpiel, Pgx and PettingZoo's classic games, each where it is installed.

Pgx plays many games at once on JAX's device: chooses, steps, observes, and begins anew where a game has ended, all
compiled into one call of many steps.
"""

import importlib
import importlib.util
import random
from typing import Any

from ewala.core.extras import how_to_install
from ewala.lab.bench.measure import Contestant, Played
from ewala.lab.bench.peers import peer_contestants

HOW_TO_INSTALL = how_to_install("bench")

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

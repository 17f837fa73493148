"""Learns The Chronicles of Run by playing against itself, then plays against a bot of the roster.

Proximal policy optimisation with JAX and Optax: games are played to their end, both sides by the network, and what
brought more than was expected becomes likelier. Weights and learning curve are kept, also if Ctrl-C ends the learning.
"""

import argparse
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from gymnasium.vector import AutoresetMode
from tqdm import tqdm

from ewala.envs.vector import VectorEnv
from ewala.games.chronicles.rules.state import RUNES, SIDES, SLOTS, TURNS, ZONES
from ewala.games.roster import roster

W, RATE, BATCH, CLIP, TRACE, ENTROPY = 64, 1.5e-3, 1024, 0.2, 0.9, 0.01
POINTS, POINT_GAMES, LAST_GAMES = 8, 200, 800  # tests along the way, the games of each, and of the one at the end
OF_ZONES, OF_A_SIDE, OF_THE_GAME = ZONES * (1 + ZONES), 2 * SLOTS + RUNES + 4, 4 + TURNS  # features, as observed
ZONE, FACTS = 1 + SIDES * 2 * (RUNES + 1), SIDES * (RUNES + 4) + OF_THE_GAME  # what goes into the network
LAYERS = {"zone": (ZONE, W), "near": (ZONE, W), "facts": (FACTS, W), "whole": (W, W), "zone2": (W, W), "near2": (W, W)}
LAYERS |= {"whole2": (W, W), "place": (W, 2 * (1 + RUNES)), "effect": (W, 1 + 3 * RUNES), "worth": (W, 1)}
chronicles = partial(VectorEnv, "chronicles-of-run", autoreset_mode=AutoresetMode.DISABLED)
optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam())


def beginner(seed):
    """The weights of a network that knows nothing. A layer's first row is added to whatever comes in."""
    keys = zip(jax.random.split(jax.random.key(seed), len(LAYERS)), LAYERS.items(), strict=True)
    return {name: jax.random.normal(k, (1 + i, o)).at[0].set(0) / (4 * i) ** 0.5 for k, (name, (i, o)) in keys}


def network(weights, seen, mask):
    """Logarithms of the actions' chances, and the result to expect. What it learns of one zone, it knows of all."""
    layer, many = lambda name, x: x @ weights[name][1:] + weights[name][0], len(seen)
    zones, sides, game = jnp.split(seen.astype(jnp.float32), [OF_ZONES, OF_ZONES + SIDES * OF_A_SIDE], 1)
    power, near = jnp.split(zones.reshape(many, ZONES, -1), [1], 2)
    slots, hands = jnp.split(sides.reshape(many, SIDES, -1), [2 * SLOTS], 2)
    rune, hidden = jnp.split(slots.reshape(many, SIDES, ZONES, 2, 2), [1], 4)
    lies = jnp.concatenate([jax.nn.one_hot(rune[..., 0].astype(int) - 1, RUNES), hidden], 4)
    lies = jnp.concatenate([power, jnp.moveaxis(lies, 1, 2).reshape(many, ZONES, -1)], 2)
    facts = layer("facts", jnp.minimum(jnp.concatenate([hands.reshape(many, -1), game], 1), 1))
    zone = jax.nn.relu(layer("zone", lies) + layer("near", near @ lies) + facts[:, None])
    whole = jax.nn.relu(layer("whole", zone.mean(1)) + facts)
    zone = jax.nn.relu(layer("zone2", zone) + layer("near2", near @ zone) + layer("whole2", whole)[:, None])
    whole += zone.mean(1)
    move, bid = jnp.split(layer("place", zone).reshape(many, SLOTS, -1), [1], 2)
    decline_or_swap, attract = jnp.split(layer("effect", whole), [1 + RUNES], 1)
    actions = [decline_or_swap, move[..., 0], attract, jnp.moveaxis(bid, 1, 2).reshape(many, -1)]  # as in envs.actions
    return jax.nn.log_softmax(jnp.where(mask, jnp.concatenate(actions, 1), -1e9)), jnp.tanh(layer("worth", whole)[:, 0])


@jax.jit
def decide(weights, seen, mask, key):
    logs, worth = network(weights, seen, mask)
    action = jax.random.categorical(key, logs)
    return action, jnp.take_along_axis(logs, action[:, None], 1)[:, 0], worth


def play(weights, envs, seed):
    """Play all games to their end: every decision, and what each side won."""
    key, decisions, over = jax.random.key(seed), [], np.zeros(envs.num_envs, bool)
    seen, infos = envs.reset(seed=seed)
    while not over.all():
        now, mask = jax.random.fold_in(key, len(decisions)), infos["action_mask"]
        action, log, worth = (np.asarray(part) for part in decide(weights, seen, mask, now))
        decisions.append((infos["seat"], ~over, seen, mask, action, log, worth))
        seen, _, ended, _, infos = envs.step(action)
        over = over | ended
    return decisions, infos["returns"]


def lessons(decisions, results, rng):
    """Batches of decisions with their gain: by how much its side expects more at the next one, and part of its gain."""
    later, gains, rows = results.copy(), np.zeros_like(results), []
    for seat, live, seen, mask, action, log, worth in reversed(decisions):
        here = np.flatnonzero(live), seat[live]
        gains[here] = later[here] - worth[live] + TRACE * gains[here]
        later[here] = worth[live]
        rows.append((seen[live], mask[live], action[live], log[live], gains[here], gains[here] + worth[live]))
    *known, gain, result = (np.concatenate(column) for column in zip(*rows, strict=True))
    for batch in rng.permutation(len(gain))[: len(gain) // BATCH * BATCH].reshape(-1, BATCH):
        yield [column[batch] for column in (*known, (gain - gain.mean()) / gain.std(), result)]


def loss(weights, seen, mask, action, before, gain, result):
    logs, worth = network(weights, seen, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], 1)[:, 0] - before)
    policy = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    entropy = -jnp.where(mask, jnp.exp(logs) * logs, 0).sum(1)  # bids are hidden: who can be read, loses
    return jnp.mean((worth - result) ** 2 / 2 - policy - ENTROPY * entropy)


@jax.jit
def learn(weights, state, batch, rate):
    change, state = optimizer.update(jax.grad(loss)(weights, *batch), state)
    return jax.tree.map(lambda weight, by: weight - rate * by, weights, change), state


def tested(weights: dict[str, np.ndarray], bot: str, games: int, seed: int) -> list[int]:
    """Games won, drawn and lost against a bot, half of them from each side."""
    decisions, results = play(weights, chronicles(games, seat="rotating", bots=bot), seed)
    return [int((np.sign(results[np.arange(games), decisions[0][0]]) == sign).sum()) for sign in (1, 0, -1)]


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=12, help="how long to learn (%(default)s)")
    parser.add_argument("--updates", type=int, default=0, help="how often to learn, instead of how long")
    parser.add_argument("--games", type=int, default=1024, help="that it learns from at a time (%(default)s)")
    parser.add_argument("--opponent", choices=roster("chronicles-of-run"), default="mercenary", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of dice and weights (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path("learned"), help="a folder (%(default)s)")
    args = parser.parse_args(words)
    if not args.minutes > 0 or args.updates < 0 or not 0 <= args.seed < 2**31 or args.games * SLOTS < BATCH:
        parser.error(f"minutes and updates are above 0, seeds from 0 on, games above {BATCH // SLOTS}: a batch")
    with suppress(OSError):
        args.out.mkdir(parents=True)
    args.out.is_dir() or parser.error(f"{args.out} is no folder, and none can be made there")
    rng, envs, weights = np.random.default_rng(args.seed), chronicles(args.games), jax.jit(beginner)(args.seed)
    state, update, minutes, done, curve, began = optimizer.init(weights), 0, 0.0, 0.0, [], time.monotonic()
    with suppress(KeyboardInterrupt), tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}") as bar:
        while done < 1:
            if done * POINTS >= len(curve):
                curve.append((update, minutes, *tested(weights, args.opponent, POINT_GAMES, args.seed)))
                bar.set_postfix_str("won {2}, drawn {3}, lost {4}".format(*curve[-1]))
            for batch in lessons(*play(weights, envs, (1 + args.seed) * 10**6 + update), rng):
                weights, state = learn(weights, state, batch, RATE * (1 - done))
            update, minutes = update + 1, (time.monotonic() - began) / 60
            done = min(1, update / args.updates if args.updates else minutes / args.minutes)
            bar.update(100 * done - bar.n)
    np.savez(args.out / "weights.npz", **weights)
    curve.append((update, minutes, *tested(weights, args.opponent, LAST_GAMES, args.seed + 1)))
    np.savetxt(args.out / "curve.csv", curve, "%g", ",", header="update,minutes,won,drawn,lost", comments="")
    won, drawn, lost = curve[-1][2:]
    share, error = won / (won + lost), 1.96 * (won * lost / (won + lost) ** 3) ** 0.5
    tqdm.write(f"{update} updates, {minutes:.1f} minutes, {time.process_time() / 60:.1f} of one processor")
    tqdm.write(f"{args.opponent}: {won} won, {drawn} drawn, {lost} lost: {share:.1%} ± {error:.1%} of those decided")


if __name__ == "__main__":
    main()

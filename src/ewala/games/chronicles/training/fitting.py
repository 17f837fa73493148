"""Fit one turn's network to what its positions are worth, on whatever JAX finds: a graphics card, or these cores."""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.kinds import FEATURES, NO_FEATURE

RECIPE = {"passes": 16, "batch": 1024, "rate": 3e-3, "decay": 0.3, "average": 0.998}
_AT_ONCE = 65536  # positions that are judged together


class Layers(NamedTuple):
    """One turn's part of a network (fitted.Network)."""

    features: Any
    first_bias: Any
    middle: Any
    second_bias: Any
    last: Any


def fresh_layers(rng: np.random.Generator) -> Layers:
    """Of zeros nothing can be learned: a network begins at random."""
    features = rng.normal(0, 0.05, (FEATURES, FIRST_LAYER)).astype(np.float32)
    features[NO_FEATURE] = 0  # and stays so, as no position has it
    return Layers(
        features,
        np.zeros(FIRST_LAYER, np.float32),
        rng.normal(0, (2 / FIRST_LAYER) ** 0.5, (FIRST_LAYER, SECOND_LAYER)).astype(np.float32),
        np.zeros(SECOND_LAYER, np.float32),
        rng.normal(0, (1 / SECOND_LAYER) ** 0.5, SECOND_LAYER + 1).astype(np.float32),
    )


def fit(layers: Layers, counts: Any, worths: Any, seed: int) -> Layers:
    """Layers after some passes through the positions, an average over the last steps."""
    many, batch = len(worths), min(int(RECIPE["batch"]), len(worths))
    steps = many // batch
    rate = optax.cosine_decay_schedule(RECIPE["rate"], int(RECIPE["passes"]) * steps)
    descent = optax.adamw(rate, weight_decay=RECIPE["decay"])
    weights = Layers(*(jnp.asarray(layer, jnp.float32) for layer in layers))
    held = weights, descent.init(weights), weights
    counts, worths = jnp.asarray(counts), jnp.asarray(worths, jnp.float32)
    rng = np.random.default_rng(seed)
    go = jax.jit(partial(_pass, descent))
    for _ in range(int(RECIPE["passes"])):
        order = rng.permutation(many)[: steps * batch].reshape(steps, batch)
        held = go(held, counts, worths, jnp.asarray(order))
    return Layers(*(np.asarray(layer, np.float32) for layer in held[2]))


def values(layers: Layers, counts: Any) -> Any:
    """What the kernel reckons (`bots/evaluation.py`), for many positions at once."""
    parts = [np.asarray(_values(layers, counts[n : n + _AT_ONCE])) for n in range(0, len(counts), _AT_ONCE)]
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def _pass(descent: Any, held: Any, counts: Any, worths: Any, order: Any) -> Any:
    """Once through all positions."""

    def step(held: Any, chosen: Any) -> Any:
        weights, state, average = held
        slope = jax.grad(_loss)(weights, counts[chosen], worths[chosen])
        change, state = descent.update(slope, state, weights)
        weights = Layers(*optax.apply_updates(weights, change))
        kept = RECIPE["average"]
        average = Layers(*(kept * old + (1 - kept) * new for old, new in zip(average, weights, strict=True)))
        return (weights, state, average), None

    return jax.lax.scan(step, held, order)[0]


def _loss(weights: Layers, counts: Any, worths: Any) -> Any:
    return ((_values(weights, counts) - worths) ** 2).mean()


@jax.jit
def _values(layers: Layers, counts: Any) -> Any:
    first = jax.nn.relu(counts.astype(jnp.float32) @ layers.features + layers.first_bias)
    second = jax.nn.relu(first @ layers.middle + layers.second_bias)
    return jnp.tanh(second @ layers.last[:-1] + layers.last[-1])

"""Fit a network to lessons, on whatever JAX finds: a graphics card, or this machine's cores."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from ewala.games.kingdom_run.bots.features import FEATURES
from ewala.games.kingdom_run.bots.network import FIRST_LAYER, SECOND_LAYER
from ewala.games.kingdom_run.bots.values import Layers
from ewala.games.kingdom_run.bots.weights import STAGES
from ewala.kit.effort import Watch

RECIPE = {"passes": 6, "batch": 2048, "rate": 5e-3, "decay": 0.1, "average": 0.998}


def fit(layers: Layers, lessons: dict[str, Any], seed: int, watch: Watch) -> Layers:
    """Layers after some passes through the lessons, an average over the last steps; a blank network is woken first."""
    rng = np.random.default_rng(seed)
    weights = Layers(*(jnp.asarray(layer, jnp.float32) for layer in _woken(layers, rng)))
    many, batch = len(lessons["progress"]), min(int(RECIPE["batch"]), len(lessons["progress"]))
    steps = int(RECIPE["passes"]) * (many // batch)
    rate = optax.warmup_cosine_decay_schedule(0.0, RECIPE["rate"], max(1, steps // 20), steps)
    descent = optax.adamw(rate, weight_decay=RECIPE["decay"])
    state, average, done = descent.init(weights), weights, 0
    data = {name: jnp.asarray(lessons[name]) for name in ("features", "sums", "progress", "target")}
    step, mixed = jax.jit(partial(_step, descent)), jax.jit(_mixed)
    for _ in range(int(RECIPE["passes"])):
        order = rng.permutation(many)
        for start in range(0, many - batch + 1, batch):
            chosen = jnp.asarray(order[start : start + batch])
            done += 1
            kept = min(RECIPE["average"], done / (done + 10))  # of few steps, the first ones must not weigh most
            weights, state = step(weights, state, {name: part[chosen] for name, part in data.items()})
            average = mixed(average, weights, kept)
            watch(done / steps)
    return Layers(*(np.asarray(layer, np.float32) for layer in average))


def surprise(layers: Layers, lessons: dict[str, Any]) -> float:
    """How surprised a network is by what happened: the mean of minus the logarithm of what it gave it."""
    return float(-(lessons["outcome"] * np.log(chances(layers, lessons))).sum(1).mean())


def chances(layers: Layers, lessons: dict[str, Any]) -> Any:
    """Each seat's chance in each position, as the kernel reckons it."""
    part = {name: jnp.asarray(lessons[name]) for name in ("features", "sums", "progress")}
    return np.asarray(_chances(Layers(*(jnp.asarray(layer) for layer in layers)), part))


@jax.jit
def _chances(layers: Layers, part: dict[str, Any]) -> Any:
    return jax.nn.softmax(_strengths(layers, part))


def _woken(layers: Layers, rng: np.random.Generator) -> Layers:
    """Of zeros nothing can be learned: the first layers begin at random, the last stays as it is."""
    if np.any(np.asarray(layers.seats)):
        return layers
    players = len(layers.seats)
    return layers._replace(
        seats=rng.normal(0, 0.15, (players, FEATURES, FIRST_LAYER)),
        first_bias=np.zeros((STAGES, FIRST_LAYER)),
        middle=rng.normal(0, (2 / FIRST_LAYER) ** 0.5, (FIRST_LAYER, SECOND_LAYER)),
    )


def _step(descent: Any, weights: Layers, state: Any, part: dict[str, Any]) -> tuple[Layers, Any]:
    slope = jax.grad(_loss)(weights, part)
    change, state = descent.update(slope, state, weights)
    return Layers(*optax.apply_updates(weights, change)), state


def _mixed(average: Layers, weights: Layers, kept: float) -> Layers:
    return Layers(*(kept * old + (1 - kept) * new for old, new in zip(average, weights, strict=True)))


def _loss(weights: Layers, part: dict[str, Any]) -> Any:
    likely = jax.nn.log_softmax(_strengths(weights, part))
    return -(part["target"] * likely).sum(1).mean()


def _strengths(layers: Layers, part: dict[str, Any]) -> Any:
    """What the kernel reckons (`bots/network.py`), for many positions at once."""
    features = part["features"].astype(jnp.float32)
    players = features.shape[1]
    stages = jnp.stack([part["progress"] ** n for n in range(STAGES)], axis=1)
    first = (stages @ layers.first_bias)[:, None, :]
    for later in range(players):
        first = first + jnp.roll(features @ layers.seats[later], -later, axis=1)
    second = jax.nn.relu(jax.nn.relu(first) @ layers.middle + layers.second_bias)
    return part["sums"] + second @ layers.last

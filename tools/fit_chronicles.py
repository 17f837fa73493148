"""Fit the values of The Chronicles of Run that its bots look ahead to.

It writes src/ewala/games/chronicles/bots/weights.npz.

    python tools/fit_chronicles.py [--scale 1.0] [--seed 1] [--rounds 1] [--go-on TURN]

From the last turn backwards: positions at the start of a turn are solved (the eighth turn exactly, earlier ones one
turn ahead, with the values fitted for the turn after), and a small network learns what they are worth. What each turn
has learnt is saved at once, so that an interrupted run can go on; positions come from quick self-play with the
values there are, so that another round starts from better play.
"""

import argparse
from typing import Any

import numpy as np
from tqdm import tqdm

from ewala.core.compiled import twin
from ewala.core.rng import seeded
from ewala.games.chronicles.bots import features
from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.features import FEATURES, MOST_FEATURES, NO_FEATURE
from ewala.games.chronicles.bots.fitted import WEIGHTS, Network, blank_network, fitted_network, save_network
from ewala.games.chronicles.bots.workspace import Workspace, compiled_workspace
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import TURNS, State

Array = np.ndarray[Any, np.dtype[Any]]

POSITIONS = {8: 40000, 7: 40000, 6: 25000, 5: 14000, 4: 8000, 3: 5000, 2: 4000}  # of each turn, at scale 1
LAYOUTS = ("block", "block", "ring", "line")  # the default twice as often
WHIMS = (10, 30, 60, 100)  # per cent of random bids, from sensible play to none
HELD_BACK = 0.1  # of the positions, to see how well the rest was learnt
BATCH = 256
EPOCHS = 20
RATE = 2e-3
DECAY = 1.0  # of the weights, times the rate: without it, rare features are learnt by heart


def first_guess() -> Network:
    """By hand: the lead, and zones held alone as far as the other side's runes leave hope."""
    network = blank_network()
    worth = np.zeros(FEATURES)
    for lead in range(31):
        worth[features.LEAD + lead] = 0.2 * (lead - 15)
    for spare in range(3):
        for whose in range(2):
            for danger in range(9):
                hope = 1 - 2 * danger / 8
                worth[features.DANGER + 18 * spare + 9 * whose + danger] = 0.15 * (spare + 1) * hope * (1 - 2 * whose)
    for whose in range(2):
        for rune in range(11):
            worth[features.HAND + 11 * whose + rune] = 0.03 * (rune - 5) * (1 - 2 * whose)
    network.features[:, :, 0] = worth
    network.features[:, :, 1] = -worth
    network.middle[:, 0, 0] = network.middle[:, 1, 1] = 1
    network.last[:, 0], network.last[:, 1] = 1, -1
    return network


def solved_positions(turn: int, many: int, network: Network, seed: int) -> tuple[Array, Array]:
    """Positions at the start of a turn as their features, and what they are worth to the initiative."""
    play, search, seen = (
        twin(f"ewala.games.chronicles.bots.{name}") for name in ("quick_play", "turn_search", "features")
    )
    rules = [Chronicles.from_options({"layout": name}).rules for name in LAYOUTS]
    workspaces = [compiled_workspace(of_layout, "win", network) for of_layout in rules]
    rng = np.array([seeded(seed)])
    features, worths = np.full((many, MOST_FEATURES), NO_FEATURE), np.zeros(many, np.float32)
    blank = np.zeros(1, State.dtype())
    for n in tqdm(range(many), desc=f"turn {turn}", mininterval=5):
        work: Workspace = workspaces[n % len(workspaces)]
        work.stack[0] = blank[0]
        play.play_to(work, turn, WHIMS[n // len(workspaces) % len(WHIMS)], rng)
        seen.features(work.stack[0], work.rules, features[n], work.notes.power)
        sign = 1 - 2 * int(work.stack[0]["initiative"])
        worths[n] = sign * search.worth(work, 0, 2 if turn == 8 else 1)
    return features, worths


def fit(layers: list[Array], features: Array, worths: Array, rng: np.random.Generator) -> tuple[float, float]:
    """AdamW on the mean squared error; returns the error on positions held back, and that of a guess of their mean."""
    held = int(len(worths) * HELD_BACK)
    moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    steps = EPOCHS * ((len(worths) - held) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = held + rng.permutation(len(worths) - held)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            step += 1
            rate = RATE * (1 - step / (steps + 1))
            for layer, slope, (mean, square) in zip(
                layers, _slopes(layers, _counts(features[chosen]), worths[chosen]), moments, strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                pull = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                layer -= rate * (pull + DECAY * layer)
            layers[0][NO_FEATURE] = 0
    guesses = _forward(layers, _counts(features[:held]))[-1]
    return float(np.mean((guesses - worths[:held]) ** 2)), float(np.var(worths[:held]))


def _counts(features: Array) -> Array:
    """How often each feature holds in each position: two empty zones of the same power are the same feature twice."""
    marks = np.zeros((len(features), FEATURES), np.float32)
    rows = np.arange(len(features))
    for column in features.T:
        marks[rows, column] += 1
    marks[:, NO_FEATURE] = 0
    return marks


def _forward(layers: list[Array], marks: Array) -> tuple[Array, Array, Array]:
    """The first layer's, the second layer's and the output's values."""
    weights, first_bias, middle, second_bias, last = layers
    first = np.maximum(marks @ weights + first_bias, 0)
    second = np.maximum(first @ middle + second_bias, 0)
    return first, second, np.tanh(second @ last[:-1] + last[-1])


def _slopes(layers: list[Array], marks: Array, worths: Array) -> list[Array]:
    """How the mean squared error changes with each weight."""
    _, _, middle, _, last = layers
    first, second, guesses = _forward(layers, marks)
    out = 2 * (guesses - worths) * (1 - guesses**2) / len(worths)
    to_second = np.outer(out, last[:-1]) * (second > 0)
    to_first = (to_second @ middle.T) * (first > 0)
    return [
        marks.T @ to_first,
        to_first.sum(0),
        first.T @ to_second,
        to_second.sum(0),
        np.append(second.T @ out, out.sum()),
    ]


def fresh_layers(rng: np.random.Generator) -> list[Array]:
    return [
        rng.normal(0, 0.05, (FEATURES, FIRST_LAYER)).astype(np.float32),
        np.zeros(FIRST_LAYER, np.float32),
        rng.normal(0, (2 / FIRST_LAYER) ** 0.5, (FIRST_LAYER, SECOND_LAYER)).astype(np.float32),
        np.zeros(SECOND_LAYER, np.float32),
        rng.normal(0, (1 / SECOND_LAYER) ** 0.5, SECOND_LAYER + 1).astype(np.float32),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the usual number of positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="how often to go from the last turn to the first")
    parser.add_argument("--go-on", type=int, metavar="TURN", help="keep the weights that are there, fit from TURN on")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    network = Network(*(array.copy() for array in fitted_network())) if args.go_on else first_guess()
    for round_ in range(args.rounds):
        layers = fresh_layers(rng)
        for turn, usual in POSITIONS.items():
            if turn > (args.go_on or TURNS):
                layers = [array[turn].copy() for array in network]
                continue
            if round_:
                layers = [array[turn].copy() for array in network]
            many = int(usual * args.scale)
            features, worths = solved_positions(turn, many, network, hash((args.seed, round_, turn)))
            error, spread = fit(layers, features, worths, rng)
            for array, layer in zip(network, layers, strict=True):
                array[turn] = layer  # the next turn back starts from what this one has learnt
            save_network(network, WEIGHTS)
            tqdm.write(f"round {round_ + 1}, turn {turn}: error {error:.4f} of a variance of {spread:.4f}")


if __name__ == "__main__":
    main()

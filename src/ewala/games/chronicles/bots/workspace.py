"""What a search works on: a stack of positions, matrices, scratch. Made once a thread; kernels only write into it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ewala.core.packed import Copies
from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.kinds import MOST_FEATURES
from ewala.games.chronicles.bots.matrix_game import MOST_COLUMNS, MOST_ROWS
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.payoffs import PAYOFFS, Utility
from ewala.games.chronicles.bots.turn_search import LEVELS_PER_TURN, MOST_REMEMBERED, NOTES
from ewala.games.chronicles.rules.codes import MOST_MOVES
from ewala.games.chronicles.rules.state import Rules, State

__all__ = ["DEEPEST", "Notes", "Workspace", "compiled_workspace", "interpreted_workspace"]

DEEPEST = 4  # turns that a search can look ahead
_LEVELS = LEVELS_PER_TURN * DEEPEST + 2


class Notes(NamedTuple):
    """Scratch of a single evaluation."""

    features: Any
    power: Any
    first: Any
    second: Any


class Workspace(NamedTuple):
    """Scratch of a search, and what it reads: the rules, payoffs, the fitted network."""

    stack: Any
    rules: Any
    moves: Any
    nodes: Any  # each level's notes
    bests: Any  # the best value so far on each level
    runes: Any  # each level's rows
    games: Any  # each level's matrix
    known: Any  # which of its entries are filled in
    chosen: Any  # which of its columns the restricted game has,
    working: Any  # the same as a list
    limits: Any  # what the restricted game is worth; under Clairvoyance the row so far
    mixes: Any  # how often its rows are played,
    answers: Any  # and its columns
    best_slots: Any  # each level's best slot last time, -1 for none
    remembered: Any  # and the answers to it, after their number
    restricted: Any
    tableau: Any
    names: Any
    x: Any
    y: Any
    payoff: Any
    network: Network
    notes: Notes


def compiled_workspace(rules: Rules, utility: Utility, network: Network) -> Workspace:
    """A workspace for compiled kernels."""
    record = np.frombuffer(rules.pack(), Rules.dtype())[0]
    states, moves = np.zeros(_LEVELS, State.dtype()), np.zeros((_LEVELS, MOST_MOVES), np.int64)
    return _workspace(states, record, moves, utility, network)


def interpreted_workspace(rules: Rules, utility: Utility, network: Network) -> Workspace:
    """A workspace for kernels as plain Python: the same search, a thousand times slower."""
    return _workspace(Copies(_blanks()), rules, [[0] * MOST_MOVES for _ in range(_LEVELS)], utility, network)


def _blanks() -> Iterable[State]:
    return (State() for _ in range(_LEVELS))


def _workspace(stack: Any, rules: Any, moves: Any, utility: Utility, network: Network) -> Workspace:
    return Workspace(
        stack=stack,
        rules=rules,
        moves=moves,
        nodes=np.zeros((_LEVELS, NOTES), np.int64),
        bests=np.zeros(_LEVELS),
        runes=np.zeros((_LEVELS, MOST_ROWS), np.int64),
        games=np.zeros((_LEVELS, MOST_ROWS, MOST_COLUMNS)),
        known=np.zeros((_LEVELS, MOST_ROWS, MOST_COLUMNS), np.bool_),
        chosen=np.zeros((_LEVELS, MOST_COLUMNS), np.bool_),
        working=np.zeros((_LEVELS, MOST_COLUMNS), np.int64),
        limits=np.zeros(_LEVELS),
        mixes=np.zeros((_LEVELS, MOST_ROWS)),
        answers=np.zeros((_LEVELS, MOST_COLUMNS)),
        best_slots=np.full(_LEVELS, -1, np.int64),
        remembered=np.zeros((_LEVELS, MOST_REMEMBERED + 1), np.int64),
        restricted=np.zeros((MOST_ROWS, MOST_COLUMNS)),
        tableau=np.zeros((MOST_ROWS + 1, MOST_COLUMNS + 1)),
        names=np.zeros((2, MOST_COLUMNS), np.int64),
        x=np.zeros(MOST_ROWS),
        y=np.zeros(MOST_COLUMNS),
        payoff=np.array(PAYOFFS[utility]),
        network=network,
        notes=Notes(
            features=np.zeros(MOST_FEATURES, np.int64),
            power=np.zeros(2, np.int64),
            first=np.zeros(FIRST_LAYER, np.float32),
            second=np.zeros(SECOND_LAYER, np.float32),
        ),
    )

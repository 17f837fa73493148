"""The peers: OpenSpiel's backgammon and goofspiel, through its Python interface and by its own C++ rollouts.

Backgammon is a race with dice as Kingdom Run is, goofspiel a game of hidden bids as The Chronicles of Run is.
"""

import importlib
import random
from typing import Any

from ewala.core.extras import how_to_install
from ewala.lab.bench.measure import Contestant, Played

HOW_TO_INSTALL = how_to_install("bench")

_GAMES = ("backgammon", "goofspiel")
_SIMULATIONS = 2  # the fewest with which the search works: all the time goes into rollouts
_MEGABYTES = 100  # the search's memory; two simulations need next to none


def peer_contestants(seed: int) -> list[Contestant]:
    """The peers, or nobody if OpenSpiel is not installed."""
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return []
    return [make(pyspiel, name, seed) for make in (_rollouts, _playouts) for name in _GAMES]


def _playouts(pyspiel: Any, name: str, seed: int) -> Contestant:
    """Games played move by move in Python; where both sides choose at once, that counts as two moves."""
    game = pyspiel.load_game(name)
    rng = random.Random(seed)

    def play(games: int) -> Played:
        return Played(games, sum(_playout(game, rng) for _ in range(games)))

    return Contestant(f"OpenSpiel {name}", "Python", False, play)


def _playout(game: Any, rng: random.Random) -> int:
    """Play one game; returns the number of moves, chance included."""
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            moves += 1
        elif state.is_simultaneous_node():
            chosen = [rng.choice(state.legal_actions(player)) for player in range(game.num_players())]
            state.apply_actions(chosen)
            moves += len(chosen)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def _rollouts(pyspiel: Any, name: str, seed: int) -> Contestant:
    """Games that OpenSpiel's own tree search rolls out in C++, from the first decision on."""
    game = pyspiel.load_game_as_turn_based(name)  # the search takes no simultaneous moves
    rng = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def play(games: int) -> Played:
        rollouts = -(-games // _SIMULATIONS)
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, rng.randrange(1 << 30))
        search = pyspiel.MCTSBot(game, evaluator, 2.0, _SIMULATIONS, _MEGABYTES, False, rng.randrange(1 << 30), False)
        search.mcts_search(state)
        return Played(rollouts * _SIMULATIONS, None)

    return Contestant(f"OpenSpiel {name}", "C++ rollouts", False, play)

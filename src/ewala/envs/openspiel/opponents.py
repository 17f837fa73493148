"""OpenSpiel's own searches as opponents: MCTS where everything is open, ISMCTS where something is hidden.

MCTS is the one in C++, with its own rollouts. It is asked for its tree and not for a step: a step lets go of Python's
lock, and without it a game in Python crashes. ISMCTS is the one in Python: in C++ it cannot resample a game in Python.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from ewala.envs.openspiel.game import EwalaGame
from ewala.envs.openspiel.rollouts import CompiledRollouts
from ewala.envs.openspiel.state import EwalaState

Opponent = Callable[[EwalaState], int]

_MEGABYTES = 1000  # the most that the tree in C++ may take
_ROLLOUTS = 1  # after each simulation


def opponent(game: EwalaGame, *, simulations: int, exploration: float, compiled_rollouts: bool, seed: int) -> Opponent:
    """Who chooses OpenSpiel's moves; with compiled rollouts the same search is faster, and no stronger."""
    draws = np.random.RandomState(seed)
    if game.compiled.game.hides:
        rollouts = (
            CompiledRollouts(_ROLLOUTS, seed) if compiled_rollouts else mcts.RandomRolloutEvaluator(_ROLLOUTS, draws)
        )
        hidden = ismcts.ISMCTSBot(game, rollouts, exploration, simulations, random_state=draws)
        hidden.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random_sample))
        return lambda state: int(hidden.step(state))
    if compiled_rollouts:
        rollouts = CompiledRollouts(_ROLLOUTS, seed)
        quick = mcts.MCTSBot(game, exploration, simulations, rollouts, random_state=draws)
        return lambda state: int(quick.step(state))
    evaluator: Any = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, exploration, simulations, _MEGABYTES, True, seed, False)
    return lambda state: int(bot.mcts_search(state).best_child().action)

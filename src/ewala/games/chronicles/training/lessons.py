"""What positions are worth, by a search, and what the values see of them; on several cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ewala.core.compiled import twin
from ewala.core.machines import COMPILED
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.kinds import FEATURES
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.workspace import Workspace, new_workspace
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import TURNS, State
from ewala.games.chronicles.training.self_play import gathered

SOLVED = 2  # turns before the end that are solved; before, the search ends a turn later, in that turn's values
_PORTION = 256  # positions that a thread takes at once


def worths_of(states: Any, turn: int, network: Network, cores: int = 1) -> Any:
    """What each position at the start of this turn is worth to the initiative."""
    weigh = twin("ewala.games.chronicles.training.many").weigh
    ahead = SOLVED if turn > TURNS - SOLVED else 1
    out = np.zeros(len(states), np.float32)
    _in_portions(len(states), network, cores, lambda work, part: weigh(work, states[part], ahead, out[part]))
    return out


def marks_of(states: Any, network: Network, cores: int = 1) -> Any:
    """How often each feature holds in each position."""
    mark = twin("ewala.games.chronicles.training.many").mark
    out = np.zeros((len(states), FEATURES), np.uint8)
    _in_portions(len(states), network, cores, lambda work, part: mark(work, states[part], out[part]))
    return out


def _in_portions(many: int, network: Network, cores: int, does: Callable[[Workspace, slice], None]) -> None:
    """Every portion once, by a thread for each core: machine code lets go of Python."""
    parts = [slice(start, start + _PORTION) for start in range(0, many, _PORTION)]
    threads = max(1, min(cores, len(parts)))

    def take(first: int) -> None:
        # Which zones touch is in the positions: any layout's rules will do.
        work = new_workspace(COMPILED, Chronicles.from_options({}).rules, "win", network)
        for part in parts[first::threads]:
            does(work, part)

    with ThreadPoolExecutor(threads) as crew:
        list(crew.map(take, range(threads)))


def compile_training() -> None:
    """Compile what opponents learn from: quick games, and the positions that are solved for them."""
    plain = fitted_network("plain")
    met = gathered(plain, "1", 1)
    for turn in (TURNS - SOLVED, TURNS - SOLVED + 1):
        states = met["states"][met["turns"] == turn].reshape(-1).view(State.dtype())
        worths_of(states, turn, plain)
        marks_of(states, plain)

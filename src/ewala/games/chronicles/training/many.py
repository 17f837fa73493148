"""Many positions at once, in one go of machine code."""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.chronicles.bots.features import features
from ewala.games.chronicles.bots.turn_search import forget, worth

__all__ = ["mark", "weigh"]


@kernel
def weigh(work: Any, states: Any, turns: int, out: Any) -> None:
    """What each position at the start of a turn is worth to the initiative, looking so many turns ahead."""
    for n in range(len(states)):
        forget(work)
        work.stack[0] = states[n]
        out[n] = (1 - 2 * work.stack[0].initiative) * worth(work, 0, turns)


@kernel
def mark(work: Any, states: Any, out: Any) -> None:
    """How often each feature holds in each position: two empty zones of the same power are the same feature twice."""
    for n in range(len(states)):
        work.stack[0] = states[n]
        for i in range(features(work.stack[0], work.rules, work.notes.features, work.notes.power)):
            out[n, work.notes.features[i]] += 1

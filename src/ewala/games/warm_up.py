"""Fills the cache of machine code: each bot thinks once about each kind of decision, so that all of it is compiled.

    python -m ewala.games.warm_up

The first time this takes most of a minute, after that a few seconds; `is_warm` says without loading anything whether it
has been done. A server runs it beside itself, since whoever compiles has little time for anything else.
"""

import importlib.metadata
import os
import platform
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ewala.core.compiled import code_folder
from ewala.core.engine import Rng
from ewala.core.state import State, View
from ewala.games.registry import GAMES, load
from ewala.games.roster import levels, strongest
from ewala.kit.bot import Budget

BUDGET = Budget(iterations=50)  # enough for the strongest to look twice
DECISIONS = 24  # of a random game that are thought about: every kind of decision is among them
LOW_PRIORITY = 15


def is_warm() -> bool:
    """Whether this machine has the machine code of all bots, as far as can be told at a glance."""
    return _mark().exists()


def _mark() -> Path:
    """Machine code is for one interpreter, compiler and processor; others that share the folder need their own."""
    parts = (
        platform.python_implementation(),
        platform.python_version(),
        importlib.metadata.version("numba"),
        importlib.metadata.version("llvmlite"),
        platform.machine(),
        platform.node(),
    )
    return code_folder() / f"{'-'.join(parts)}.warm"


def main() -> int:
    """Compile what is not compiled yet; what has been done is kept when it is interrupted."""
    if hasattr(os, "nice"):
        os.nice(LOW_PRIORITY)
    for name in GAMES:
        for view in islice(decisions(name), DECISIONS):
            for entry in levels(name):
                entry.bot.choose(view, budget=BUDGET, rng=random.Random(1))
            strongest(name).bot.assess(view, budget=BUDGET)
    mark = _mark()
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    return 0


def decisions(name: str) -> Iterator[View]:
    """The decisions of a random game, as whoever has to make them sees them."""
    state: State = load(name).start()
    rng, dice = random.Random(1), Rng(1)
    while state.to_act is not None:
        if isinstance(state.to_act, str):
            yield state.view(state.to_act)
            state = state.play(rng.choice(state.moves()))
        else:
            state = state.play(state.sample(dice))


if __name__ == "__main__":
    sys.exit(main())

"""Public positions of The Chronicles of Run at random: legal play up to the start of a turn."""

import random

from ewala.core.engine import Rng
from ewala.core.game_base import Backend
from ewala.core.state import State
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import BID
from ewala.games.chronicles.rules.state import State as Record


def public_position(turn: int, seed: int, *, layout: str = "block", backend: Backend = "auto") -> State:
    """The start of a turn after random play; the same for the same seed."""
    state = Chronicles.from_options({"layout": layout}, backend).start()
    rng, draws = random.Random(seed), Rng(seed)
    while not isinstance(state.to_act, str):
        state = state.play(state.sample(draws))
    while True:
        record = Record.unpack(state.data)
        if record.turn == turn and record.phase == BID and not record.pending:
            return state
        state = state.play(rng.choice(state.moves()))

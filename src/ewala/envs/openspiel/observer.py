"""What a player sees, as OpenSpiel's learners want it: a tensor with named parts, and a text."""

from typing import Any

import numpy as np
import pyspiel

from ewala.core.errors import BadSetup
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.envs.openspiel.board import CompiledGame
from ewala.envs.openspiel.state import EwalaState


class Observer:
    """A player's view; of everybody's private things with `PrivateInfoType.NONE`, a spectator's.

    With perfect recall also all moves as the player has seen them: code + 1, from the first, then zeros.
    """

    def __init__(self, compiled: CompiledGame, longest: int, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadSetup("openspiel/observer", "", Sentence("a view is of one player, or of none"))
        self._spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recall: bool = kind.perfect_recall
        parts = {"player": compiled.seats, "observation": compiled.features}
        if self._recall:
            parts["moves"] = longest
        self.tensor = np.zeros(sum(parts.values()), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, size in parts.items():
            self.dict[name] = self.tensor[begin : begin + size]
            begin += size

    def set_from(self, state: EwalaState, player: int) -> None:
        """Write the tensor."""
        viewer = -1 if self._spectator else player
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.dict["observation"][:] = state.board.features(viewer)
        if self._recall:
            moves = state.seen_history(viewer)
            self.dict["moves"][: len(moves)] = np.array(moves) + 1

    def string_from(self, state: EwalaState, player: int) -> str:
        """The moves that were seen, or the text of the position as it is seen."""
        if self._recall:
            return state.information_state_string(-1 if self._spectator else player)
        position = state.position
        return position.view(SPECTATOR if self._spectator else position.game.seats[player]).text

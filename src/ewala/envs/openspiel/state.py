"""A position as an OpenSpiel state. Actions and outcomes of chance are the codes of our moves."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Protocol

import numpy as np
import pyspiel

from ewala.core.errors import BadSetup
from ewala.core.roles import SPECTATOR
from ewala.core.state import State
from ewala.envs.openspiel.board import CHANCE, OVER, Board, CompiledGame


class HasCompiledGame(Protocol):
    """An OpenSpiel game that is one of ours."""

    compiled: CompiledGame


class EwalaState(pyspiel.State):  # type: ignore[misc]
    """A position with everything in it; what a player may know of it, `observation_…` and `information_…` tell.

    OpenSpiel keeps the history. Some of its methods are written again here, shorter: called from Python, they then need
    not go through C++ and back.
    """

    def __init__(self, game: HasCompiledGame) -> None:
        super().__init__(game)
        self._board = deepcopy(game.compiled.first)
        self._before: _Before | None = None

    @property
    def board(self) -> Board:
        return self._board

    @property
    def position(self) -> State:
        """The same position as the rest of this project has it."""
        return State(self._board.compiled.game, self._board.data())

    # --- What OpenSpiel asks a state

    def current_player(self) -> int:
        return self._board.who

    def is_terminal(self) -> bool:
        return self._board.who == OVER

    def is_chance_node(self) -> bool:
        return self._board.who == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._board.moves

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The moves of a player, none for one who has not to act; at a chance node, chance's."""
        board = self._board
        if board.who == CHANCE and player in (None, CHANCE):
            return [action for action, _ in board.chances()]
        return list(board.moves) if player is None or player == board.who else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self._board.chances())  # MCTS shuffles what it gets

    def _apply_action(self, action: int) -> None:
        self._before = None
        self._board.make(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._board.compiled.game.move_text(action)

    def returns(self) -> list[float]:
        return self._board.utilities()

    def __str__(self) -> str:
        return self.position.text

    # --- What a player may know

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player, or with -1 a spectator, has seen: all moves, of a hidden one what is shown."""
        viewer = self._board.who if player is None else player
        return " ".join(map(self._board.compiled.game.move_text, self.seen_history(viewer)))

    def seen_history(self, viewer: int) -> list[int]:
        """The history as a viewer has seen it. A move can be hidden only until the next: all before is known."""
        history: list[int] = self.history()
        if history:
            history[-1] = self._board.seen[viewer]
        return history

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "EwalaState":
        """A state that the player must think possible, each equally likely: their own, or with another hidden move."""
        history = self.history()
        if not history or self._board.seen[player] == history[-1]:
            return self.clone()  # type: ignore[no-any-return]
        if self._before is None:
            self._before = _Before(self, history)
        worlds = self._before.worlds[player]
        state: EwalaState = self._before.state.clone()
        state.apply_action(worlds[int(sampler() * len(worlds))])
        return state


class _Before:
    """The state before the last move, and for each viewer all moves there that would have looked like it to them."""

    def __init__(self, state: EwalaState, history: list[Any]) -> None:
        self.state: EwalaState = state.get_game().new_initial_state()
        for action in history[:-1]:
            self.state.apply_action(action)
        board = self.state.board
        self.worlds: list[list[int]] = [[] for _ in state.board.seen]
        for move in board.moves:
            after = deepcopy(board)
            after.make(move)
            for viewer, seen in enumerate(after.seen):
                if seen == state.board.seen[viewer]:
                    self.worlds[viewer].append(move)

    def __deepcopy__(self, memo: object) -> None:
        """A copy of a state is usually played on: it finds this out for itself if it has to."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(None), ()


class Observer:
    """A player's view; of everybody's private things with `PrivateInfoType.NONE`, a spectator's.

    With perfect recall also all moves as the player has seen them: code + 1, from the first, then zeros.
    """

    def __init__(self, compiled: CompiledGame, longest: int, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadSetup("openspiel/observer", "", "a view is of one player, or of none")
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

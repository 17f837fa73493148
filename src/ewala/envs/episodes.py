"""How episodes of an environment begin, are cut off, saved and shown (as text or SVG, as a spectator sees them)."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import either
from ewala.core.state import State
from ewala.envs.actions import Actions
from ewala.envs.batch import Batch
from ewala.games.registry import kit_of, settled

RENDER_MODES = ("ansi", "svg", "human")


def checked_mode(mode: str | None) -> str | None:
    """The mode itself, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadSetup(
            "envs/render-mode", "", "render_mode is {modes}, not {mode!r}", modes=either(RENDER_MODES), mode=mode
        )
    return mode


def render(state: State, mode: str | None) -> str | None:
    """The position as text ("ansi") or SVG; "human" writes the text on the standard output."""
    view, kit = state.view(SPECTATOR), kit_of(state.game.name)
    if mode == "svg":
        return kit.as_svg(view)
    if mode == "human":
        sys.stdout.write(kit.as_text(view))
    return kit.as_text(view) if mode == "ansi" else None


class Games:
    """What all environments have."""

    _batch: Batch

    @property
    def game(self) -> Game:
        return self._batch.game

    @property
    def actions(self) -> Actions:
        """The move that each action is."""
        return self._batch.actions


class OneGame(Games):
    """What environments of one game have."""

    render_mode: str | None

    @property
    def position(self) -> State:
        """The position, with everything in it."""
        return self._batch.position(0)

    def render(self) -> str | None:
        return render(self.position, self.render_mode)

    def _show(self) -> None:
        """With "human", every position is shown as it comes."""
        if self.render_mode == "human":
            self.render()


@dataclass(frozen=True)
class Saved:
    """What `get_state` gives: positions, dice, and what the bots draw from. It can be pickled, and nothing that is done
    later changes it. Only an environment of the same kind takes it back: game, number of games, who plays which seat.
    """

    kind: tuple[object, ...]
    parts: Mapping[str, Any]

    @staticmethod
    def read(saved: "Saved", kind: tuple[object, ...]) -> Mapping[str, Any]:
        """The parts; raises BadSetup if they are another kind of environment's."""
        if not isinstance(saved, Saved):
            raise BadSetup("envs/saved", "", "set_state takes what get_state gave, not {saved!r}", saved=saved)
        if saved.kind != kind:
            raise BadSetup("envs/saved", "", "this was saved by an environment with other rules, games or seats")
        return saved.parts


LONGEST = 10_000  # steps after which a game is cut off: rules need not make anybody come to an end


def beginnings(game: str | Game, position: str, options: Mapping[str, Any]) -> list[State]:
    """The positions in which a game may begin, each equally likely.

    `game` is a game's name with its options, or a game with its rules settled; `position` the text of a position in
    place of the first one. Raises what `load` and `parse` do, and BadSetup where nothing is left to be decided.
    """
    loaded = settled(game, options, "envs/options")
    if position:
        start = loaded.parse(position)
        if start.to_act is None:
            raise BadSetup("envs/over", "", "the game is over in this position; there is nothing to decide")
        return [start]
    return [drawn.start() for drawn in loaded.lots()]


def at_least_one(name: str, number: int) -> int:
    """The number itself, if it is a whole one from 1; else raises BadSetup."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadSetup("envs/number", "", "{name} is a whole number from 1, not {number!r}", name=name, number=number)
    return number


def not_begun() -> BadSetup:
    """The error for a step in a game that has not begun, or has ended."""
    return BadSetup("envs/not-begun", "", "reset begins a game; it comes before the first step")

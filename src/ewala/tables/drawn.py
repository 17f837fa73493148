"""A position for a device that has no board of its own for the game: as text, as a picture, its moves in words.

Everything is made from a view, as all that leaves the server: what its viewer may not know is not in it.
"""

from collections.abc import Mapping, Sequence

import msgspec

from ewala.core.roles import SPECTATOR
from ewala.core.state import Seat, State, View
from ewala.games.registry import kit_of
from ewala.locale.languages import translator
from ewala.tables.sentences import words_of_move


class Drawn(msgspec.Struct, frozen=True):
    ply: int
    board: str  # as text
    picture: str  # SVG
    moves: dict[str, str]  # the legal ones in words, if it is the viewer who must act


def drawn(view: View, ply: int, moves: Sequence[str], names: Mapping[Seat, str], language: str) -> Drawn:
    """The position as its viewer sees it; `moves` are those that they can make now."""
    kit, translate = kit_of(view.game.name), translator(language)
    seat = view.to_act if isinstance(view.to_act, str) else ""
    said = {move: words_of_move(view.game.name, move, seat, names).said(translate) for move in moves}
    return Drawn(ply, kit.as_text(view), kit.as_svg(view), said)


def shown_openly(state: State) -> View:
    """A position in which nothing is hidden, as a record and a study board show it."""
    return View(state.game, state.data, SPECTATOR)

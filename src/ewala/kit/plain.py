"""What a game has that brings nothing of its own: plain words, its text as a board and as a picture.

Everything here is made from what every game gives: its texts, its seats and its scores.
"""

from collections.abc import Mapping

from ewala.core.errors import EwalaError
from ewala.core.game import Game
from ewala.core.roles import CHANCE
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.kit.phrases import a_list, capital
from ewala.kit.screen import Ink
from ewala.kit.svg import Sheet
from ewala.kit.words import MoveInWords

__all__ = ["PlainBoard", "PlainWords", "as_svg", "as_text", "plain_move"]

LETTER = 9.0  # pixels that a letter of the picture takes, about
LINE = 28.0


def plain_move(game: Game, outcomes: int, move: str) -> MoveInWords:
    """Who plays what, or what chance brings: the codes of its outcomes are below `outcomes`. A move that is shown
    without its secret can't be read back, and is somebody's."""
    try:
        chance = game.move_code(move) < outcomes
    except EwalaError:
        chance = False
    if chance:
        return MoveInWords(Sentence("Chance brings {move}.", move=move))
    return MoveInWords(Sentence("{player} plays {move}.", move=move))


def as_text(view: View) -> str:
    """The position's text, whose turn it is, and the scores."""
    return "\n".join([view.text, _turn(view, {}), _scores(view, {})]) + "\n"


def as_svg(view: View) -> str:
    """The same lines as a picture."""
    lines = as_text(view).splitlines()
    width = LETTER * max(len(line) for line in lines) + 2 * LINE
    sheet = Sheet(width, LINE * (len(lines) + 1), view.game.title)
    sheet.box(0, 0, width, LINE * (len(lines) + 1), "#f4ecd8", 10)
    for n, line in enumerate(lines, 1):
        sheet.text(width / 2, LINE * n, line, 16, "#2b2118")
    return sheet.written()


class PlainWords:
    """Moves by their texts, seats by what they stand for."""

    def __init__(self, sides: Mapping[Seat, Sentence]) -> None:
        self.seat_names: Mapping[Seat, str] = {seat: str(side) for seat, side in sides.items()}
        self.help = ["as the list of moves has them; the rules explain what they mean"]

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[str]:
        sitting = [f"{capital(self.seat_names[seat])} is {who}." for seat, who in seats.items() if who]
        lines = [f"Position: {view.text}.", _turn(view, self.seat_names)]
        return [*lines, _scores(view, self.seat_names), *sitting]

    def move(self, view: View, move: str) -> str:
        return f"plays {move}"

    def menu(self, view: View, moves: list[str]) -> list[str] | None:
        return None

    def happened(self, before: View, move: str, after: View) -> list[str]:
        if before.to_act is CHANCE:
            return [f"Chance brings {move}."]
        return [f"{capital(self.seat_names[str(before.to_act)])} plays {move}."]

    def account(self, view: View) -> list[str]:
        return [_scores(view, self.seat_names)]


class PlainBoard:
    """The position's text, its scores under it."""

    def __init__(self, sides: Mapping[Seat, Sentence]) -> None:
        self._names = PlainWords(sides).seat_names

    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        return [ink(view.text, "bold"), _turn(view, self._names), _scores(view, self._names)]

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        return None


def _turn(view: View, names: Mapping[Seat, str]) -> str:
    if view.to_act is None:
        return "The game is over."
    if view.to_act is CHANCE:
        return "Chance decides."
    return f"{capital(names.get(view.to_act, view.to_act))} has to act."


def _scores(view: View, names: Mapping[Seat, str]) -> str:
    return f"Scores: {a_list([f'{names.get(seat, seat)} {score}' for seat, score in view.scores().items()])}."

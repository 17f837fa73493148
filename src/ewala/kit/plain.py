"""What stands in for the parts that a game leaves out: plain words, its text as a board and as a picture.

Everything here is made from what every game gives: its texts, its seats and its scores.
"""

import importlib
from collections.abc import Iterator, Mapping
from textwrap import wrap

from ewala.core.errors import UnreadableText
from ewala.core.game import Game
from ewala.core.roles import CHANCE
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.kit.phrases import capital, listed
from ewala.kit.screen import Ink
from ewala.kit.svg import Sheet
from ewala.kit.words import MoveInWords, called

__all__ = ["PlainBoard", "PlainWords", "as_svg", "as_text", "plain_actions", "plain_move"]

LETTER = 9.0  # pixels that a letter of the picture takes, about
LINE = 28.0


def plain_move(game: Game, outcomes: int, move: str) -> MoveInWords:
    """Who plays what, or what chance brings: the codes of its outcomes are below `outcomes`."""
    if game.read_move(move).code < outcomes:
        return MoveInWords(Sentence("Chance brings {move}.", move=move))
    return MoveInWords(Sentence("{player} plays {move}.", move=move))


def plain_actions(game: Game, outcomes: int) -> Iterator[int]:
    """The codes of all moves that can be played and are not an outcome of chance."""
    for code in range(outcomes, importlib.import_module(game.kernel).CODES):
        try:
            game.move_code(game.move_text(code))
        except UnreadableText:  # a hidden move, as others see it
            continue
        yield code


def as_text(view: View) -> str:
    """The position's text, whose turn it is, and the scores."""
    return "\n".join([view.text, str(_turn(view, {})), str(_scores(view, {}))]) + "\n"


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

    help = (Sentence("as the list of moves has them; the rules explain what they mean"),)

    def __init__(self, sides: Mapping[Seat, Sentence]) -> None:
        self._sides = sides

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[Sentence]:
        sitting = [called(who, self._sides[seat]) for seat, who in seats.items() if who]
        place = Sentence("Position: {text}.", text=view.text)
        return [place, _turn(view, self._sides), _scores(view, self._sides), *sitting]

    def move(self, view: View, move: str) -> Sentence:
        return Sentence("plays {move}", move=move)

    def menu(self, view: View, moves: list[str]) -> list[Sentence] | None:
        return None

    def story(self, before: View, move: str, after: View) -> list[Sentence]:
        return []

    def happened(self, before: View, move: str, after: View) -> list[Sentence]:
        return []

    def account(self, view: View) -> list[Sentence]:
        return [_scores(view, self._sides)]


class PlainBoard:
    """The position's text, its scores under it."""

    def __init__(self, sides: Mapping[Seat, Sentence]) -> None:
        self._sides = sides

    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        return [
            *(ink(line, "bold") for line in wrap(view.text, width)),
            capital(ink.said(_turn(view, self._sides))),
            ink.said(_scores(view, self._sides)),
        ]

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        return None


def _turn(view: View, sides: Mapping[Seat, Sentence]) -> Sentence:
    if view.to_act is None:
        return Sentence("The game is over.")
    if view.to_act is CHANCE:
        return Sentence("Chance decides.")
    return Sentence("{side} has to act.", side=sides.get(view.to_act, view.to_act))


def _scores(view: View, sides: Mapping[Seat, Sentence]) -> Sentence:
    scores = [
        Sentence("{side} {score}", side=sides.get(seat, seat), score=score) for seat, score in view.scores().items()
    ]
    return Sentence("Scores: {scores}.", scores=listed(scores))

"""What a face of the program asks of each game: words for everything that happens, and drawings of the board.

Nothing here knows a language: sentences are said in the reader's own, and a plain text stays as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.kit.screen import Ink

__all__ = ["Board", "MoveInWords", "Words", "called"]


def called(name: Sentence | str, side: Sentence) -> Sentence:
    """`Ana (knights)`: names need not be different, sides are."""
    return Sentence("{name} ({side})", name=name, side=side)


class MoveInWords(NamedTuple):
    """A sentence about a move that was made, in which only people's names are still to be filled in: the blanks
    `player`, who made it, and `other`."""

    sentence: Sentence
    other: Seat = ""  # who else is named, if anybody

    def filled(self, called: Callable[[Seat], Sentence], seat: Seat) -> Sentence:
        """The sentence with its names; `seat` made the move, "" if chance did."""
        blanks = dict(self.sentence.blanks)
        if seat:
            blanks["player"] = called(seat)
        if self.other:
            blanks["other"] = called(self.other)
        return Sentence(self.sentence.template, **blanks)


class Words(Protocol):
    """Sentences about a game; all of them are made from views, so they hold nothing that the viewer may not know.

    `seats` says what those are called that have a name; who has none is called by the seat's letter.
    """

    @property
    def help(self) -> Sequence[Sentence | str]:
        """How moves are written."""

    def position(self, view: View, seats: Mapping[Seat, str]) -> Sequence[Sentence | str]:
        """The whole position in sentences."""

    def move(self, view: View, move: str) -> Sentence | str:
        """What a legal move would do, in a few words."""

    def menu(self, view: View, moves: list[str]) -> Sequence[Sentence | str] | None:
        """The legal moves in sentences, where a list of them would be too long."""

    def story(self, before: View, move: str, after: View) -> Sequence[Sentence | str]:
        """What a move has brought about on the board, beyond what `move_in_words` says of it: for a log in which turns
        have headings and scores are seen."""

    def happened(self, before: View, move: str, after: View) -> Sequence[Sentence | str]:
        """The same with all else that is news: for a face that says everything in sentences."""

    def account(self, view: View) -> Sequence[Sentence | str]:
        """The scores as they stand, item by item."""


class Board(Protocol):
    """Drawings of a game, for people who see. The ink knows colours and the reader's language."""

    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        """The position; `seats` says what those are called that have a name."""

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        """The legal moves as a table of their numbers, where a list of them would be too long."""

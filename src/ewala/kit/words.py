"""What a face of the program asks of each game: words for everything that happens, and drawings of the board."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.kit.screen import Ink

__all__ = ["Board", "MoveInWords", "Words"]


class MoveInWords(NamedTuple):
    """A sentence about a move that was made, in which only people's names are still to be filled in: the blanks
    `player`, who made it, and `other`."""

    sentence: Sentence
    other: Seat = ""  # who else is named, if anybody


class Words(Protocol):
    """Sentences about a game; all of them are made from views, so they hold nothing that the viewer may not know."""

    @property
    def seat_names(self) -> Mapping[Seat, str]:
        """What each seat of the game is called, one that nobody takes too."""

    @property
    def help(self) -> list[str]:
        """How moves are written."""

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[str]:
        """The whole position in sentences; `seats` says who sits where."""

    def move(self, view: View, move: str) -> str:
        """What a legal move would do."""

    def menu(self, view: View, moves: list[str]) -> list[str] | None:
        """The legal moves in sentences, where a list of them would be too long."""

    def happened(self, before: View, move: str, after: View) -> list[str]:
        """What a move has done."""

    def account(self, view: View) -> list[str]:
        """The scores as they stand, item by item."""


class Board(Protocol):
    """Drawings of a game, for people who see."""

    def draw(self, view: View, seats: Mapping[Seat, str], ink: Ink, width: int) -> list[str]:
        """The position; `seats` says who sits where."""

    def menu(self, view: View, moves: list[str], ink: Ink, width: int) -> list[str] | None:
        """The legal moves as a table of their numbers, where a list of them would be too long."""

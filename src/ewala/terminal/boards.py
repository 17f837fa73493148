"""What the line mode asks of each game: words for everything that happens, and a drawing of the board."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

from ewala.core.state import Seat, View
from ewala.terminal.screen import Ink

__all__ = ["BOARDS", "Board", "Words", "board_of", "words_of"]


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


# game -> the end of the names of its two modules, `words_…` and `board_…`
BOARDS = {"kingdom-run": "kingdom_run", "chronicles-of-run": "chronicles"}


def words_of(game: str) -> Words:
    """The words for a registered game."""
    found: Words = import_module(f"ewala.terminal.words_{BOARDS[game]}").WORDS
    return found


def board_of(game: str) -> Board:
    """The drawings of a registered game."""
    found: Board = import_module(f"ewala.terminal.board_{BOARDS[game]}").BOARD
    return found

"""A game with everything that belongs to it, in one object.

Its rules, names, sentences, boards, pictures, bots, coach, studies and actions lie in the game's own folder; whoever
uses games asks its kit for them, and nobody else knows that folder. Each part is imported when somebody asks for it,
so that looking at a position needs no compiler and listing the bots no search.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ewala.core.game import Game
    from ewala.core.record import Record
    from ewala.core.sentences import Sentence
    from ewala.core.state import Seat, View
    from ewala.kit.effort import Effort
    from ewala.kit.hint import Hint
    from ewala.kit.ledger import Chances, Entry
    from ewala.kit.roster import Entry as Opponent
    from ewala.kit.study.brief import Question
    from ewala.kit.words import Board, MoveInWords, Words

__all__ = ["GameKit", "Learning", "Watch"]

Watch = Callable[[float], None]  # told which part of the work is done; an error that it raises ends the work


@dataclass(frozen=True)
class Learning:
    """What frameworks for learners want to know of a game before any is loaded."""

    name: str  # in Gymnasium: `ewala/<name>-v0`
    module: str  # in PettingZoo: `ewala.envs.<module>`
    fewest: int  # players
    most: int
    outcomes: int  # codes of chance moves are below this
    longest: int  # moves of a game, rolls included


class GameKit(ABC):
    """What the rest of the house knows of a game."""

    name: ClassVar[str]
    learning: ClassVar[Learning]

    @abstractmethod
    def game(self) -> "type[Game]": ...

    # --- Present: how it is shown and told

    @abstractmethod
    def sides(self) -> "Mapping[Seat, Sentence]":
        """What the seats stand for."""

    @abstractmethod
    def move_in_words(self, move: str) -> "MoveInWords":
        """What was done; a hidden move as whoever may not know it sees it."""

    def details(self) -> dict[str, object]:
        """What the game is made of, for whoever sets it up; ready for JSON but for sentences to be said."""
        return {}

    def told_types(self) -> "Sequence[type]":
        """What `explained` of a position and `details` hold, as types, for whoever reads them in another language."""
        return ()

    @abstractmethod
    def words(self) -> "Words": ...

    @abstractmethod
    def board(self) -> "Board": ...

    @abstractmethod
    def as_text(self, view: "View") -> str: ...

    @abstractmethod
    def as_svg(self, view: "View") -> str: ...

    # --- Bots

    def opponents(self) -> "Sequence[Opponent]":
        """The game's own bots, gentlest first."""
        return ()

    # --- Coach

    @abstractmethod
    def hint(self, view: "View", seconds: float) -> "Hint": ...

    @abstractmethod
    def look_through(self, record: "Record", effort: "Effort", watch: Watch) -> "tuple[Chances, list[Entry]]":
        """Each seat's chance at the start, and what every step changed."""

    # --- Studies

    def tables(self, game: "Game") -> "list[Game]":
        """The game for each number of players."""
        return [game]

    def questions(self) -> "Sequence[Question]":
        """What a designer may want to know."""
        return ()

    # --- Learners

    @abstractmethod
    def actions(self, game: "Game") -> Iterator[int]:
        """The codes of the moves that a player can ever make, in rising order."""

"""A game with everything that belongs to it, in one object.

Its rules, names, sentences, boards, pictures, bots, coach, studies and actions lie in the game's own folder; whoever
uses games asks its kit for them, and nobody else knows that folder. Each part is imported when somebody asks for it,
so that looking at a position needs no compiler and listing the bots no search.

A game has to say what stands below as abstract. All else it may leave out: then it is shown by its texts, played
against by the plain bots, and neither coached nor studied.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

if TYPE_CHECKING:
    import numpy as np

    from ewala.core.game import Game
    from ewala.core.record import Record
    from ewala.core.state import Seat, State, View
    from ewala.kit.arbiter import Arbiter
    from ewala.kit.bot import Chooser
    from ewala.kit.effort import Effort
    from ewala.kit.hint import Hint
    from ewala.kit.ledger import Chances, LedgerEntry, SoFar
    from ewala.kit.ratings.terms import Terms
    from ewala.kit.roster import Entry
    from ewala.kit.study.brief import Question
    from ewala.kit.training import Trainer
    from ewala.kit.turn_choice import TurnChoice
    from ewala.kit.turn_order import TurnOrder
    from ewala.kit.watch import Watch
    from ewala.kit.words import Board, MoveInWords, Words
    from ewala.kit.yardstick import Contender, Yardstick

__all__ = ["GameKit", "Learning"]


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

    def move_in_words(self, move: str) -> "MoveInWords":
        """A sentence about a move that was made; of a hidden one, as somebody sees it who may not know it."""
        from ewala.kit.plain import plain_move

        return plain_move(self.game().from_options({}), self.learning.outcomes, move)

    def seat_stays_empty(self) -> "Sentence":
        """What it means that nobody plays a seat; with the blank `side`."""
        return Sentence("Nobody plays this seat: {side}.")

    def details(self) -> dict[str, object]:
        """What the game is made of, for whoever sets it up; ready for JSON but for sentences to be said."""
        return {}

    def told_types(self) -> "Sequence[type]":
        """What `explained` of a position and `details` hold, as types, for whoever reads them in another language."""
        return ()

    def words(self) -> "Words":
        """Sentences about the game, for the terminal."""
        from ewala.kit.plain import PlainWords

        return PlainWords(self.sides())

    def board(self) -> "Board":
        """The game as the terminal draws it."""
        from ewala.kit.plain import PlainBoard

        return PlainBoard(self.sides())

    def as_text(self, view: "View") -> str:
        """A position as text, for the environments' `render`."""
        from ewala.kit.plain import as_text

        return as_text(view)

    def as_svg(self, view: "View") -> str:
        """A position as a picture, for environments and notebooks."""
        from ewala.kit.plain import as_svg

        return as_svg(view)

    def preview(self) -> bytes | None:
        """What is shown of a link to the game before it is followed: a PNG of 1200 by 630, `present/preview.png` in the
        game's folder; none if there is none. It is the same for every table, so that it can show nothing hidden."""
        from importlib.resources import files

        folder = files(type(self).__module__.rpartition(".")[0])
        picture = folder / "present" / "preview.png"
        return picture.read_bytes() if picture.is_file() else None

    # --- Bots

    def opponents(self) -> "Sequence[Entry]":
        """The game's own bots, gentlest first."""
        return ()

    def search_kernels(self) -> "Sequence[Callable[..., object]]":
        """The kernels that its bots lead their searches with; their arguments are rules, structures, numbers."""
        return ()

    def weights(self) -> "Mapping[str, np.ndarray[Any, np.dtype[Any]]]":
        """What its bots have learned: arrays by `name/array`, as they ask for them (core/bundled_weights.py)."""
        return {}

    def good_play(self) -> "Chooser | None":
        """Who plays well and quickly, for the many games that a study needs, whatever the budget; nobody if None."""
        return None

    def orders(self) -> "Mapping[str, Callable[[Game, bytes], TurnOrder]]":
        """Orders of play other than the rules' own, by name, for simulations: each is made for one game, from the
        position with which that begins."""
        return {}

    def yardsticks(self) -> "Sequence[Yardstick]":
        """What opponents are held against to see how far from perfect they play."""
        return ()

    def responder(self) -> "Callable[[Contender, int], Chooser] | None":
        """Makes somebody who knows how an opponent plays and answers that, from a seed; None if nobody could."""
        return None

    def rating_terms(self, players: int) -> "Terms":
        """What ratings with so many players reckon with: what seats are worth, and how strong bots are, as measured."""
        from ewala.kit.ratings.terms import Terms

        return Terms.even(players)

    # --- Coach

    def hint(self, view: "View", seconds: float) -> "Hint":
        """A hint for the view's seat, which must have to act; it takes about so many seconds."""
        raise self._no_coach()

    def look_through(
        self, record: "Record", effort: "Effort", watch: "Watch", so_far: "SoFar"
    ) -> "tuple[Chances, list[LedgerEntry]]":
        """Each seat's chance at the start, and what every step changed; `so_far` hears of it as it is made."""
        raise self._no_coach()

    def turn_choices(self, position: "State", effort: "Effort") -> "list[TurnChoice]":
        """Every way in which the turn may go on that begins to be decided here, best first; none where that is not so,
        or where there are too many of them."""
        return []

    def arbiter(self, game: "Game", effort: "Effort") -> "Arbiter | None":
        """Who says what luck was worth, with so much effort for each look; nobody: results are taken as they are."""
        return None

    def _no_coach(self) -> BadSetup:
        return BadSetup("coach/none", "", Sentence("nobody coaches {game} yet", game=self.game().title))

    # --- Studies

    def by_players(self, game: "Game") -> "list[Game]":
        """The game with each number of players that a study looks at, or an evening has; the first seat begins."""
        return [game]

    def questions(self) -> "Sequence[Question]":
        """What a designer may want to know."""
        return ()

    # --- Learners

    def trainer(self) -> "Trainer":
        """How its opponents learn."""
        raise BadSetup("train/none", "", Sentence("nobody trains opponents of {game} yet", game=self.game().title))

    @abstractmethod
    def actions(self, game: "Game") -> Iterator[int]:
        """The codes of the moves that a player can ever make, in rising order."""

    def largest_feature(self, game: "Game") -> int:
        """The largest number that an observation can hold; up to 127, observations are kept in bytes."""
        return 127

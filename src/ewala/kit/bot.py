"""What a bot is: it is given what its seat may know and how long it may think, and gives a move or an opinion."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable
from weakref import WeakKeyDictionary

from ewala.core.errors import BadSetup, NotYourTurn
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View

__all__ = [
    "MOMENT",
    "SECOND",
    "Assessment",
    "Bot",
    "Budget",
    "Chooser",
    "Drawn",
    "Entry",
    "Mixer",
    "MoveValue",
    "must_decide",
    "own_game",
]

G = TypeVar("G", bound=Game)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one decision: seconds, or iterations of whatever it counts; exactly one of them.

    An iteration budget gives the same move for the same seed, on any machine; a time budget gives what time allows.
    """

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        given = [limit for limit in (self.seconds, self.iterations) if limit is not None]
        if len(given) != 1 or not given[0] > 0:
            raise BadSetup("bot/budget", "", "a budget is either seconds or iterations, more than none")


MOMENT = Budget(seconds=0.1)  # what a decision takes at most
SECOND = Budget(seconds=1.0)  # of the strongest


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and the chance of winning that the seat to act has with it."""

    move: str
    value: float


@dataclass(frozen=True, slots=True)
class Assessment:
    """A bot's opinion of a position."""

    expected: Mapping[Seat, float]  # each seat's chance of winning; they add up to 1
    moves: tuple[MoveValue, ...]  # those of the seat to act, best first; none where nobody decides
    sure: float  # from 0 to 1, which is certain; each bot says how it comes to this


class Chooser(Protocol):
    """Chooses a move from what a seat may know and nothing else: enough to take a seat."""

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        """A legal move of the view's seat, which must have to act."""


class Bot(Chooser, Protocol):
    """Chooses a move, and says what it thinks of a position."""

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        """What it thinks of the position, whoever has to act."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A move that was drawn by lot, and what else might have been."""

    move: str
    odds: Mapping[str, float]  # how likely each was at the moment of the draw; they add up to 1
    drew: str  # the one of them for which the move stands: what a bot takes for the same may be one lot


@runtime_checkable
class Mixer(Protocol):
    """A bot that mixes its moves and can tell how, so that others can tell what was luck."""

    def draw(self, view: View, *, budget: Budget, rng: random.Random) -> Drawn:
        """What `choose` would answer, with the lots from which it was drawn."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot that people can choose by its name."""

    name: str
    title: Sentence
    about: Sentence  # what playing against it is like
    level: int  # from 1, the gentlest, to 5; 0 for the two that only serve to measure by
    budget: Budget
    load: Callable[[], Bot]  # a search is compiled code: it is loaded when somebody wants to play against it

    @property
    def bot(self) -> Bot:
        if self.load not in _LOADED:
            _LOADED[self.load] = self.load()
        return _LOADED[self.load]


_LOADED: WeakKeyDictionary[Callable[[], Bot], Bot] = WeakKeyDictionary()  # as long as somebody lists them


def must_decide(view: View) -> None:
    """Raises BadSetup if a bot was given something else than a view, NotYourTurn if the view's seat has not to act."""
    if not isinstance(view, View):
        raise BadSetup("bot/view", "", "a bot is given what its seat may know: state.view(seat)")
    if view.to_act != view.viewer:
        raise NotYourTurn("{to_act} has to act, not {seat}", to_act=view.to_act, seat=view.viewer)


def own_game(view: View, kind: type[G]) -> G:
    """The game of a view that a bot was given; raises BadSetup if it is another one than the bot plays."""
    if not isinstance(view.game, kind):
        sentence = Sentence("this bot plays {game}, not {other}", game=kind.title, other=view.game.title)
        raise BadSetup("bot/game", "", sentence)
    return view.game

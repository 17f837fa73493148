"""A game with everything that belongs to it, in one object.

A game's rules, words, boards, bots, coach and studies lie in its own folder. Its kit says where each part is, and
imports it when it is first used: showing a position needs no compiler, listing the bots no search.

Only `game` is needed. A game without the other parts is shown by its texts and played by the plain bots; it is neither
coached nor studied.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import numpy as np

    from ewala.core.game import Game
    from ewala.core.record import Record
    from ewala.core.state import Seat, State, View
    from ewala.kit.analysis import Hint, TurnChoice
    from ewala.kit.arbiter import Arbiter
    from ewala.kit.bot import Chooser, Entry
    from ewala.kit.effort import Effort, Watch
    from ewala.kit.ledger import Chances, LedgerEntry, SoFar
    from ewala.kit.ratings.ladder import Terms
    from ewala.kit.study.brief import Question
    from ewala.kit.training import Trainer
    from ewala.kit.words import Board, MoveInWords, Words
    from ewala.kit.yardstick import Contender, Yardstick

__all__ = ["GameKit", "Learning", "TurnOrder"]


@dataclass(frozen=True)
class Learning:
    """What frameworks for learners want to know of a game before any is loaded."""

    name: str  # in Gymnasium: `ewala/<name>-v0`
    module: str  # in PettingZoo: `ewala.envs.<module>`
    fewest: int  # players
    most: int
    outcomes: int  # codes of chance moves are below this
    longest: int  # moves of a game, rolls included


class TurnOrder(Protocol):
    """Who has a turn when, where a game is tried in another order of play than its rules'; it remembers whose turns
    have been."""

    def passed_on(self, data: bytes) -> bytes:
        """The position after a move as the rules have it, but that the turn is whose it is in this order."""


class GameKit:
    """What the rest of the package knows of a game.

    `parts` has for the name of a method below where in the game's package its answer is, as `module:name`: a value, or
    a function with the same arguments.
    """

    def __init__(self, package: str, name: str, learning: Learning, parts: Mapping[str, str]) -> None:
        self.package = package
        self.name = name
        self.learning = learning
        self.parts = parts

    def _part(self, name: str) -> Any:
        """A part of the game; None if it has none of that name."""
        if name not in self.parts:
            return None
        module, _, what = self.parts[name].partition(":")
        return getattr(importlib.import_module(f"{self.package}.{module}"), what)

    def files(self) -> "Traversable":
        """The game's folder."""
        from importlib.resources import files

        return files(self.package)

    def for_tools(self, tool: str) -> dict[str, Any]:
        """What the game's `tools.json` has for one of our tools."""
        import json

        file = self.files() / "tools.json"
        known: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file.is_file() else {}
        return known.get(tool, {})

    def game(self) -> "type[Game]":
        kind: type[Game] = self._part("game")
        return kind

    # --- Present: how it is shown and told

    def sides(self) -> "Mapping[Seat, Sentence]":
        """What the seats stand for."""
        return self._part("sides") or {seat: Sentence(seat) for seat in self.game().from_options({}).seats}

    def move_in_words(self, move: str) -> "MoveInWords":
        """A sentence about a move that was made; of a hidden one, as somebody sees it who may not know it."""
        from ewala.kit.plain import plain_move

        say = self._part("move_in_words")
        found: MoveInWords = (
            say(move) if say else plain_move(self.game().from_options({}), self.learning.outcomes, move)
        )
        return found

    def seat_stays_empty(self) -> "Sentence":
        """What it means that nobody plays a seat; with the blank `side`."""
        return self._part("seat_stays_empty") or Sentence("Nobody plays this seat: {side}.")

    def details(self) -> dict[str, object]:
        """What the game is made of, for whoever sets it up; ready for JSON but for sentences to be said."""
        details = self._part("details")
        return details() if details else {}

    def told_types(self) -> "Sequence[type]":
        """What `explained` of a position and `details` hold, as types, for whoever reads them in another language."""
        return self._part("told_types") or ()

    def words(self) -> "Words":
        """Sentences about the game, for the terminal."""
        from ewala.kit.plain import PlainWords

        return self._part("words") or PlainWords(self.sides())

    def board(self) -> "Board":
        """The game as the terminal draws it."""
        from ewala.kit.plain import PlainBoard

        return self._part("board") or PlainBoard(self.sides())

    def as_text(self, view: "View") -> str:
        """A position as text, for the environments' `render`."""
        from ewala.kit.plain import as_text

        return str((self._part("as_text") or as_text)(view))

    def as_svg(self, view: "View") -> str:
        """A position as a picture, for environments and notebooks."""
        from ewala.kit.plain import as_svg

        return str((self._part("as_svg") or as_svg)(view))

    def few_words(self, state: "State", move: str) -> str:
        """A move in a few words, for playthroughs."""
        say = self._part("few_words")
        return str(say(state, move) if say else self.words().move(state.view(str(state.to_act)), move))

    def preferred(self, state: "State", ending: str) -> list[str]:
        """The moves with which a playthrough comes to an ending soon; none if it does not matter."""
        prefer = self._part("preferred")
        return prefer(state, ending) if prefer else []

    def preview(self) -> bytes | None:
        """What is shown of a link to the game before it is followed: a PNG of 1200 by 630, `present/preview.png` in the
        game's folder; none if there is none. It is the same for every table, so that it can show nothing hidden."""
        picture = self.files() / "present" / "preview.png"
        return picture.read_bytes() if picture.is_file() else None

    # --- Bots

    def opponents(self) -> "Sequence[Entry]":
        """The game's own bots, gentlest first."""
        return self._part("opponents") or ()

    def search_kernels(self) -> "Sequence[Callable[..., object]]":
        """The kernels that its bots lead their searches with; their arguments are rules, structures, numbers."""
        return self._part("search_kernels") or ()

    def weights(self) -> "Mapping[str, np.ndarray[Any, np.dtype[Any]]]":
        """What its bots have learned: arrays by `name/array`, as they ask for them (core/bundled_weights.py)."""
        from ewala.core.bundled_weights import all_shipped

        return all_shipped(self._part("weights") or ())

    def good_play(self) -> "Chooser | None":
        """Who plays well and quickly, for the many games that a study needs, whatever the budget; nobody if None."""
        make = self._part("good_play")
        return make() if make else None

    def orders(self) -> "Mapping[str, Callable[[Game, bytes], TurnOrder]]":
        """Orders of play other than the rules' own, by name, for simulations: each is made for one game, from the
        position with which that begins."""
        return self._part("orders") or {}

    def yardsticks(self) -> "Sequence[Yardstick]":
        """What opponents are held against to see how far from perfect they play."""
        return self._part("yardsticks") or ()

    def responder(self) -> "Callable[[Contender, int], Chooser] | None":
        """Makes somebody who knows how an opponent plays and answers that, from a seed; None if nobody could."""
        made: Callable[[Contender, int], Chooser] | None = self._part("responder")
        return made

    def is_rated(self, players: int) -> bool:
        """Whether games of so many players are rated: where seats were measured, with those numbers alone."""
        shares = self._part("seat_shares")
        return shares is None or players in shares

    def rating_terms(self, players: int) -> "Terms":
        """What seats are worth and how strong bots are with so many players, as measured."""
        from ewala.kit.ratings.ladder import Terms, advantages, fixed_points

        shares = self._part("seat_shares")
        if shares is None:
            return Terms.even(players)
        seats = advantages(shares[players])
        return Terms(seats, fixed_points(self._part("ladders")[players], seats, self._part("middle")))

    # --- Coach

    def hint(self, view: "View", seconds: float) -> "Hint":
        """A hint for the view's seat, which must have to act; it takes about so many seconds."""
        found: Hint = self._coach("hint")(view, seconds)
        return found

    def look_through(
        self, record: "Record", effort: "Effort", watch: "Watch", so_far: "SoFar"
    ) -> "tuple[Chances, list[LedgerEntry]]":
        """Each seat's chance at the start, and what every step changed; `so_far` hears of it as it is made."""
        found: tuple[Chances, list[LedgerEntry]] = self._coach("look_through")(record, effort, watch, so_far)
        return found

    def _coach(self, name: str) -> "Callable[..., Any]":
        found: Callable[..., Any] | None = self._part(name)
        if found is None:
            raise BadSetup("coach/none", "", "nobody coaches {game} yet", game=self.game().title)
        return found

    def turn_choices(self, position: "State", effort: "Effort") -> "list[TurnChoice]":
        """Every way in which the turn may go on that begins to be decided here, best first; none where that is not so,
        or where there are too many of them."""
        choices = self._part("turn_choices")
        return choices(position, effort) if choices else []

    def arbiter(self, game: "Game", effort: "Effort") -> "Arbiter | None":
        """Who says what luck was worth, with so much effort for each look; nobody: results are taken as they are."""
        arbiter = self._part("arbiter")
        return arbiter(game, effort) if arbiter else None

    # --- Studies

    def by_players(self, game: "Game") -> "list[Game]":
        """The game with each number of players that a study looks at, or an evening has; the first seat begins."""
        by_players = self._part("by_players")
        return by_players(game) if by_players else [game]

    def questions(self) -> "Sequence[Question]":
        """What a designer may want to know."""
        return self._part("questions") or ()

    # --- Learners

    def compile_training(self) -> None:
        """Compile the kernels that training uses."""
        compile_now = self._part("compile_training")
        if compile_now:
            compile_now()

    def trainer(self) -> "Trainer":
        """How its opponents learn."""
        from ewala.core.extras import need

        if "trainer" not in self.parts:
            raise BadSetup("train/none", "", "nobody trains opponents of {game} yet", game=self.game().title)
        need("jax", "JAX", "train", "train/jax")
        need("optax", "Optax", "train", "train/optax")
        made: Trainer = self._part("trainer")()
        return made

    def actions(self, game: "Game") -> Iterator[int]:
        """The codes of the moves that a player can ever make, in rising order."""
        from ewala.kit.plain import plain_actions

        actions = self._part("actions")
        return iter(actions(game)) if actions else plain_actions(game, self.learning.outcomes)

    def largest_feature(self, game: "Game") -> int:
        """The largest number that an observation can hold; up to 127, observations are kept in bytes."""
        largest = self._part("largest_feature")
        return largest(game) if largest else 127

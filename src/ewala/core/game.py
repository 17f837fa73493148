"""A game with its rules settled, and its positions: what every game's `game.py` fills in, and what it gets for it.

Positions are Python values: immutable, hashable, equal when they are the same position of the same game. They and
their game know each other, and so they share a module; state.py has the positions' names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ewala.core.dice import Dice
from ewala.core.engine import CHANCE_NODE, OVER_NODE, Rng
from ewala.core.errors import BadSetup, IllegalMove, UnreadableText
from ewala.core.game_base import GameBase
from ewala.core.move import Move, text_of
from ewala.core.roles import CHANCE, SPECTATOR, Role, Seat, Viewer
from ewala.core.sentences import Sentence

__all__ = ["Game", "State", "View", "drawn_with"]

_DEEPEST = 60  # nobody will see the end of counting deeper
_QUICK_DEPTH = 2  # counting this deep is done before a compiler has started


@dataclass(frozen=True, slots=True)
class Position:
    """What a state and a view have in common: both can be read, and neither changes."""

    game: "Game"
    data: bytes

    @property
    def text(self) -> str:
        """The position's text."""
        return self.game.write_position(self.data)

    @property
    def to_act(self) -> Seat | Literal[Role.CHANCE] | None:
        """The seat that must decide, `CHANCE`, or None when the game is over."""
        seat = self.game.engine.to_act(self.data)
        if seat == OVER_NODE:
            return None
        return CHANCE if seat == CHANCE_NODE else self.game.seats[seat]

    def moves(self) -> list[str]:
        """The texts of the legal moves; at a chance node of every outcome; none when the game is over."""
        return list(map(self.game.move_text, self.game.engine.legal(self.data)))

    def legal_moves(self) -> list[Move]:
        """What `moves` lists, as values: with their parts."""
        return list(map(self.game.move, self.game.engine.legal(self.data)))

    def chances(self) -> dict[str, Fraction]:
        """At a chance node, each outcome's probability; else nothing."""
        outcomes = self.game.engine.chances(self.data)
        total = sum(weight for _, weight in outcomes)
        return {self.game.move_text(code): Fraction(weight, total) for code, weight in outcomes}

    def check(self, move: Move | str) -> int:
        """The code of a move that is legal here, given by its text or as a value.

        Raises UnreadableText for a text that is no move, IllegalMove for one that the rules forbid here.
        """
        text = text_of(move)
        if not isinstance(text, str):
            raise UnreadableText("MOVE", 1, Sentence("a text"), repr(text)[:12])
        code = self.game.move_code(text)
        reason = self.game.engine.why_not(self.data, code)
        if reason:
            why = self.game.reasons[reason]
            raise IllegalMove(why.code, why.clause, text, why.sentence)
        return code

    def scores(self) -> dict[Seat, int]:
        """Each seat's score as the position stands."""
        return dict(zip(self.game.seats, self.game.scores(self.data), strict=True))

    def winners(self) -> set[Seat]:
        """Who has won, all of them if they share it; nobody before the end."""
        if self.to_act is not None:
            return set()
        _, won = self.game.engine.result(self.data, len(self.game.seats))
        return {seat for seat, wins in zip(self.game.seats, won, strict=True) if wins}

    def explained(self) -> dict[str, object]:
        """What a player at the table would point at: how scores come about, where moves lead. Codes, no sentences."""
        return self.game.explain(self.data)

    @property
    def ending(self) -> str | None:
        """In which of the game's ways it has ended, None before the end."""
        return self.game.ending(self.data) if self.to_act is None else None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position with everything in it."""

    def play(self, move: Move | str) -> "State":
        """The position after a move, or after an outcome at a chance node.

        Raises UnreadableText for a text that is no move, IllegalMove for one that the rules forbid here.
        """
        return State(self.game, self.game.engine.apply(self.data, self.check(move)))

    def sample(self, rng: Rng) -> str:
        """An outcome of a chance node, drawn with its probability; raises BadSetup elsewhere."""
        if self.to_act is not CHANCE:
            raise BadSetup("state/no-chance", "", "nothing is left to chance here")
        return self.game.move_text(self.game.engine.sample(self.data, _drawing(rng)))

    def view(self, viewer: Viewer) -> "View":
        """What a seat, or the spectator, may know."""
        number = self.game.viewer(viewer)
        known = self.game.engine.redact(self.data, number) if self.game.hides else self.data
        return View(self.game, known, viewer)

    def seen(self, move: Move | str, viewer: Viewer) -> str:
        """The text of a move made here as a viewer sees it at that moment."""
        code = self.game.move_code(text_of(move))
        return self.game.move_text(self.game.engine.seen(self.data, code, self.game.viewer(viewer)))

    def _repr_svg_(self) -> str | None:
        """For notebooks: the picture of all that stands here, as a state knows it."""
        return picture_of(View(self.game, self.data, SPECTATOR))

    def __repr__(self) -> str:
        return f"<State {self.game.name}: {self.text}>"


@dataclass(frozen=True, slots=True)
class View(Position):
    """A position from which everything that the viewer may not know has been taken out."""

    viewer: Viewer

    def observation(self) -> list[int]:
        """The features that a learner in the viewer's place sees."""
        return self.game.engine.observe(self.data, self.game.viewer(self.viewer))

    def determinize(self, rng: Rng) -> State:
        """A full position that the viewer must think possible, each equally likely."""
        return State(self.game, self.game.engine.determinize(self.data, _drawing(rng)))

    def _repr_svg_(self) -> str | None:
        """For notebooks: the picture of what the viewer may know."""
        return picture_of(self)

    def __repr__(self) -> str:
        return f"<View of {self.viewer} {self.game.name}: {self.text}>"


Draw = Callable[[View], str]  # as SVG
_drawing_views: list[Draw] = []


def drawn_with(draw: Draw) -> None:
    """From now on draw positions in notebooks with this function: core cannot draw, games/__init__.py can."""
    _drawing_views[:] = [draw]


def picture_of(view: View) -> str | None:
    """The picture of a view; None where nobody knows how to draw."""
    return _drawing_views[0](view) if _drawing_views else None


def _drawing(rng: object) -> Rng:
    """The source of chance, if kernels can draw with it; from Python's own they cannot."""
    if not isinstance(rng, Rng):
        raise BadSetup("state/rng", "", "chance is drawn with ewala.Rng(seed), not with {rng!r}", rng=rng)
    return rng


class Game(GameBase):
    """A game with its rules settled: `start` and `parse` give its positions. Games are equal when their rules are."""

    def start(self, dice: Dice | None = None) -> State:
        """The first position. Where the rules leave a choice to lot, `dice` draw it, else fresh ones."""
        game = self.drawn_by_lot(dice or Dice.fresh())
        return State(game, game.engine.start())

    def parse(self, text: str) -> State:
        """A position from its text, which also says what there is no option for now: who plays, or how the board lies.

        Raises UnreadableText where it does not follow the grammar, BadSetup where it could not stand.
        """
        if not isinstance(text, str):
            raise UnreadableText("POSITION", 1, Sentence("a text"), repr(text)[:12])
        game, data = self.read_position(text)
        return State(game, data)

    def parse_view(self, text: str, viewer: Viewer) -> View:
        """What a viewer may know, from the text of their view. Raises what `parse` raises."""
        game, data = self.read_view(text)
        return View(game, data, viewer)

    def perft(self, state: State, depth: int, *, progress: Callable[[int, int], None] | None = None) -> int:
        """The number of paths of exactly `depth` moves from a position, chance moves included.

        `progress`, if given, is called with how many of the position's own moves are counted, and their number.
        """
        if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= _DEEPEST:
            raise BadSetup(
                "perft/depth", "", "a depth is from 0 to {deepest}, not {depth!r}", deepest=_DEEPEST, depth=depth
            )
        if not isinstance(state, State) or type(state.game) is not type(self):
            sentence = Sentence("the position is one of {game}, not {state!r}", game=self.title, state=state)
            raise BadSetup("perft/position", "", sentence)
        engine = state.game.engine if depth <= _QUICK_DEPTH else state.game.fast_engine
        if depth < 2:
            return engine.perft(state.data, depth)
        paths = 0
        moves = engine.legal(state.data)
        for n, move in enumerate(moves, 1):
            paths += engine.perft(engine.apply(state.data, move), depth - 1)
            if progress:
                progress(n, len(moves))
        return paths

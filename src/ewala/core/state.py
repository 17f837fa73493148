"""Positions as Python values: immutable, hashable, equal when they are the same position of the same game."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from ewala.core.engine import CHANCE_NODE, OVER_NODE, Rng
from ewala.core.errors import BadSetup, IllegalMove, UnreadableText
from ewala.core.pictures import picture_of
from ewala.core.roles import CHANCE, SPECTATOR, Role
from ewala.core.sentences import Sentence

if TYPE_CHECKING:
    from ewala.core.game import Game

__all__ = ["Seat", "State", "View", "Viewer"]

Seat = str
Viewer = Seat | Literal[Role.SPECTATOR]


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

    def chances(self) -> dict[str, Fraction]:
        """At a chance node, each outcome's probability; else nothing."""
        outcomes = self.game.engine.chances(self.data)
        total = sum(weight for _, weight in outcomes)
        return {self.game.move_text(code): Fraction(weight, total) for code, weight in outcomes}

    def check(self, move: str) -> int:
        """The code of a move that is legal here.

        Raises UnreadableText for a text that is no move, IllegalMove for one that the rules forbid here.
        """
        if not isinstance(move, str):
            raise UnreadableText("MOVE", 1, Sentence("a text"), repr(move)[:12])
        code = self.game.move_code(move)
        reason = self.game.engine.why_not(self.data, code)
        if reason:
            why = self.game.reasons[reason]
            raise IllegalMove(why.code, why.clause, move, why.sentence)
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

    def play(self, move: str) -> "State":
        """The position after a move, or after an outcome at a chance node.

        Raises UnreadableText for a text that is no move, IllegalMove for one that the rules forbid here.
        """
        return State(self.game, self.game.engine.apply(self.data, self.check(move)))

    def sample(self, rng: Rng) -> str:
        """An outcome of a chance node, drawn with its probability; raises BadSetup elsewhere."""
        if self.to_act is not CHANCE:
            raise BadSetup("state/no-chance", "", Sentence("nothing is left to chance here"))
        return self.game.move_text(self.game.engine.sample(self.data, _drawing(rng)))

    def view(self, viewer: Viewer) -> "View":
        """What a seat, or the spectator, may know."""
        number = self.game.viewer(viewer)
        known = self.game.engine.redact(self.data, number) if self.game.hides else self.data
        return View(self.game, known, viewer)

    def seen(self, move: str, viewer: Viewer) -> str:
        """The text of a move made here as a viewer sees it at that moment."""
        code = self.game.move_code(move)
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


def _drawing(rng: object) -> Rng:
    """What kernels draw with, which Python's own source of chance is not."""
    if not isinstance(rng, Rng):
        raise BadSetup("state/rng", "", Sentence("chance is drawn with ewala.Rng(seed), not with {rng!r}", rng=rng))
    return rng

"""A match: a game being played. No input or output happens here; a terminal or a server does that.

Whoever runs a match asks `to_act` what comes next: a seat, which must `submit` a move; `CHANCE`, then `roll`; or None,
and the game is over.
"""

from collections.abc import Mapping
from typing import Literal

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, EwalaError, MatchOver, NotYourTurn
from ewala.core.game import Game
from ewala.core.record import Record, draw_chance
from ewala.core.roles import CHANCE, SPECTATOR, Role
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State, View, Viewer

__all__ = ["CannotUndo", "Match"]


class CannotUndo(EwalaError):
    """The last move stands."""

    def __init__(self, sentence: Sentence | str) -> None:
        super().__init__("match/cannot-undo", sentence)


class Match:
    """A record that grows: seats hand in moves, dice roll, and a move may be taken back within its turn."""

    def __init__(self, record: Record, dice: Dice) -> None:
        if record.commitment and record.commitment != dice.commitment:
            raise BadSetup("match/dice", "", "these dice are not the ones that the record is committed to")
        self._record = record
        self._dice = dice
        self._states = list(record.states())  # the first position, then the one after each move
        self._rolls = sum(state.to_act is CHANCE for state in self._states[:-1])

    @classmethod
    def begin(cls, game: Game, *, seats: Mapping[Seat, str] | None = None, dice: Dice | None = None) -> "Match":
        """A match about to start; `seats` says who sits where."""
        dice = dice or Dice.fresh()
        return cls(Record.begin(game, dice=dice, seats=seats), dice)

    @property
    def game(self) -> Game:
        return self._record.game

    @property
    def record(self) -> Record:
        """Everything so far, hidden moves included: show `log`, and save `record.public()`."""
        return self._record

    @property
    def dice(self) -> Dice:
        return self._dice

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def before(self) -> State:
        """The position before the last move; the first one if none was made."""
        return self._states[-2:][0]

    @property
    def to_act(self) -> Seat | Literal[Role.CHANCE] | None:
        """The seat that must decide, `CHANCE` if it is time to roll, or None when the game is over."""
        return self.state.to_act

    def view(self, viewer: Viewer) -> View:
        """The position as a seat, or the spectator, may know it."""
        return self.state.view(viewer)

    def log(self, viewer: Viewer) -> list[str]:
        """The moves so far, a line a turn, as a viewer sees them."""
        _, _, turns = self._record.text(viewer).partition("\n\n")
        return turns.splitlines()

    def submit(self, move: str, seat: Seat) -> None:
        """Make a seat's move.

        Raises MatchOver, NotYourTurn, UnreadableText or IllegalMove, and then nothing has changed.
        """
        to_act = self.to_act
        self.game.viewer(seat)
        if to_act is None:
            raise MatchOver("the game is over: no more moves are made")
        if to_act is CHANCE:
            raise NotYourTurn("chance comes first: nobody moves before it is drawn")
        if to_act != seat:
            raise NotYourTurn(Sentence("{to_act} has to act, not {seat}", to_act=to_act, seat=seat))
        self._add(move)

    def roll(self) -> str:
        """Draw the chance move that is due, and make it; returns what came up."""
        to_act = self.to_act
        if to_act is None:
            raise MatchOver("the game is over: nothing is drawn any more")
        if to_act is not CHANCE:
            raise NotYourTurn(Sentence("{to_act} has to act, nothing is to be drawn", to_act=to_act))
        drawn = draw_chance(self.state, self._dice, self._rolls)
        self._add(drawn)
        self._rolls += 1
        return drawn

    def undo(self, seat: Seat) -> str:
        """Take back the seat's last move, and return it. Raises CannotUndo.

        A move can be taken back by the seat that made it while that seat still has to act in the same turn, unless
        it rolled or revealed something.
        """
        self._check_undo(seat)
        move = self._record.moves[-1]
        self._record = self._record.cut(len(self._record.moves) - 1)
        self._states.pop()
        return move

    def _check_undo(self, seat: Seat) -> None:
        if not self._record.moves:
            raise CannotUndo("no move has been made yet")
        mover = self.before.to_act
        if self.to_act is None:
            raise CannotUndo("the game is over: its moves stand")
        if mover is CHANCE:
            raise CannotUndo("what chance has decided stands: nothing can be taken back across a roll")
        if _has_secret(self.before) and not _has_secret(self.state):
            raise CannotUndo("what has been revealed stands: nothing can be taken back across a reveal")
        if self.to_act != mover or self.game.turn_label(self.state.data):
            raise CannotUndo("play has gone on since the last move: moves are taken back within a turn only")
        if mover != seat:
            raise CannotUndo(Sentence("{mover} made the last move, and only {mover} can take it back", mover=mover))

    def _add(self, move: str) -> None:
        after = self.state.play(move)
        self._record.moves.append(move)
        self._states.append(after)
        if after.to_act is None and self._record.commitment:
            self._record.secret = self._dice.secret.hex()


def _has_secret(state: State) -> bool:
    """Whether there is something in the position that a spectator may not know."""
    return state.view(SPECTATOR).data != state.data

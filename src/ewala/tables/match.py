"""A match: a game being played. No input or output happens here; a terminal or a server does that.

Whoever runs a match asks `to_act` what comes next: a seat, which must `submit` a move; `CHANCE`, then `roll`; or None,
and the game is over.
"""

from collections.abc import Mapping
from typing import Literal

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, EwalaError, MatchOver, NotYourTurn
from ewala.core.game import Game
from ewala.core.move import Move, text_of
from ewala.core.record import Record, draw_chance, write_record
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
        self.record = record  # everything so far, hidden moves included: show `log`, and save `public_text`
        self.dice = dice
        self._states = list(record.states())  # the first position, then the one after each move
        self._turns = [state.to_act for state in self._states]  # who acts in each
        self.to_act = self._turns[-1]  # the seat that must decide, `CHANCE` to roll, or None when the game is over
        self._rolls = self._turns[:-1].count(CHANCE)
        self._drawn = ""  # the chance move that is due, once it has been asked for

    @classmethod
    def begin(
        cls,
        game: Game,
        *,
        seats: Mapping[Seat, str] | None = None,
        dice: Dice | None = None,
        position: str = "",
    ) -> "Match":
        """A match about to start, from a position if one is given; `seats` says who sits where."""
        dice = dice or Dice.fresh()
        start = game.parse(position) if position else None
        return cls(Record.begin(game, dice=dice, seats=seats, start=start), dice)

    def copy(self) -> "Match":
        """Another match that stands where this one does; what is played in one does not happen in the other."""
        other = object.__new__(Match)
        for name, value in vars(self).items():
            setattr(other, name, value)
        other.record = self.record.cut(len(self.record.moves))
        other._states, other._turns = list(self._states), list(self._turns)
        return other

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def before(self) -> State:
        """The position before the last move; the first one if none was made."""
        return self._states[-2:][0]

    def view(self, viewer: Viewer) -> View:
        """The position as a seat, or the spectator, may know it."""
        return self.state.view(viewer)

    def log(self, viewer: Viewer) -> list[str]:
        """The moves so far, a line a turn, as a viewer sees them."""
        _, _, turns = self.text(viewer).partition("\n\n")
        return turns.splitlines()

    def seen_by(self, viewer: Viewer) -> list[str]:
        """What `record.seen_by` says: the moves as a viewer sees them now."""
        return _seen_by(viewer, self.record, self._states)

    def text(self, viewer: Viewer | None = None) -> str:
        """What `record.text` says: as a file holds it; for a viewer, without what they may not know."""
        return _text_for(viewer, self.record, self._states)

    def public_text(self, viewer: Viewer | None = None) -> str:
        """What `record.public().text` says: a last bid that lies face down is left out."""
        if self.seen_by(SPECTATOR) == self.record.moves:
            return self.text(viewer)
        return _text_for(viewer, self.record.cut(len(self.record.moves) - 1), self._states[:-1])

    def state_at(self, ply: int) -> State:
        """The position after so many moves."""
        return self._states[ply]

    def submit(self, move: Move | str, seat: Seat) -> None:
        """Make a seat's move. Raises what `after` raises, and then nothing has changed."""
        after = self.after(move, seat)
        self._add(text_of(move), after, after.to_act)

    def after(self, move: Move | str, seat: Seat) -> State:
        """Where a seat's move would lead.

        Raises MatchOver, NotYourTurn, UnreadableText or IllegalMove if the seat cannot make it now.
        """
        self._check_turn(seat)
        return self.state.play(move)

    def follow(self, move: str, led_to: "State | Match") -> None:
        """Make a move, or a roll, of which it is known where it leads: `after` has said so, or it was made in another
        match that had the same moves before it."""
        self._rolls += self.to_act is CHANCE
        if isinstance(led_to, Match):
            ply = len(self._states)
            self._add(move, led_to._states[ply], led_to._turns[ply])
        else:
            self._add(move, led_to, led_to.to_act)

    def _check_turn(self, seat: Seat) -> None:
        to_act = self.to_act
        self.game.viewer(seat)
        if to_act is None:
            raise MatchOver("the game is over: no more moves are made")
        if to_act is CHANCE:
            raise NotYourTurn("chance comes first: nobody moves before it is drawn")
        if to_act != seat:
            raise NotYourTurn(Sentence("{to_act} has to act, not {seat}", to_act=to_act, seat=seat))

    def next_roll(self) -> str:
        """The chance move that is due. Raises MatchOver or NotYourTurn if none is."""
        to_act = self.to_act
        if to_act is None:
            raise MatchOver("the game is over: nothing is drawn any more")
        if to_act is not CHANCE:
            raise NotYourTurn(Sentence("{to_act} has to act, nothing is to be drawn", to_act=to_act))
        if not self._drawn:
            self._drawn = draw_chance(self.state, self.dice, self._rolls)
        return self._drawn

    def roll(self) -> str:
        """Make the chance move that is due; returns what came up."""
        drawn = self.next_roll()
        after = self.state.play(drawn)
        self._add(drawn, after, after.to_act)
        self._rolls += 1
        return drawn

    def undo(self, seat: Seat, *, handed_over: bool = True) -> str:
        """Take back the seat's last move, and return it. Raises what `check_undo` raises."""
        self.check_undo(seat, handed_over=handed_over)
        move = self.record.moves[-1]
        self.record = self.record.cut(len(self.record.moves) - 1)
        self._states.pop()
        self._turns.pop()
        self.to_act = self._turns[-1]
        self._drawn = ""
        return move

    def check_undo(self, seat: Seat, *, handed_over: bool = True) -> None:
        """Raises CannotUndo if the seat cannot take the last move back.

        It can if it made the move and still has to act in the same turn, unless the move rolled or revealed something.
        Where a finished turn is not `handed_over` yet, its last move can be taken back, too.
        """
        if not self.record.moves:
            raise CannotUndo("no move has been made yet")
        mover = self._turns[-2]
        if self.to_act is None:
            raise CannotUndo("the game is over: its moves stand")
        if mover is CHANCE:
            raise CannotUndo("you cannot undo past a dice roll")
        if self._revealed:
            raise CannotUndo("you cannot undo past a reveal")
        if handed_over and (self.to_act != mover or self.turn_is_done):
            raise CannotUndo("you can only undo within a turn")
        if mover != seat:
            raise CannotUndo(Sentence("{mover} made the last move, and only {mover} can take it back", mover=mover))

    @property
    def turn_is_done(self) -> bool:
        """Whether the last move ended its turn; what chance decides in the middle of one does not."""
        if self.game.turn_label(self.state.data) is not None:
            return True
        return self.to_act is not CHANCE and self.to_act != self._turns[-2:][0]

    @property
    def _revealed(self) -> bool:
        """Whether the last move laid open what was hidden."""
        return _has_secret(self.before) and not _has_secret(self.state)

    @property
    def can_wait(self) -> bool:
        """Whether the last move ended its turn and could still be taken back, as long as nothing follows it."""
        return self.to_act is not None and self.turn_is_done and not self._revealed

    def _add(self, move: str, after: State, to_act: "Seat | Literal[Role.CHANCE] | None") -> None:
        self.record.moves.append(move)
        self._states.append(after)
        self._turns.append(to_act)
        self.to_act = to_act
        self._drawn = ""
        if to_act is None:
            self.show_dice()

    def show_dice(self) -> None:
        """The game is over, by its rules or because somebody gave up: the dice's secret may be known."""
        if self.record.commitment:
            self.record.secret = self.dice.secret.hex()


def _seen_by(viewer: Viewer, record: Record, states: list[State]) -> list[str]:
    moves = record.moves
    return [*moves[:-1], states[-2].seen(moves[-1], viewer)] if moves else []


def _text_for(viewer: Viewer | None, record: Record, states: list[State]) -> str:
    moves = record.moves if viewer is None else _seen_by(viewer, record, states)
    return write_record(record, moves, viewer, states)


def _has_secret(state: State) -> bool:
    """Whether there is something in the position that a spectator may not know."""
    return state.view(SPECTATOR).data != state.data

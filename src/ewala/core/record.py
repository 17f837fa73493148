"""Records: the log of a game is the game. State, undo, replay and analysis are folds over it.

The text that a record is written to is in record_writing.py, and read in record_text.py.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

from ewala.core.dice import Dice, broken_promise, commitment_of
from ewala.core.errors import BadSetup, EwalaError
from ewala.core.game import Game
from ewala.core.record_writing import write_record
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.sentences import Sentence, as_sentence
from ewala.core.state import State, Viewer

__all__ = ["DamagedRecord", "Record"]


class DamagedRecord(EwalaError):
    """A record that can be replayed up to a line, but not beyond."""

    def __init__(
        self,
        code: str,
        line: int,
        sentence: Sentence | str,
        *,
        record: "Record | None",
        move: str = "",
        clause: str = "",
    ) -> None:
        super().__init__(code, Sentence("line {line}: {what}", line=line, what=as_sentence(sentence)))
        self.line = line
        self.move = move
        self.clause = clause
        self.record = record


@dataclass
class Record:
    """A game's rules, seats, dice and moves."""

    game: Game
    start: State
    moves: list[str] = field(default_factory=list)
    seats: dict[str, str] = field(default_factory=dict)  # seat -> who sits there
    tags: dict[str, str] = field(default_factory=dict)  # anything else worth keeping, such as a date
    comments: dict[int, list[str]] = field(default_factory=dict)  # number of moves before it -> lines
    commitment: str = ""  # to the dice's secret; "" if the dice cannot be verified
    by_lot: bool = False  # whether the dice drew who begins
    promises: dict[str, str] = field(default_factory=dict)  # to what seats were going to add to the dice
    entropy: dict[str, str] = field(default_factory=dict)  # what seats added to the dice
    secret: str = ""  # in hexadecimal, once it may be shown
    lines: list[int] = field(default_factory=list, compare=False)  # on which line each move was read
    header_lines: dict[str, int] = field(default_factory=dict, compare=False)  # and each line of the header

    @classmethod
    def begin(cls, game: Game, *, dice: Dice | None = None, seats: Mapping[str, str] | None = None) -> "Record":
        """The record of a game about to start; with `dice`, every chance move can be verified later."""
        start = game.start(dice)
        return cls(
            start.game,
            start,
            seats=dict(seats or {}),
            commitment=dice.commitment if dice else "",
            by_lot=start.game != game,
            promises=dict(dice.promises) if dice else {},
            entropy=dict(dice.entropy) if dice else {},
        )

    @property
    def state(self) -> State:
        """The position after the last move."""
        *_, last = self.states()
        return last

    def states(self) -> Iterator[State]:
        """The first position, then the one after each move."""
        state = self.start
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    def roll(self, dice: Dice) -> str:
        """Let the dice draw the outcome of the chance node that the record has come to; returns it."""
        states = list(self.states())
        if states[-1].to_act is not CHANCE:
            raise BadSetup("state/no-chance", "", Sentence("nothing is left to chance here"))
        rolls = sum(1 for state in states[:-1] if state.to_act is CHANCE)
        self.moves.append(draw_chance(states[-1], dice, rolls))
        return self.moves[-1]

    def seen_by(self, viewer: Viewer) -> list[str]:
        """The moves as a viewer sees them now: of one that is still hidden, what is shown of it.

        A secret never outlasts the move that follows it, so only the last move can hold one.
        """
        if not self.moves:
            return []
        *_, before, _ = self.states()
        return [*self.moves[:-1], before.seen(self.moves[-1], viewer)]

    def public(self) -> "Record":
        """The record without what somebody may not know yet: a last move that is still hidden is left out."""
        open_ = self.seen_by(SPECTATOR) == self.moves
        return self if open_ else self.cut(len(self.moves) - 1)

    def cut(self, moves: int) -> "Record":
        """The record up to that many moves."""
        comments = {at: lines for at, lines in self.comments.items() if at <= moves}
        return Record(
            self.game,
            self.start,
            self.moves[:moves],
            dict(self.seats),
            dict(self.tags),
            comments,
            self.commitment,
            self.by_lot,
            dict(self.promises),
            dict(self.entropy),
            self.secret,
            self.lines[:moves],
            dict(self.header_lines),
        )

    def verify(self) -> int:
        """Recompute every chance move from the shown secret; returns how many there are.

        Raises DamagedRecord at the first that is wrong, or if there is nothing to go by.
        """
        if not self.commitment:
            sentence = Sentence("the record has no dice commitment: its dice cannot be verified")
            raise self.wrong_header("record/no-commitment", "rules", sentence)
        if not self.secret:
            sentence = Sentence("the record does not show the dice secret; it is added when the game is over")
            raise self.wrong_header("record/no-secret", "commitment", sentence)
        dice = self._shown_dice()
        if self.by_lot:
            option = self.game.lot_option
            written, drawn = self.game.values[option], self.game.undrawn().drawn_by_lot(dice).values[option]
            if drawn != written:
                lot = Sentence("{written} begins, the dice drew {drawn}", written=written, drawn=drawn)
                raise self.wrong_header("record/wrong-lot", option, lot)
        rolls = 0
        for number, (state, move) in enumerate(zip(self.states(), self.moves, strict=False)):
            if state.to_act is CHANCE:
                drawn = draw_chance(state, dice, rolls)
                if drawn != move:
                    line = self.lines[number] if self.lines else 1
                    wrong = Sentence("move {n} is {move}, the dice give {drawn}", n=number + 1, move=move, drawn=drawn)
                    raise DamagedRecord("record/wrong-dice", line, wrong, record=self.cut(number), move=move)
                rolls += 1
        return rolls

    def _shown_dice(self) -> Dice:
        """The dice, now that their secret is shown: it and the parts must be what was promised."""
        secret = bytes.fromhex(self.secret)
        if commitment_of(secret) != self.commitment:
            unfit = Sentence("the secret does not fit the commitment")
            raise self.wrong_header("record/wrong-secret", "secret", unfit)
        if self.promises and (seat := broken_promise(self.commitment, self.promises, self.entropy)):
            wrong = Sentence("what {seat} adds to the dice is not what it has promised", seat=seat)
            raise self.wrong_header("record/wrong-part", "entropy", wrong, seat)
        return Dice(secret, self.entropy, self.promises)

    def wrong_header(self, code: str, key: str, sentence: Sentence, seat: str = "") -> DamagedRecord:
        """The moves stand, only their dice cannot be trusted."""
        line = self.header_lines.get(f"{key} {seat}".rstrip(), 1)
        return DamagedRecord(code, line, sentence, record=self)

    def text(self, viewer: Viewer | None = None) -> str:
        """The record as a file holds it; for a viewer, without what they may not know."""
        return write_record(self, self.moves if viewer is None else self.seen_by(viewer), viewer)

    def save(self, path: Path) -> None:
        """Write the record so that the file is whole at every moment: the old one or the new one."""
        text = self.text()
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as beside:
            beside.write(text)
        try:
            Path(beside.name).chmod(0o644)
            Path(beside.name).replace(path)
        except OSError:
            Path(beside.name).unlink(missing_ok=True)
            raise


def draw_chance(state: State, dice: Dice, number: int) -> str:
    """The outcome of a chance node: the dice's draw of that number, counted from 0 in a game."""
    codes, sums = state.game.outcomes(state.data)
    return state.game.move_text(codes[dice.pick(sums, "chance", number)])

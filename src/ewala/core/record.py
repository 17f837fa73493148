"""Records: the log of a game is the game. State, undo, replay and analysis are folds over it.

A record is written here, as docs/records.md describes it, and read in record_text.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from ewala.core.dice import Dice, broken_promise, commitment_of
from ewala.core.errors import BadSetup, EwalaError, MatchOver
from ewala.core.game import Game
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.sentences import Sentence, as_sentence
from ewala.core.state import State, Viewer

__all__ = ["FIRST_LINES", "TAGS", "DamagedRecord", "Record", "result_text", "write_record"]

FIRST_LINES = ("Ewala record 1", "Ewala record 2")  # the second, where seats have promised what they add to the dice
UNFINISHED = "unfinished"
TAGS = ("date", "place", "event")


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
    _fold: "_Fold" = field(default_factory=lambda: _Fold(), init=False, repr=False, compare=False)

    @classmethod
    def begin(
        cls,
        game: Game,
        *,
        dice: Dice | None = None,
        seats: Mapping[str, str] | None = None,
        start: State | None = None,
    ) -> "Record":
        """The record of a game about to start; with `dice`, every chance move can be verified later.

        `seats` says who sits where; a seat that the game does not have is refused with BadSetup. `start` is a position
        of the game to set out from; the game's first if none is given.
        """
        start = start or game.start(dice)
        for seat in seats or ():
            start.game.check_seat(seat)
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
        *_, last = self._folded()
        return last

    def states(self) -> Iterator[State]:
        """The first position, then the one after each move."""
        return self._fold.along(self.start, self.moves)

    def _folded(self) -> list[State]:
        """All of them. They are kept: whoever plays asks for the last one after each move."""
        return list(self._fold.along(self.start, self.moves))

    def play(self, move: str) -> State:
        """Add a move, or an outcome of chance that did not come from dice; returns the position after it.

        Raises UnreadableText or IllegalMove as `State.play` does, MatchOver after the end; then nothing has changed.
        """
        before = self.state
        if before.to_act is None:
            raise MatchOver("the game is over: no more moves are made")
        after = before.play(move)
        self.moves.append(move)
        self._fold.add(move, after)
        return after

    def roll(self, dice: Dice) -> str:
        """Let the dice draw the outcome of the chance node that the record has come to; returns it."""
        state = self.state
        if state.to_act is not CHANCE:
            raise BadSetup("state/no-chance", "", "nothing is left to chance here")
        drawn = draw_chance(state, dice, self._fold.rolls())
        self.play(drawn)
        return drawn

    def reveal(self, dice: Dice) -> None:
        """Show the dice's secret, so that anybody can `verify` the rolls: at the end, since whoever knows it knows
        every roll to come. Raises BadSetup if these are not the dice that the record is committed to."""
        if dice.commitment != self.commitment:
            raise BadSetup("match/dice", "", "these dice are not the ones that the record is committed to")
        self.secret = dice.secret.hex()

    def seen_by(self, viewer: Viewer) -> list[str]:
        """The moves as a viewer sees them now: of one that is still hidden, what is shown of it.

        A secret never outlasts the move that follows it, so only the last move can hold one.
        """
        if not self.moves:
            return []
        *_, before, _ = self._folded()
        return [*self.moves[:-1], before.seen(self.moves[-1], viewer)]

    def public(self) -> "Record":
        """The record without what somebody may not know yet: a last move that is still hidden is left out."""
        open_ = self.seen_by(SPECTATOR) == self.moves
        return self if open_ else self.cut(len(self.moves) - 1)

    def cut(self, moves: int) -> "Record":
        """The record up to that many moves."""
        comments = {at: lines for at, lines in self.comments.items() if at <= moves}
        cut = Record(
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
        cut._fold = self._fold.cut(moves)
        return cut

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
        """The error for a line of the header: the moves stand, and only their dice cannot be trusted."""
        line = self.header_lines.get(f"{key} {seat}".rstrip(), 1)
        return DamagedRecord(code, line, sentence, record=self)

    def text(self, viewer: Viewer | None = None) -> str:
        """The record as a file holds it; for a viewer, without what they may not know."""
        return write_record(self, self.moves if viewer is None else self.seen_by(viewer), viewer)

    def _repr_svg_(self) -> str | None:
        """For notebooks: the position after the last move."""
        return self.state._repr_svg_()

    def save(self, path: str | Path) -> None:
        """Write the record so that the file is whole at every moment: the old one or the new one."""
        path, text = Path(path), self.text()
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


class _Fold:
    """The positions that a record's moves have led to so far.

    `Record.moves` is a list that anybody may change; so what was folded is held against it each time, which takes a
    thousandth of playing it again.
    """

    __slots__ = ("counted", "moves", "states")

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.states: list[State] = []  # one more than moves, once there is any
        self.counted = 0, 0  # so many moves were looked at, and so many of them were chance's

    def along(self, start: State, moves: list[str]) -> Iterator[State]:
        """The position at the start, then the one after each move; an illegal one raises when it is come to."""
        if not self.states or self.states[0] is not start or self.moves != moves[: len(self.moves)]:
            self.moves, self.states, self.counted = [], [start], (0, 0)
        folded, states = self.moves, self.states  # should somebody change the moves meanwhile, others are begun
        yield start
        for n, move in enumerate(moves):
            if len(folded) <= n:
                _put(folded, states, n, move, states[n].play(move))
            yield states[n + 1]

    def add(self, move: str, after: State) -> None:
        """A move after the last one, of which is known where it leads."""
        _put(self.moves, self.states, len(self.moves), move, after)

    def rolls(self) -> int:
        """How many of the moves were chance's."""
        seen, rolls = self.counted
        rolls += sum(state.to_act is CHANCE for state in self.states[seen : len(self.moves)])
        self.counted = len(self.moves), rolls
        return rolls

    def cut(self, moves: int) -> "_Fold":
        """As far as so many moves."""
        cut = _Fold()
        cut.moves, cut.states = self.moves[:moves], self.states[: moves + 1]
        return cut

    def __reduce__(self) -> tuple[Any, ...]:
        """Nothing of it: a record that was copied or sent folds its moves where it is."""
        return _Fold, ()


def _put(folded: list[str], states: list[State], n: int, move: str, after: State) -> None:
    """At its place, not at the end: whoever folds the same moves at the same time puts the same there."""
    states[n + 1 : n + 2] = [after]
    folded[n : n + 1] = [move]


def draw_chance(state: State, dice: Dice, number: int) -> str:
    """The outcome of a chance node: the dice's draw of that number, counted from 0 in a game."""
    codes, sums = state.game.outcomes(state.data)
    return state.game.move_text(codes[dice.pick(sums, "chance", number)])


# --- The text: a header, a blank line, then a line a turn


def write_record(
    record: Record, moves: list[str], viewer: Viewer | None = None, states: Sequence[State] | None = None
) -> str:
    """The record's text, with its moves as given; for a viewer, its start shows no more than they may know.

    `states` are those that `record.states()` would give, from whoever holds them already.
    """
    _check_names(record)
    states = list(record.states()) if states is None else states
    header = list(_header(record, viewer, states[-1]))
    for line in header:
        if not line.isprintable():
            raise BadSetup(
                "record/value", "", "a header line holds printable characters only, not so {line!r}", line=line
            )
    return "\n".join([*header, "", *_turns(record, moves, states)]) + "\n"


def _check_names(record: Record) -> None:
    """Whether the text could be read again: seats that there are, tags that are known, comments in printable lines."""
    for seat in [*record.seats, *record.promises, *record.entropy]:
        record.game.viewer(seat)
    for tag in record.tags:
        if tag not in TAGS:
            raise BadSetup("record/tag", "", "a record's tags are {tags}, not {tag!r}", tags=", ".join(TAGS), tag=tag)
    for comment in (line for lines in record.comments.values() for text in lines for line in text.split("\n")):
        if not comment.isprintable():
            raise BadSetup(
                "record/comment", "", "a comment holds printable characters only, not so {line!r}", line=comment
            )


def result_text(state: State) -> str:
    """Scores and winners, or that there are none yet."""
    if state.to_act is not None:
        return UNFINISHED
    scores = ", ".join(f"{seat} {score}" for seat, score in state.scores().items())
    winners = [seat for seat in state.game.seats if seat in state.winners()]
    if state.ending == "draw":
        return f"{scores}; a draw"
    return f"{scores}; {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the victory'}"


def _header(record: Record, viewer: Viewer | None, last: State) -> Iterator[str]:
    game = record.game
    yield FIRST_LINES[1 if record.promises else 0]
    yield f"game: {game.name}"
    for name, value in game.parameters().items():
        yield f"{name}: {value}"
    yield f"rules: {game.fingerprint}"
    for name, value in record.tags.items():
        yield f"{name}: {value}"
    for seat, who in record.seats.items():
        yield f"seat {seat}: {who}"
    if record.start != game.start():
        # The first move shows what the start may hide.
        start = record.start if viewer is None or record.moves else record.start.view(viewer)
        yield f"start: {start.text}"
    if record.by_lot:
        yield f"{game.lot_option} drawn: by lot"
    if record.commitment:
        yield f"commitment: {record.commitment}"
    for seat, promise in record.promises.items():
        yield f"promise {seat}: {promise}"
    for seat, entropy in record.entropy.items():
        yield f"entropy {seat}: {entropy}"
    if record.secret:
        yield f"secret: {record.secret}"
    yield f"result: {result_text(last)}"


def _turns(record: Record, moves: list[str], states: Sequence[State]) -> Iterator[str]:
    """A line a turn: its label, then its moves; comments between."""
    line: list[str] = []
    for number, state in enumerate(states):
        label = record.game.turn_label(state.data)
        comments = record.comments.get(number, [])
        if line and (label or comments):
            yield " ".join(line)
            line = []
        for comment in comments:
            yield from (f"# {part}".rstrip() for part in comment.split("\n"))
        if number < len(moves):
            if label or not line:
                line = [f"{label or '…'}:"]
            line.append(moves[number])
    if line:
        yield " ".join(line)

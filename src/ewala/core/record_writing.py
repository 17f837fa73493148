"""The text of a record, written: a header, a blank line, then a line a turn. docs/records.md describes it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.state import State, Viewer

__all__ = ["FIRST_LINES", "TAGS", "Log", "result_text", "write_record"]

FIRST_LINES = ("Ewala record 1", "Ewala record 2")  # the second, where seats have promised what they add to the dice
UNFINISHED = "unfinished"
TAGS = ("date", "place", "event")


class Log(Protocol):
    """What a record has that is written; `Record` is one."""

    @property
    def game(self) -> Game: ...

    @property
    def start(self) -> State: ...

    @property
    def moves(self) -> Sequence[str]: ...

    @property
    def seats(self) -> Mapping[str, str]: ...

    @property
    def tags(self) -> Mapping[str, str]: ...

    @property
    def comments(self) -> Mapping[int, list[str]]: ...

    @property
    def commitment(self) -> str: ...

    @property
    def by_lot(self) -> bool: ...

    @property
    def promises(self) -> Mapping[str, str]: ...

    @property
    def entropy(self) -> Mapping[str, str]: ...

    @property
    def secret(self) -> str: ...

    def states(self) -> Iterator[State]: ...


def write_record(
    record: Log, moves: list[str], viewer: Viewer | None = None, states: Sequence[State] | None = None
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


def _check_names(record: Log) -> None:
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


def _header(record: Log, viewer: Viewer | None, last: State) -> Iterator[str]:
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


def _turns(record: Log, moves: list[str], states: Sequence[State]) -> Iterator[str]:
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

"""What a viewer may know of a table, and nothing else: its seats, a position, an event, everything at once.

All that leaves the server is built here, from what is on disk.
"""

from collections.abc import Sequence

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State, View, Viewer
from ewala.tables.events import Event, Moved, Said, encode_event
from ewala.tables.fold import NotPossible
from ewala.tables.kept import Kept
from ewala.tables.messages import (
    Because,
    ChatLine,
    EventInWords,
    Position,
    Result,
    SeatView,
    SeenMove,
    Snapshot,
    TableView,
    WhyNot,
    with_field,
)
from ewala.tables.problems import problem_of
from ewala.tables.sentences import all_said_in
from ewala.tables.story import moves_that_stand

CHAT_SHOWN = 100
EVENTS_TOLD = 200


def viewer_of(seats: Sequence[Seat], to_act: Seat | None) -> Viewer:
    """Whose eyes a device has: of the seats it holds, the one that must act, else the first; else a spectator's."""
    if to_act is not None and to_act in seats:
        return to_act
    return seats[0] if seats else SPECTATOR


class Moment(msgspec.Struct):
    """A position with what is expected of whom; captured when it arises, since the table may have gone on."""

    state: State
    ply: int
    to_act: Seat | None = None
    to_confirm: Seat | None = None
    clocks: dict[Seat, int] = {}
    _told: dict[bytes, bytes] = {}
    _explained: dict[bytes, bytes] = {}

    def asks(self, seats: Sequence[Seat]) -> bool:
        """Whether a device with these seats has to move."""
        return self.to_act is not None and self.to_act in seats and self.to_confirm is None

    def position(self, seats: Sequence[Seat], *, explained: bool = False) -> Position:
        """The position as a device with these seats may know it, explained if the device asked for that."""
        view = self.state.view(viewer_of(seats, self.to_act))
        return self._position(view, view.moves() if self.asks(seats) else None, explained)

    def told(self, seats: Sequence[Seat], *, explained: bool = False) -> bytes:
        """The same as JSON; all but the moves is made once for all who know the same."""
        view = self.state.view(viewer_of(seats, self.to_act))
        told = self._told.get(view.data)
        if told is None:
            told = self._told[view.data] = msgspec.json.encode(self._position(view, None, False))
        if explained:
            more = self._explained.get(view.data)
            if more is None:
                more = self._explained[view.data] = msgspec.json.encode(view.explained())
            told = with_field(told, b"explained", more)
        if self.asks(seats):
            told = with_field(told, b"moves", msgspec.json.encode(view.moves()))
        return told

    def _position(self, view: View, moves: list[str] | None, explained: bool) -> Position:
        return Position(
            text=view.text,
            ply=self.ply,
            scores=view.scores(),
            to_act=self.to_act,
            confirm=self.to_confirm,
            moves=moves,
            clocks=self.clocks,
            explained=view.explained() if explained else None,
        )


def present_moment(table: Kept, now: int) -> Moment | None:
    if table.match is None:
        return None
    return Moment(table.match.state, table.ply, table.to_act, table.to_confirm, table.clocks.shown(now))


def past_moment(table: Kept, ply: int) -> Moment | None:
    """The position after so many moves. Raises NotPossible if there have not been so many."""
    if table.match is None:
        return None
    if not 0 <= ply <= table.ply:
        raise NotPossible("table/not-so-far", Sentence("the game has had {count} moves so far", count=table.ply))
    state = table.match.state_at(ply)
    return Moment(state, ply, state.to_act if isinstance(state.to_act, str) else None)


def past_position(moment: Moment, seats: Sequence[Seat], *, explained: bool = False) -> Position:
    """An earlier position: whoever looks back sees what they could see then, and nothing is expected of anybody."""
    view = moment.state.view(viewer_of(seats, moment.to_act))
    told = view.explained() if explained else None
    return Position(view.text, moment.ply, view.scores(), moment.to_act, explained=told)


def result_of(table: Kept) -> Result | None:
    """Scores, winners and the dice's secret, once the game is over."""
    match = table.match
    if match is None or table.status != "over":
        return None
    if table.broken_off:
        return Result(match.state.scores(), [], "broken-off", match.dice.secret.hex())
    resigned = table.winner_by_resignation
    winners = [resigned] if resigned else [seat for seat in match.game.seats if seat in match.state.winners()]
    ending = "resignation" if resigned else str(match.state.ending)
    return Result(match.state.scores(), winners, ending, match.dice.secret.hex())


def table_view(table_id: str, table: Kept, online: Sequence[Seat]) -> TableView:
    game = table.match.game if table.match else table.game
    return TableView(
        id=table_id,
        game=game.name,
        title=table.settings.title,
        status=table.status,
        parameters=game.parameters(),
        clock=table.settings.clock,
        confirm=table.settings.confirm,
        listed=table.settings.listed,
        seats=[
            SeatView(
                seat=seat,
                kind=sitter.kind,
                name=sitter.name,
                bot=sitter.bot,
                online=seat in online,
                resigned=sitter.resigned,
                hints=sitter.hints,
                again=sitter.again,
                portrait=sitter.portrait,
            )
            for seat, sitter in table.sitters.items()
        ],
        commitment=table.created.commitment,
        promises=table.promises,
        entropy=table.parts,
        to_show=table.to_show,
        rematch=table.rematch,
        rematch_seats=table.rematch_seats,
        at_once=table.created.at_once,
        rated=table.created.rated,
        created_at=table.created.at,
        hints=not table.created.rated and not table.objects_to_hints(()),
    )


def seen_event(event: Event, seats: Sequence[Seat]) -> bytes:
    """An event, as JSON, as a device with these seats may know it."""
    if not isinstance(event, Moved):
        return encode_event(event)
    return msgspec.json.encode(SeenMove(event.at, event.seat, event.seen_by(seats)))


def snapshot_of(
    table_id: str,
    table: Kept,
    seats: Sequence[Seat],
    *,
    host: bool,
    online: Sequence[Seat],
    muted: bool,
    now: int,
    explained_in: str | None = None,
) -> Snapshot:
    """Everything that a device with these seats may know; if a language is given, explained and told in it."""
    moment = present_moment(table, now)
    log = table.match.seen_by(viewer_of(seats, table.to_act)) if table.match else []
    said = [event for event in table.events if isinstance(event, Said)][-CHAT_SHOWN:]
    return Snapshot(
        seq=table.seq,
        table=table_view(table_id, table, online),
        you=list(seats),
        host=host,
        position=moment.position(seats, explained=explained_in is not None) if moment else None,
        log=log,
        chat=[] if muted else [ChatLine(e.seat, e.name, e.text, e.at) for e in said],
        result=result_of(table),
        told=msgspec.UNSET if explained_in is None else _events_in_words(table, seats, explained_in),
    )


def _events_in_words(table: Kept, seats: Sequence[Seat], language: str) -> list[EventInWords]:
    """The last events in words, as a device with these seats may know them."""
    first = max(0, len(table.events) - EVENTS_TOLD)
    events = table.events[first:]
    moves = moves_that_stand(table, first + 1)
    lines = zip(events, all_said_in(language, events, table, seats), strict=True)
    return [
        EventInWords(seq, event.at, words, moves.get(seq, 0))
        for seq, (event, words) in enumerate(lines, first + 1)
        if words
    ]


def because(kept: Kept, seats: Sequence[Seat], asked: WhyNot, language: str) -> Because:
    """Why a move cannot be made, asked before it is tried; without a reason if it can. Judged by what a device with
    these seats may know."""
    if kept.match is None:
        return Because(asked.id, asked.move, "table/not-started")
    try:
        kept.match.view(viewer_of(seats, kept.to_act)).check(asked.move)
    except EwalaError as error:
        problem = problem_of(error, language)
        return Because(asked.id, asked.move, problem.code, problem.clause, problem.sentence)
    return Because(asked.id, asked.move)

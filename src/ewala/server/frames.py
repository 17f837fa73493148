"""Frames for viewers: what each may know of a table, and nothing else. All that leaves the server is built here."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from ewala.core.roles import SPECTATOR
from ewala.core.state import Seat, State, View, Viewer
from ewala.play.events import Event, Moved, Said
from ewala.play.table import Table
from ewala.server.messages import Position, Result, SeatView, Snapshot, TableView

__all__ = [
    "Moment",
    "position_of",
    "present_moment",
    "result_of",
    "seen_event",
    "snapshot_of",
    "table_view",
    "viewer_of",
]

CHAT_SHOWN = 100


def viewer_of(seats: Sequence[Seat], to_act: Seat | None) -> Viewer:
    """Whose eyes a device has: of the seats it holds, the one that must act, else the first; else a spectator's."""
    if to_act is not None and to_act in seats:
        return to_act
    return seats[0] if seats else SPECTATOR


@dataclass(frozen=True)
class Moment:
    """A position with what is expected of whom; captured when it arises, since the table may have gone on."""

    state: State
    ply: int
    to_act: Seat | None = None
    to_confirm: Seat | None = None
    clocks: dict[Seat, int] = field(default_factory=dict)
    _read: dict[bytes, tuple[str, dict[Seat, int]]] = field(default_factory=dict, compare=False)

    def read(self, view: View) -> tuple[str, dict[Seat, int]]:
        """Text and scores of what a viewer knows; viewers who know the same share them."""
        if view.data not in self._read:
            self._read[view.data] = view.text, view.scores()
        return self._read[view.data]


def present_moment(table: Table, now: int) -> Moment | None:
    if table.match is None:
        return None
    return Moment(table.match.state, table.ply, table.to_act, table.to_confirm, table.clocks.shown(now))


def position_of(moment: Moment, seats: Sequence[Seat], *, explained: bool = False) -> Position:
    """A position as a device with these seats may know it, explained if the device asked for that."""
    view = moment.state.view(viewer_of(seats, moment.to_act))
    acting = moment.to_act is not None and moment.to_act in seats and moment.to_confirm is None
    text, scores = moment.read(view)
    return Position(
        text=text,
        ply=moment.ply,
        scores=scores,
        to_act=moment.to_act,
        confirm=moment.to_confirm,
        moves=view.moves() if acting else None,
        clocks=moment.clocks,
        explained=view.explained() if explained else None,
    )


def result_of(table: Table) -> Result | None:
    """Scores, winners and the dice's secret, once the game is over."""
    match = table.match
    if match is None or table.status != "over":
        return None
    resigned = table.winner_by_resignation
    winners = [resigned] if resigned else [seat for seat in match.game.seats if seat in match.state.winners()]
    ending = "resignation" if resigned else str(match.state.ending)
    return Result(match.state.scores(), winners, ending, match.dice.secret.hex())


def table_view(table_id: str, table: Table, online: Sequence[Seat]) -> TableView:
    game = table.match.game if table.match else table.game
    return TableView(
        id=table_id,
        game=game.name,
        title=table.settings.title,
        status=table.status,
        parameters=game.parameters(),
        clock=msgspec.to_builtins(table.settings.clock),
        confirm=table.settings.confirm,
        listed=table.settings.listed,
        seats=[
            SeatView(seat, sitter.kind, sitter.name, sitter.bot, seat in online, sitter.resigned)
            for seat, sitter in table.sitters.items()
        ],
        commitment=table.created.commitment,
        entropy={seat: sitter.entropy for seat, sitter in table.sitters.items() if sitter.entropy},
        rematch=table.rematch,
        created_at=table.created.at,
    )


def seen_event(event: Event, seats: Sequence[Seat]) -> dict[str, object]:
    """An event as a device with these seats may know it: of a bid face down that is not its own, the slot alone.

    It stays so after the reveal: a bid that was taken back is nobody else's business, ever.
    """
    fields: dict[str, object] = msgspec.to_builtins(event)
    if isinstance(event, Moved):
        del fields["client"]
        hidden = fields.pop("seen")
        if hidden and list(seats) != [event.seat]:  # a device of both sides is looked at by both
            fields["move"] = hidden
    return fields


def snapshot_of(
    table_id: str,
    table: Table,
    seats: Sequence[Seat],
    *,
    host: bool,
    online: Sequence[Seat],
    muted: bool,
    now: int,
    explained: bool = False,
) -> Snapshot:
    """Everything that a device with these seats may know."""
    moment = present_moment(table, now)
    log = table.match.record.seen_by(viewer_of(seats, table.to_act)) if table.match else []
    said = [event for event in table.events if isinstance(event, Said)][-CHAT_SHOWN:]
    return Snapshot(
        seq=table.seq,
        table=table_view(table_id, table, online),
        you=list(seats),
        host=host,
        position=position_of(moment, seats, explained=explained) if moment else None,
        log=log,
        chat=[] if muted else [{"seat": e.seat, "name": e.name, "text": e.text, "at": e.at} for e in said],
        result=result_of(table),
    )

"""What travels over the live channel, both ways: JSON objects with a `type`, from the server one or more a frame.

The page's types are written from these (tools/wire_types.py), so they say all that a reader can rely on; where a field
holds what was encoded elsewhere, `holds` says what that is.
"""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from ewala.core.state import Seat
from ewala.tables.clock import ClockRule
from ewala.tables.events import Event, Moved

__all__ = [
    "MOST_PLIES",
    "TOLD_EVENTS",
    "AllowHints",
    "Announcement",
    "Because",
    "ChatLine",
    "Closing",
    "ComeBack",
    "Command",
    "Confirm",
    "Done",
    "EventInWords",
    "Happened",
    "Hello",
    "HouseNotice",
    "MakeMove",
    "Mute",
    "PartText",
    "Ping",
    "Pong",
    "Position",
    "Presence",
    "Refused",
    "Resign",
    "Result",
    "Say",
    "SeatView",
    "SeenMove",
    "ServerMessage",
    "ShowPart",
    "Snapshot",
    "StorageNotice",
    "TableView",
    "TakeBack",
    "WhyNot",
    "decode_command",
    "holds",
    "with_field",
]

Id = Annotated[str, Meta(max_length=40)]
Key = Annotated[str, Meta(max_length=64)]
SeatName = Annotated[str, Meta(min_length=1, max_length=1)]
MoveText = Annotated[str, Meta(min_length=1, max_length=16)]
PartText = Annotated[str, Meta(min_length=1, max_length=200)]
MOST_PLIES = 1_000_000  # no game is nearly as long: numbers beyond it need not be read


class _FromClient(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client may send."""


class Hello(_FromClient, frozen=True, tag="hello"):
    """The first frame: who one is, and since which event one needs to hear."""

    keys: Annotated[list[Key], Meta(max_length=4)] = []
    watch: Key = ""
    since: Annotated[int, Meta(ge=0, le=MOST_PLIES)] | None = None
    language: Annotated[str, Meta(max_length=100)] = ""
    explained: bool | Literal["snapshot"] = False  # whether positions are to come with what there is to explain in them


class MakeMove(_FromClient, frozen=True, tag="move"):
    id: Annotated[str, Meta(min_length=1, max_length=40)]
    seat: SeatName
    move: MoveText
    ply: Annotated[int, Meta(ge=0, le=MOST_PLIES)]


class TakeBack(_FromClient, frozen=True, tag="take-back"):
    id: Id
    seat: SeatName


class Confirm(_FromClient, frozen=True, tag="confirm"):
    id: Id
    seat: SeatName


class Resign(_FromClient, frozen=True, tag="resign"):
    id: Id
    seat: SeatName


class ComeBack(_FromClient, frozen=True, tag="come-back"):
    id: Id
    seat: SeatName


class ShowPart(_FromClient, frozen=True, tag="show-part"):
    """To show what the seat has promised to add to the dice, when it is asked for."""

    id: Id
    seat: SeatName
    part: PartText


class AllowHints(_FromClient, frozen=True, tag="allow-hints"):
    """To agree that everybody at the table may ask the coach, or not any more."""

    id: Id
    seat: SeatName
    allow: bool = True


class Say(_FromClient, frozen=True, tag="say"):
    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    seat: SeatName | None = None


class Mute(_FromClient, frozen=True, tag="mute"):
    muted: bool


class WhyNot(_FromClient, frozen=True, tag="why"):
    """Why a move is not possible now."""

    id: Id
    move: MoveText


class Ping(_FromClient, frozen=True, tag="ping"):
    id: Id = ""


Command = Hello | MakeMove | TakeBack | Confirm | Resign | ComeBack | ShowPart | AllowHints | Say | Mute | WhyNot | Ping
_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def decode_command(frame: bytes | str) -> Command:
    """A client's frame; raises msgspec.DecodeError."""
    try:
        return _decoder.decode(frame)
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None


# --- From the server


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position as one viewer may know it."""

    text: str
    ply: int
    scores: dict[Seat, int]
    to_act: Seat | None = None
    confirm: Seat | None = None  # whose finished turn waits to be ended
    moves: list[str] | None = None  # the legal ones, if it is the viewer who must act
    clocks: dict[Seat, int] = {}  # milliseconds left
    explained: dict[str, object] | None = None  # what the game says of it, for those who asked


class Result(msgspec.Struct, frozen=True):
    scores: dict[Seat, int]
    winners: list[Seat]
    ending: str  # one of the game's, or "resignation"
    secret: str  # of the dice, in hexadecimal


class SeatView(msgspec.Struct, frozen=True):
    seat: Seat
    kind: Literal["open", "person", "bot", "closed"]
    name: str
    bot: str
    online: bool
    resigned: bool
    hints: bool  # whether this person agrees that everybody may ask the coach
    again: bool  # whether this person would like a rematch
    portrait: str  # the parts of which this person wants to be drawn, by their names; empty if they chose none


class TableView(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    status: Literal["open", "playing", "over"]
    parameters: dict[str, str]
    clock: ClockRule
    confirm: bool
    listed: bool
    seats: list[SeatView]
    commitment: str
    promises: dict[Seat, str]  # to what seats will add to the dice
    entropy: dict[Seat, str]  # what they have added
    to_show: list[Seat]  # whose part of the dice is waited for: then the game starts
    rematch: str  # the table at which it is played, once somebody would like one
    rematch_seats: dict[Seat, Seat]  # where those who have sat here sit there
    at_once: bool  # whether it starts by itself when the last seat is taken
    rated: bool  # whether how it ends counts for the ratings of whoever plays
    created_at: int
    hints: bool  # whether anybody here may ask the coach


class EventInWords(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in a sentence."""

    seq: int
    at: int
    words: str
    ply: int = 0  # of a move that stands: the how-manieth it was


class ChatLine(msgspec.Struct, frozen=True):
    """What somebody at the table said; without a seat it was the host."""

    seat: Seat | None
    name: str
    text: str
    at: int


class Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    seq: int
    table: TableView
    you: list[Seat]
    host: bool
    position: Position | None
    log: list[str]  # the moves so far, as this viewer sees them
    chat: list[ChatLine]
    result: Result | None
    told: list[EventInWords] | msgspec.UnsetType = msgspec.UNSET  # the last ones, for those who asked for explanations


class SeenMove(msgspec.Struct, frozen=True, tag_field="type", tag="moved"):
    """A move as somebody sees it."""

    at: int
    seat: Seat
    move: str


def holds(*types: object) -> Meta:
    """What a field holds that was encoded elsewhere, for whoever describes the wire."""
    return Meta(extra={"holds": types})


def with_field(line: bytes, name: bytes, value: bytes) -> bytes:
    """A JSON object that has fields, with one more."""
    return b'%b,"%b":%b}' % (line[:-1], name, value)


# Of a move each viewer is told what they may know of it; all else is told as it is stored.
TOLD_EVENTS = (*(kind for kind in get_args(Event) if kind is not Moved), SeenMove)


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag="happened", kw_only=True, omit_defaults=True):
    """An event as everybody who knows the same is told of it; where it led to a position, `position` is added."""

    seq: int
    event: Annotated[msgspec.Raw, holds(*TOLD_EVENTS)]  # as it is stored, or a SeenMove
    words: str = ""  # the event in a sentence
    more: list[str] = []  # what a move brought about, for those who asked for explanations
    table: Annotated[msgspec.Raw, holds(TableView)] | msgspec.UnsetType = msgspec.UNSET
    result: Result | None = None
    # Added to the line, for each viewer their own.
    position: Annotated[msgspec.Raw, holds(Position)] | msgspec.UnsetType = msgspec.UNSET


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused", omit_defaults=True):
    id: str
    code: str
    sentence: str
    clause: str = ""


class Because(msgspec.Struct, frozen=True, tag_field="type", tag="because", omit_defaults=True):
    """The answer to `why`: no code if the move is legal."""

    id: str
    move: str
    code: str = ""
    clause: str = ""
    sentence: str = ""


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    online: list[Seat]
    watching: int


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    id: str
    seq: int


class StorageNotice(msgspec.Struct, frozen=True, tag_field="type", tag="storage"):
    """How the server's database is, told when that changes, and to whoever comes while it is not `ok`."""

    state: Literal["ok", "slow", "failing"]
    sentence: str


class Announcement(msgspec.Struct, frozen=True):
    """What the host has to say to everybody, in the language in which it was written."""

    id: int
    at: int
    until: int | None  # for good, if none
    language: str
    text: str


class HouseNotice(msgspec.Struct, frozen=True, tag_field="type", tag="house"):
    """What the host has to say to everybody, told when that changes; before, `/api/house` has it."""

    announcements: list[Announcement]


class Closing(msgspec.Struct, frozen=True, tag_field="type", tag="closing"):
    code: str
    sentence: str


ServerMessage = Snapshot | Happened | Done | Refused | Because | Presence | Pong | StorageNotice | HouseNotice | Closing

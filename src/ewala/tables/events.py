"""What happens at a table, in its order: a table is the fold of its events. Each is stored and sent as JSON."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from ewala.core.state import Seat
from ewala.tables.clock import ClockRule

__all__ = [
    "BotSat",
    "BrokenOff",
    "ClocksStood",
    "Closed",
    "Confirmed",
    "Created",
    "Event",
    "HintsAllowed",
    "Moved",
    "PartMissed",
    "PartShown",
    "PartsAsked",
    "RematchOffered",
    "RematchWished",
    "Replaced",
    "Resigned",
    "Returned",
    "Rolled",
    "Said",
    "SatDown",
    "Settings",
    "Started",
    "StoodUp",
    "TakenBack",
    "decode_event",
    "encode_event",
]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses besides the rules."""

    clock: ClockRule = ClockRule()
    confirm: bool = False  # a turn ends when its player says so
    listed: bool = False  # shown among the open tables
    title: str = ""


class _Happening(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", gc=False):
    """They are many and live long, and none is part of a cycle: Python's collector need not look at them."""

    at: int  # milliseconds since 1970


class Created(_Happening, frozen=True, kw_only=True, tag="created", omit_defaults=True):
    game: str
    parameters: dict[str, str]  # every rule parameter, as in a record
    settings: Settings
    commitment: str  # to the dice's secret
    at_once: bool = False  # the game starts with the last seat that is taken, as a rematch does
    position: str = ""  # from which it is played, if not from the game's first
    rated: bool = False  # how it ends counts for the ratings of whoever plays
    for_anyone: bool = False  # whoever wants to play now may take a free seat


class SatDown(_Happening, frozen=True, kw_only=True, tag="sat-down"):
    seat: Seat
    name: str
    promise: str = ""  # to the part that the seat will add to the dice
    entropy: str = ""  # added at once and unpromised, as it was before there were promises
    portrait: str = ""  # the parts it is drawn of, by their names; none for most


class BotSat(_Happening, frozen=True, kw_only=True, tag="bot-sat"):
    seat: Seat
    bot: str


class StoodUp(_Happening, frozen=True, kw_only=True, tag="stood-up"):
    seat: Seat


class Closed(_Happening, frozen=True, kw_only=True, tag="closed"):
    """The seat is not played."""

    seat: Seat


class PartsAsked(_Happening, frozen=True, kw_only=True, tag="parts-asked"):
    """Seats are closed now, and whoever has promised a part of the dice is to show it: then the game starts."""


class PartShown(_Happening, frozen=True, kw_only=True, tag="part-shown"):
    seat: Seat
    part: str


class PartMissed(_Happening, frozen=True, kw_only=True, tag="part-missed"):
    """The seat has not shown its part in time: the dice are rolled without it."""

    seat: Seat


class Started(_Happening, frozen=True, kw_only=True, tag="started"):
    parameters: dict[str, str]  # as they are now that seats are closed and lots drawn


class Moved(_Happening, frozen=True, kw_only=True, tag="moved"):
    seat: Seat
    move: str
    client: str = ""  # the submission's own name: a repeated one has no effect
    seen: str = ""  # what the other seats see of it, if that is less

    def seen_by(self, seats: Sequence[Seat]) -> str:
        """The move as a device with these seats may know it: of a hidden one that is not its own, what is shown of it.

        It stays so after the reveal: a move that was taken back is nobody else's business, ever. A device that holds
        other seats besides is looked at by their players, too, and so it gets what is shown to all.
        """
        return self.seen if self.seen and list(seats) != [self.seat] else self.move


class Rolled(_Happening, frozen=True, kw_only=True, tag="rolled"):
    move: str


class TakenBack(_Happening, frozen=True, kw_only=True, tag="taken-back"):
    seat: Seat


class Confirmed(_Happening, frozen=True, kw_only=True, tag="confirmed"):
    seat: Seat


class Resigned(_Happening, frozen=True, kw_only=True, tag="resigned"):
    seat: Seat


class Replaced(_Happening, frozen=True, kw_only=True, tag="replaced"):
    """A bot plays for a person."""

    seat: Seat
    bot: str
    because: Literal["clock", "host", "resigned"]


class Returned(_Happening, frozen=True, kw_only=True, tag="returned"):
    seat: Seat


class ClocksStood(_Happening, frozen=True, kw_only=True, tag="clocks-stood"):
    """The server, or its database, was away until `at`: nobody's clock ran meanwhile."""

    since: int  # milliseconds since 1970


class BrokenOff(_Happening, frozen=True, kw_only=True, tag="broken-off"):
    """Whoever runs the server has closed the table: nothing more happens there."""

    note: str = ""  # to those at it


class HintsAllowed(_Happening, frozen=True, kw_only=True, tag="hints-allowed"):
    """A person agrees that everybody may ask the coach, or does not any more."""

    seat: Seat
    allowed: bool


class RematchOffered(_Happening, frozen=True, kw_only=True, tag="rematch-offered"):
    table: str  # at which it will be played
    seats: dict[Seat, Seat] = {}  # where those who have sat here sit there


class RematchWished(_Happening, frozen=True, kw_only=True, tag="rematch-wished"):
    """A person would like a rematch."""

    seat: Seat


class Said(_Happening, frozen=True, kw_only=True, tag="said"):
    seat: Seat | None
    name: str
    text: str


Event = (
    Created
    | SatDown
    | BotSat
    | StoodUp
    | Closed
    | PartsAsked
    | PartShown
    | PartMissed
    | Started
    | Moved
    | Rolled
    | TakenBack
    | Confirmed
    | Resigned
    | Replaced
    | Returned
    | ClocksStood
    | BrokenOff
    | HintsAllowed
    | RematchOffered
    | RematchWished
    | Said
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> bytes:
    return msgspec.json.encode(event)


def decode_event(data: bytes) -> Event:
    return _decoder.decode(data)

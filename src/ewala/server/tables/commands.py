"""What a device may wish for at a table, from whichever channel it comes, as a command that carries it out."""

from ewala.bots.roster import stand_in
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.tables.room import Command
from ewala.server.wire.messages import AllowHints, ComeBack, Confirm, Resign, ShowPart, TakeBack, WishMove
from ewala.server.wire.problems import NotAllowed
from ewala.server.wire.telling import Seats

__all__ = ["SeatWish", "check_holds", "command_of"]

SeatWish = WishMove | TakeBack | Confirm | Resign | ComeBack | ShowPart | AllowHints


def check_holds(seats: Seats, seat: Seat) -> None:
    if seat not in seats:
        raise NotAllowed("seat/not-yours", Sentence("the seat {seat} is not yours", seat=seat))


def command_of(seats: Seats, wish: SeatWish) -> Command:
    """What carries out the wish of a device that holds these seats; raises if the seat is not among them."""
    check_holds(seats, wish.seat)
    seat = wish.seat
    match wish:
        case WishMove():
            return lambda table, now: table.move(seat, wish.move, wish.ply, wish.id, now)
        case TakeBack():
            return lambda table, now: table.take_back(seat, now)
        case Confirm():
            return lambda table, now: table.confirm(seat, now)
        case Resign():
            return lambda table, now: table.resign(seat, stand_in(table.game.name), now)
        case ComeBack():
            return lambda table, now: table.come_back(seat, now)
        case ShowPart():
            return lambda table, now: table.show_part(seat, wish.part, now)
        case AllowHints():
            return lambda table, now: table.allow_hints(seat, wish.allow, now)

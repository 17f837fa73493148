"""Commands that a seat gives, from whichever channel they come, as changes of a table."""

from collections.abc import Callable

from ewala.bots.roster import stand_in
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Event
from ewala.play.table import Table
from ewala.server.wire.messages import AllowHints, ComeBack, Confirm, MakeMove, Resign, ShowPart, TakeBack
from ewala.server.wire.problems import NotAllowed
from ewala.server.wire.telling import Seats

__all__ = ["Change", "SeatCommand", "change_of", "check_holds"]

# What a command does to a table at a time: it raises and changes nothing, or changes it and returns the events.
Change = Callable[[Table, int], list[Event]]
SeatCommand = MakeMove | TakeBack | Confirm | Resign | ComeBack | ShowPart | AllowHints


def check_holds(seats: Seats, seat: Seat) -> None:
    if seat not in seats:
        raise NotAllowed("seat/not-yours", Sentence("the seat {seat} is not yours", seat=seat))


def change_of(seats: Seats, command: SeatCommand) -> Change:
    """What the command of a device that holds these seats does to a table; raises if the seat is not among them."""
    check_holds(seats, command.seat)
    seat = command.seat
    match command:
        case MakeMove():
            return lambda table, now: table.move(seat, command.move, command.ply, command.id, now)
        case TakeBack():
            return lambda table, now: table.take_back(seat, now)
        case Confirm():
            return lambda table, now: table.confirm(seat, now)
        case Resign():
            return lambda table, now: table.resign(seat, stand_in(table.game.name), now)
        case ComeBack():
            return lambda table, now: table.come_back(seat, now)
        case ShowPart():
            return lambda table, now: table.show_part(seat, command.part, now)
        case AllowHints():
            return lambda table, now: table.allow_hints(seat, command.allow, now)

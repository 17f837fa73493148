"""Commands that a seat gives, from whichever channel they come, and decisions of bots, as changes of a table.

Where and when bots think is the host's matter.
"""

from collections.abc import Callable

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.roster import stand_in
from ewala.tables.broadcast import Seats
from ewala.tables.events import Event
from ewala.tables.fold import Fold
from ewala.tables.messages import AllowHints, ComeBack, Confirm, MakeMove, Resign, Say, ShowPart, TakeBack
from ewala.tables.problems import NotAllowed
from ewala.tables.table import Table

# What a command does to a table at a time: it raises and changes nothing, or changes it and returns the events.
Change = Callable[[Table, int], list[Event]]
CHAT_LENGTH = 400  # characters
SeatCommand = MakeMove | TakeBack | Confirm | Resign | ComeBack | ShowPart | AllowHints


def check_holds(seats: Seats, seat: Seat) -> None:
    if seat not in seats:
        raise NotAllowed("seat/not-yours", Sentence("the seat {seat} is not yours", seat=seat))


def change_of(
    seats: Seats, command: SeatCommand | Say, *, host: bool = False, chat_length: int = CHAT_LENGTH
) -> Change:
    """What the command of a device that holds these seats, or hosts, does to a table; raises if it may not give it."""
    if isinstance(command, Say):
        return _said(seats, command, host, chat_length)
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


def _said(seats: Seats, command: Say, host: bool, most: int) -> Change:
    seat, text = command.seat, " ".join(command.text.split())
    if seat is not None:
        check_holds(seats, seat)
    elif not host:
        raise NotAllowed("chat/seats-only", Sentence("only players can chat"))
    if not 1 <= len(text) <= most or not text.isprintable():
        raise BadSetup("chat/text", "", Sentence("a message has 1 to {most} printable characters", most=most))
    return lambda table, now: table.say(seat, table.sitters[seat].name if seat else "", text, now)


# --- Bots


def bot_to_act(table: Fold) -> Seat | None:
    """The seat of the bot from which something is expected, if it is a bot."""
    seat = table.to_act
    return seat if seat is not None and table.sitters[seat].bot else None


def bot_confirms(seat: Seat) -> Change:
    """The bot ends its turn, if it still plays there."""
    return lambda table, now: table.confirm(seat, now) if table.sitters[seat].bot else []


def bot_moves(seat: Seat, move: str, ply: int) -> Change:
    """The bot's move, if it still plays there; it takes nothing back, so its turn is over with its last move."""

    def change(table: Table, now: int) -> list[Event]:
        if not table.sitters[seat].bot:
            return []
        events = table.move(seat, move, ply, "", now)
        return events + (table.confirm(seat, now) if table.to_confirm == seat else [])

    return change

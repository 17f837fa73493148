"""What a device may wish for at a table, from whichever channel it comes."""

import asyncio
from collections.abc import Callable

from ewala.bots.roster import DEFAULT_BOT
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.play.events import Event
from ewala.server.messages import ComeBack, Confirm, Resign, TakeBack, WishMove
from ewala.server.problems import NotAllowed
from ewala.server.room import Room, Seats

__all__ = ["SeatWish", "carry_out"]

SeatWish = WishMove | TakeBack | Confirm | Resign | ComeBack


def carry_out(room: Room, seats: Seats, wish: SeatWish) -> "asyncio.Future[int]":
    """Carry out a seat's wish; the future gives the sequence number once it is on disk. Raises if it is refused."""
    check_holds(room, seats, wish.seat)
    return room.wish(_action(room, wish))


def check_holds(room: Room, seats: Seats, seat: Seat) -> None:
    if seat not in seats:
        raise NotAllowed("seat/not-yours", Sentence("the seat {seat} is not yours", seat=seat))


def _action(room: Room, wish: SeatWish) -> Callable[[int], list[Event]]:
    table, seat = room.table, wish.seat
    match wish:
        case WishMove():
            return lambda now: table.move(seat, wish.move, wish.ply, wish.id, now)
        case TakeBack():
            return lambda now: table.take_back(seat, now)
        case Confirm():
            return lambda now: table.confirm(seat, now)
        case Resign():
            return lambda now: table.resign(seat, DEFAULT_BOT, now)
        case ComeBack():
            return lambda now: table.come_back(seat, now)

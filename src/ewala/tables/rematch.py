"""The next game of the same people: at another table, with seats exchanged. No input or output."""

from collections.abc import Sequence

from ewala.core.game import Game
from ewala.core.state import Seat
from ewala.tables.broadcast import Seats
from ewala.tables.commands import Change
from ewala.tables.events import Event
from ewala.tables.fold import Fold
from ewala.tables.problems import NoKey
from ewala.tables.room import Room
from ewala.tables.table import Table


def next_seats(table: Fold) -> dict[Seat, Seat]:
    """Where everybody sits the next time: two change places; of more, each moves up one, and so another begins."""
    played = [seat for seat, sitter in table.sitters.items() if sitter.kind != "closed"]
    return {seat: played[place - 1] for place, seat in enumerate(played)}


def next_game(table: Fold) -> Game:
    """By the same rules. The seat that began, be it by lot, begins again: somebody else sits there."""
    match, option = table.match, table.game.lot_option
    return table.game.with_options(**{option: match.game.values[option]}) if match and option else table.game


def lay_again(table: Fold, fresh: Table, now: int) -> None:
    """Lay the next table as the last one was: bots sit down, seats that were left out are so again."""
    seats = next_seats(table)
    for seat, sitter in table.sitters.items():
        if sitter.kind == "bot":
            fresh.seat_bot(seats[seat], sitter.bot, now)
        elif sitter.kind == "closed":
            fresh.close(seat, now)


def offer_rematch(room: Room, fresh: str, wishing: Seats) -> Change:
    """A new table is the rematch's, and these seats would like one."""
    seats = next_seats(room.kept)

    def change(table: Table, now: int) -> list[Event]:
        return table.offer_rematch(fresh, seats, now) + table.wish_rematch(wishing, now)

    return change


def key_kept(before: Room, room: Room, seat: Seat, shown: Sequence[str]) -> str:
    """The key of whoever moves to this seat for a rematch: all devices of the seat that they had come along by it."""
    for key in shown if before.kept.rematch == room.id else []:
        if any(before.kept.rematch_seats.get(held) == seat for held in before.rights.seats_of([key])):
            return key
    raise NoKey

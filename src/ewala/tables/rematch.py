"""The next game of the same people: at another table, with seats exchanged. No input or output."""

from ewala.core.game import Game
from ewala.core.state import Seat
from ewala.tables.fold import Fold
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

"""Bots at a table: whose turn it is, and what their decisions do. Where and when they think is the host's matter."""

from ewala.core.state import Seat
from ewala.tables.commands import Change
from ewala.tables.events import Event
from ewala.tables.fold import Fold
from ewala.tables.table import Table


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

"""A bot that plays a free seat, or for a person who is away."""

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.server.tables.room import Room
from ewala.tables.commands import Change
from ewala.tables.events import Event
from ewala.tables.fold import NotPossible
from ewala.tables.table import Table


def let_play(room: Room, seat: Seat, bot: str, *, gone: bool) -> Change:
    """In a game, a person is to have been away for a while, unless it is known that they are `gone`."""

    def change(table: Table, now: int) -> list[Event]:
        if table.status == "open":
            return table.seat_bot(seat, bot, now)
        person = seat in table.sitters and table.sitters[seat].kind == "person"
        if person and not gone and not room.audience.is_absent(seat):
            seconds = int(room.context.config.absent_seconds)
            here = Sentence("a bot plays for whoever has been away for {seconds} seconds", seconds=seconds)
            raise NotPossible("seat/present", here)
        return table.replace(seat, bot, "host", now)

    return change

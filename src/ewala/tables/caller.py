"""Somebody who asks about a table: what their keys allow, what they are shown, and what their wishes do."""

from collections.abc import Sequence

from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.roster import entry_called, stand_in
from ewala.tables import views
from ewala.tables.broadcast import Seats
from ewala.tables.commands import Change, check_holds
from ewala.tables.events import Event
from ewala.tables.fold import NotPossible
from ewala.tables.match import Match
from ewala.tables.messages import Position, Snapshot
from ewala.tables.problems import NoKey, NotAllowed
from ewala.tables.room import Room
from ewala.tables.table import Table


class Caller:
    """`changes` are checked here as far as keys go; the table itself decides about the rest."""

    def __init__(self, room: Room, keys: Sequence[str], language: str) -> None:
        self.room = room
        self.keys = keys
        self.seats: Seats = room.rights.seats_of(keys)
        self.host = room.rights.is_host(keys)
        self.language = language

    def must_host(self) -> None:
        if not self.host:
            raise NotAllowed("table/host-only", Sentence("this is for the host of the table"))

    def the_seat(self) -> Seat:
        """The one seat that the caller's key holds."""
        if not self.seats:
            raise NoKey
        return self.seats[0]

    # --- What they are shown

    def snapshot(self) -> Snapshot:
        return self.room.snapshot(self.seats, host=self.host)

    def record(self) -> str:
        """As the caller may see it. A bid that lay face down when somebody gave up is nobody's business; without it the
        record can be read again."""
        match, kept = self.match(), self.room.kept
        text_for = match.public_text if kept.status == "over" else match.text
        return text_for(views.viewer_of(self.seats, kept.to_act))

    def public_record(self) -> str:
        """As everybody may see it."""
        return self.match().public_text(SPECTATOR)

    def look_back(self, ply: int) -> Position:
        """The position after so many moves, as the caller could see it then."""
        self.match()
        moment = views.past_moment(self.room.kept, ply)
        assert moment is not None
        return views.past_position(moment, self.seats, explained=True)

    def match(self) -> Match:
        if self.room.kept.match is None:
            raise NotPossible("table/not-started", "the game has not started")
        return self.room.kept.match

    def seat_for_hint(self, asked: Seat | None) -> Seat:
        """The seat that may have a hint now; raises whatever forbids it."""
        table = self.room.kept
        seat = asked or (table.to_act if table.to_act in self.seats and table.to_act else self.the_seat())
        check_holds(self.seats, seat)
        table.check_hint(seat, self.seats)
        return seat

    # --- What they wish

    def stand_up(self, seat: Seat) -> Change:
        """To leave one's seat, or as host to free it."""
        if seat not in self.seats:
            self.must_host()
        return lambda table, now: table.stand_up(seat, now)

    def close(self, seat: Seat) -> Change:
        self.must_host()
        return lambda table, now: table.close(seat, now)

    def start(self) -> Change:
        self.must_host()
        return lambda table, now: table.start(now)

    def seat_bot(self, seat: Seat, bot: str | None) -> Change:
        """As host, to let a bot play; if none is named, whoever stands in for people."""
        self.must_host()
        game = self.room.kept.game.name
        return let_play(self.room, seat, entry_called(game, bot or stand_in(game)).name, gone=seat in self.seats)

    def wishing(self) -> Seats:
        """The seats that would like a rematch."""
        if not self.host:
            self.the_seat()
        self.room.kept.check_over()
        return self.seats


def let_play(room: Room, seat: Seat, bot: str, *, gone: bool) -> Change:
    """A bot plays a free seat, or for a person who is away: for a while, unless it is known that they are `gone`."""

    def change(table: Table, now: int) -> list[Event]:
        if table.status == "open":
            return table.seat_bot(seat, bot, now)
        person = seat in table.sitters and table.sitters[seat].kind == "person"
        if person and not gone and not room.audience.is_absent(seat):
            seconds = int(room.audience.absent_seconds)
            here = Sentence("a bot plays for whoever has been away for {seconds} seconds", seconds=seconds)
            raise NotPossible("seat/present", here)
        return table.replace(seat, bot, "host", now)

    return change

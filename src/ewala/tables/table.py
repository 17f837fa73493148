"""A table: seats, settings and the match played there. No input or output; time and randomness come from outside.

Whoever runs a table gives commands (`sit_down`, `move`, `take_back` …). Each either raises an EwalaError and changes
nothing, or changes the table and returns the events that say how. What events do is in fold.py.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, Self

from ewala.core.dice import promise_of
from ewala.core.errors import BadSetup, MatchOver, NotYourTurn, StaleMove
from ewala.core.game import Game
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State
from ewala.tables.events import (
    BotSat,
    BrokenOff,
    ClocksStood,
    Closed,
    Confirmed,
    Created,
    Event,
    HintsAllowed,
    Moved,
    PartMissed,
    PartsAsked,
    PartShown,
    RematchOffered,
    RematchWished,
    Replaced,
    Resigned,
    Returned,
    Rolled,
    Said,
    SatDown,
    Started,
    StoodUp,
    TakenBack,
)
from ewala.tables.fold import Fold, NotPossible, Sitter

__all__ = ["MOST", "NotPossible", "Table"]

FEWEST_SEATS = 2
LONGEST_NAME = 40
LONGEST_PART = 200
LONGEST_PORTRAIT = 200
LONGEST_NOTE = 200
# What people may do again and again, they may not do for ever: a table has an end, on disk too. Moves are as many as
# the game has and may be taken back; a bot takes a seat as often as somebody comes back to it.
MOST: Mapping[type[Event], int] = {
    Said: 2000,
    TakenBack: 1000,
    SatDown: 200,
    BotSat: 200,
    Closed: 200,
    Returned: 200,
    HintsAllowed: 100,
}
_PROMISE = re.compile("[0-9a-f]{64}")
PORTRAIT = re.compile("[a-z0-9 -]*")


class Table(Fold):
    """The fold of a table's events, with the commands that bring about new ones."""

    @classmethod
    def fold(cls, events: Iterable[Event], secret: bytes) -> Self:
        """The table that these events led to."""
        first, *others = events
        assert isinstance(first, Created)
        table = cls(first, secret)
        for event in others:
            table._apply(event)
        return table

    # --- Before the start

    def sit_down(self, seat: Seat, name: str, promise: str, now: int, portrait: str = "") -> list[Event]:
        """Take a free seat; `promise` binds what it will add to the dice, "" if it adds nothing; `portrait` names the
        parts of which a page draws whoever sits there, "" for somebody in the seat's colour."""
        self._check_open()
        self._check_free(seat)
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise BadSetup(
                "setup/name",
                "",
                Sentence("a name has 1 to {longest_name} printable characters", longest_name=LONGEST_NAME),
            )
        if promise and not _PROMISE.fullmatch(promise):
            raise BadSetup("setup/promise", "", "a promise is 64 hexadecimal digits")
        if len(portrait) > LONGEST_PORTRAIT or not PORTRAIT.fullmatch(portrait):
            raise BadSetup("setup/portrait", "", "a portrait is named by its parts: small letters and digits")
        sat_down = SatDown(seat=seat, name=name, promise=promise, portrait=portrait, at=now)
        return self._happen(sat_down) + self._start_if_full(now)

    def seat_bot(self, seat: Seat, bot: str, now: int) -> list[Event]:
        self._check_open()
        self._check_free(seat)
        return self._happen(BotSat(seat=seat, bot=bot, at=now)) + self._start_if_full(now)

    def stand_up(self, seat: Seat, now: int) -> list[Event]:
        """Free a seat again, whoever had it; or open a closed one."""
        self._check_open()
        if self._sitter(seat).kind == "open":
            raise NotPossible("table/seat-free", Sentence("the seat {seat} is free already", seat=seat))
        return self._happen(StoodUp(seat=seat, at=now))

    def close(self, seat: Seat, now: int) -> list[Event]:
        """Leave a seat out of the game: only where the rules let fewer play."""
        self._check_open()
        self._check_free(seat)
        if self.created.position:
            raise NotPossible("table/position-seats", "the position says who plays: every seat is needed")
        left = [other for other, sitter in self.sitters.items() if other != seat and sitter.kind != "closed"]
        try:
            self.game.with_seats(left)
        except BadSetup:
            raise NotPossible("table/too-few", "this game needs the seat") from None
        return self._happen(Closed(seat=seat, at=now)) + self._start_if_full(now)

    def start(self, now: int) -> list[Event]:
        self._check_open()
        if waiting := self._free_seats():
            raise NotPossible(
                "table/seats-open", Sentence("seats are still free: {waiting}", waiting=", ".join(waiting))
            )
        self._settled_game()  # what the rules forbid is refused before anybody shows a part
        return self._happen(PartsAsked(at=now)) if self.promises else self._begin(now)

    def _start_if_full(self, now: int) -> list[Event]:
        """Where nobody is to give the word, the last who sits down does."""
        return self.start(now) if self.created.at_once and not self._free_seats() else []

    def _free_seats(self) -> list[Seat]:
        return [seat for seat, sitter in self.sitters.items() if sitter.kind == "open"]

    def show_part(self, seat: Seat, part: str, now: int) -> list[Event]:
        """Show what a seat has promised to add to the dice; with the last one the game begins."""
        sitter = self._sitter(seat)
        if not sitter.promise:
            raise NotPossible("table/no-promise", Sentence("{seat} has promised nothing for the dice", seat=seat))
        if sitter.entropy and sitter.entropy == part:
            return []  # said twice
        self.check_not_broken_off()
        if seat not in self.to_show:
            if self.match is not None:
                raise NotPossible("table/started", "the game has started")
            raise NotPossible("table/part-early", "parts of the dice are shown when the host has started")
        if not 1 <= len(part) <= LONGEST_PART or not part.isprintable():
            raise BadSetup(
                "setup/part",
                "",
                Sentence("a part of the dice has 1 to {most} printable characters", most=LONGEST_PART),
            )
        if promise_of(self.created.commitment, seat, part) != sitter.promise:
            raise NotPossible(
                "table/other-part", Sentence("this is not the part of the dice that {seat} has promised", seat=seat)
            )
        events = self._happen(PartShown(seat=seat, part=part, at=now))
        return events if self.to_show else events + self._begin(now)

    def miss_parts(self, now: int) -> list[Event]:
        """Begin without the parts of the dice that are still waited for."""
        missed: list[Event] = []
        for seat in self.to_show:
            missed += self._happen(PartMissed(seat=seat, at=now))
        return missed + self._begin(now) if missed else []

    def _begin(self, now: int) -> list[Event]:
        game = self._settled_game().drawn_by_lot(self._dice())
        return self._happen(Started(parameters=game.parameters(), at=now)) + self._go_on(now)

    # --- In the game

    def move(self, seat: Seat, move: str, ply: int, client: str, now: int) -> list[Event]:
        """Make a move for the position after `ply` moves; a submission that was taken already changes nothing."""
        if (made := self.made(seat, client)) is not None:
            if made != move:
                used = Sentence("the name {id!r} was given to another move: each has its own", id=client)
                raise NotPossible("move/id-used", used)
            return []
        match = self.playing()
        if ply != self.ply:
            raise StaleMove(
                Sentence(
                    "the move was meant for move {ply}; the table is at move {ply2}", ply=ply + 1, ply2=self.ply + 1
                )
            )
        if self.to_confirm is not None and self.to_confirm != seat:
            raise NotYourTurn(Sentence("{to_confirm} has not ended the turn yet", to_confirm=self.to_confirm))
        if self.to_confirm == seat:
            raise NotPossible("table/confirm-first", "the turn is done: end it, or take a move back")
        after = match.after(move, seat)
        seen = match.state.seen(move, SPECTATOR) if match.game.hides else move
        moved = Moved(seat=seat, move=move, client=client, seen="" if seen == move else seen, at=now)
        return self._happen(moved, after) + self._go_on(now)

    def take_back(self, seat: Seat, now: int) -> list[Event]:
        self.playing().check_undo(seat, handed_over=self.to_confirm is None)
        return self._happen(TakenBack(seat=seat, at=now)) + self._go_on(now)

    def confirm(self, seat: Seat, now: int) -> list[Event]:
        self.playing()
        if self.to_confirm != seat:
            raise NotPossible("table/nothing-to-confirm", "there is no finished turn of this seat to end")
        return self._happen(Confirmed(seat=seat, at=now)) + self._go_on(now)

    def resign(self, seat: Seat, bot: str, now: int) -> list[Event]:
        """Give up: of two players the other wins; among more a bot plays on for the seat."""
        match = self.playing()
        self._check_played(seat)
        if self._sitter(seat).resigned:
            raise NotPossible("table/resigned", Sentence("{seat} has resigned already", seat=seat))
        events = self._happen(Resigned(seat=seat, at=now))
        if len(match.game.seats) > FEWEST_SEATS:
            events += self._happen(Replaced(seat=seat, bot=bot, because="resigned", at=now))
        return events + self._go_on(now)

    def replace(self, seat: Seat, bot: str, because: Literal["clock", "host"], now: int) -> list[Event]:
        """Let a bot play for an absent person."""
        self.playing()
        if self._sitter(seat).bot:
            raise NotPossible("table/bot-plays", Sentence("a bot plays {seat} already", seat=seat))
        self._check_played(seat)
        return self._happen(Replaced(seat=seat, bot=bot, because=because, at=now)) + self._go_on(now)

    def come_back(self, seat: Seat, now: int) -> list[Event]:
        """The person takes the seat back from the bot that played for them."""
        self.playing()
        sitter = self._sitter(seat)
        if sitter.kind != "person" or not sitter.bot or sitter.resigned:
            raise NotPossible(
                "table/nothing-to-take-back", Sentence("no bot plays {seat} for an absent person", seat=seat)
            )
        return self._happen(Returned(seat=seat, at=now)) + self._go_on(now)

    def run_out(self, bot: str, now: int) -> list[Event]:
        """If a person's clock has run out, a bot takes the seat; else nothing."""
        out_at = self.clocks.runs_out_at()
        seat = self.clocks.running
        if self.status != "playing" or seat is None or out_at is None or now < out_at or self._sitter(seat).bot:
            return []
        return self.replace(seat, bot, "clock", now)

    def clocks_stood(self, since: int, until: int) -> list[Event]:
        """Leave out of a running clock the time in which nobody could have moved; nothing if none runs."""
        running = self.clocks.runs_out_at() is not None and self.status == "playing"
        return self._happen(ClocksStood(since=since, at=until)) if running else []

    def break_off(self, note: str, now: int) -> list[Event]:
        """Close the table, whatever goes on there, with a note to those at it."""
        self.check_not_broken_off()
        if self.status == "over":
            raise MatchOver("the game is over")
        if len(note) > LONGEST_NOTE or not note.isprintable():
            raise BadSetup(
                "setup/note", "", Sentence("a note has at most {most} printable characters", most=LONGEST_NOTE)
            )
        return self._happen(BrokenOff(note=note, at=now))

    def allow_hints(self, seat: Seat, allowed: bool, now: int) -> list[Event]:
        """A person agrees that everybody at the table may ask the coach, or does not any more."""
        if self._sitter(seat).kind != "person":
            raise NotPossible("table/no-person", Sentence("nobody sits at {seat} who could agree", seat=seat))
        if self._sitter(seat).hints == allowed:
            return []
        return self._happen(HintsAllowed(seat=seat, allowed=allowed, at=now))

    def offer_rematch(self, table: str, seats: Mapping[Seat, Seat], now: int) -> list[Event]:
        """The table of the rematch is there; `seats` says where those who have sat here sit there."""
        self.check_rematch()
        return self._happen(RematchOffered(table=table, seats=dict(seats), at=now))

    def wish_rematch(self, wishing: Iterable[Seat], now: int) -> list[Event]:
        """These seats would like a rematch; whoever has said so before says nothing new."""
        self.check_over()
        events: list[Event] = []
        for seat in wishing:
            if not self._sitter(seat).again:
                events += self._happen(RematchWished(seat=seat, at=now))
        return events

    def say(self, seat: Seat | None, name: str, text: str, now: int) -> list[Event]:
        return self._happen(Said(seat=seat, name=name, text=text, at=now))

    # --- Inside

    def _check_open(self) -> None:
        self.check_not_broken_off()
        if self.status != "open":
            raise NotPossible("table/started", "the game has started")
        if self.parts_asked_at is not None:
            raise NotPossible("table/starting", "the game is about to start: seats stay as they are")

    def _check_free(self, seat: Seat) -> None:
        if self._sitter(seat).kind != "open":
            raise NotPossible("table/seat-taken", Sentence("the seat {seat} is taken", seat=seat))

    def _check_played(self, seat: Seat) -> None:
        if self._sitter(seat).kind == "closed":
            raise NotPossible("table/seat-closed", Sentence("the seat {seat} is not played", seat=seat))

    def _sitter(self, seat: Seat) -> Sitter:
        if seat not in self.sitters:
            raise BadSetup(
                "setup/seat",
                "",
                Sentence("the seats are {sitters}, not {seat!r}", sitters=", ".join(self.sitters), seat=seat),
            )
        return self.sitters[seat]

    def _settled_game(self) -> Game:
        """The game with the seats that are played."""
        played = [seat for seat, sitter in self.sitters.items() if sitter.kind != "closed"]
        return self.game if len(played) == len(self.sitters) else self.game.with_seats(played)

    def _go_on(self, now: int) -> list[Event]:
        """Chance decides at once, unless a turn waits to be confirmed."""
        events: list[Event] = []
        while self.status == "playing" and self.to_confirm is None and self.match and self.match.to_act is CHANCE:
            events += self._happen(Rolled(move=self.match.next_roll(), at=now))
        return events

    def _happen(self, event: Event, led_to: State | None = None) -> list[Event]:
        most = MOST.get(type(event))
        if most is not None and self._counts[type(event)] >= most:
            raise NotPossible(
                "table/too-often",
                Sentence("this was done {most} times at this table: that has to be enough", most=most),
            )
        self._apply(event, led_to)
        return [event]

"""A table: seats, settings and the match played there. No input or output; time and randomness come from outside.

Whoever runs a table hands in wishes (`sit_down`, `move`, `take_back` …). Each either raises an EwalaError and changes
nothing, or changes the table and returns the events that say how. Folding the events again gives the same table.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, EwalaError, MatchOver, NotYourTurn, StaleMove
from ewala.core.game import Game
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import game_class
from ewala.play.clock import Clocks
from ewala.play.events import (
    BotSat,
    Closed,
    Confirmed,
    Created,
    Event,
    HintsAllowed,
    Moved,
    RematchOffered,
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
from ewala.play.match import Match

__all__ = ["NotPossible", "Sitter", "Table"]

FEWEST_SEATS = 2
LONGEST_NAME = 40
LONGEST_ENTROPY = 200


class NotPossible(EwalaError):
    """The table is not in a state for this wish."""


@dataclass
class Sitter:
    """Who has a seat. A person's bot plays for them while they are away."""

    kind: Literal["open", "person", "bot", "closed"] = "open"
    name: str = ""
    bot: str = ""
    entropy: str = ""
    resigned: bool = False
    hints: bool = False  # whether this person agrees that everybody may ask the coach

    @property
    def played_by_bot(self) -> bool:
        return bool(self.bot)


class Table:
    """The fold of a table's events."""

    def __init__(self, created: Created, secret: bytes) -> None:
        self.created = created
        self.settings = created.settings
        self.game: Game = game_class(created.game).from_parameters(created.parameters)
        self.sitters = {seat: Sitter() for seat in self.game.seats}
        self.clocks = Clocks(self.settings.clock, ())
        self.match: Match | None = None
        self.status: Literal["open", "playing", "over"] = "open"
        self.winner_by_resignation: Seat | None = None  # of two players, the one who did not resign
        self.to_confirm: Seat | None = None  # whose finished turn waits for a word
        self.rematch = ""
        self.events: list[Event] = [created]
        self._secret = secret
        self._submissions: dict[tuple[Seat, str], int] = {}  # (seat, client) -> sequence number

    @classmethod
    def fold(cls, events: Iterable[Event], secret: bytes) -> "Table":
        """The table that these events led to."""
        first, *others = events
        assert isinstance(first, Created)
        table = cls(first, secret)
        for event in others:
            table._apply(event)
        return table

    # --- What can be asked

    @property
    def seq(self) -> int:
        """The number of the last event, from 1."""
        return len(self.events)

    def _present_status(self) -> Literal["open", "playing", "over"]:
        if self.match is None:
            return "open"
        return "over" if self.winner_by_resignation or self.match.to_act is None else "playing"

    @property
    def to_act(self) -> Seat | None:
        """The seat from which something is expected."""
        if self.match is None or self.status == "over":
            return None
        if self.to_confirm is not None:
            return self.to_confirm
        waiting = self.match.to_act
        return waiting if isinstance(waiting, str) else None

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self.match.record.moves) if self.match else 0

    def made(self, seat: Seat, client: str) -> int | None:
        """The sequence number of a submission that was taken already."""
        return self._submissions.get((seat, client)) if client else None

    def objects_to_hints(self, asking: Collection[Seat]) -> list[Seat]:
        """The people who have not agreed to hints, if there is company: somebody besides those who ask."""
        people = [seat for seat, sitter in self.sitters.items() if sitter.kind == "person" and not sitter.resigned]
        if len(people) <= 1 or all(seat in asking for seat in people):
            return []
        return [seat for seat in people if not self.sitters[seat].hints]

    # --- Before the start

    def sit_down(self, seat: Seat, name: str, entropy: str, now: int) -> list[Event]:
        self._check_open()
        self._check_free(seat)
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise BadSetup(
                "setup/name",
                "",
                Sentence("a name has 1 to {longest_name} printable characters", longest_name=LONGEST_NAME),
            )
        if len(entropy) > LONGEST_ENTROPY or not entropy.isprintable():
            raise BadSetup(
                "setup/entropy",
                "",
                Sentence("entropy has at most {longest_entropy} printable characters", longest_entropy=LONGEST_ENTROPY),
            )
        return self._happen(SatDown(seat=seat, name=name, entropy=entropy, at=now))

    def seat_bot(self, seat: Seat, bot: str, now: int) -> list[Event]:
        self._check_open()
        self._check_free(seat)
        return self._happen(BotSat(seat=seat, bot=bot, at=now))

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
        left = [other for other, sitter in self.sitters.items() if other != seat and sitter.kind != "closed"]
        if "players" not in self.game.values or len(left) < FEWEST_SEATS:
            raise NotPossible("table/too-few", "this game needs the seat")
        return self._happen(Closed(seat=seat, at=now))

    def start(self, now: int) -> list[Event]:
        self._check_open()
        waiting = [seat for seat, sitter in self.sitters.items() if sitter.kind == "open"]
        if waiting:
            raise NotPossible(
                "table/seats-open", Sentence("seats are still free: {waiting}", waiting=", ".join(waiting))
            )
        game = self._settled_game().drawn_by_lot(self._dice())
        return self._happen(Started(parameters=game.parameters(), at=now)) + self._go_on(now)

    # --- In the game

    def move(self, seat: Seat, move: str, ply: int, client: str, now: int) -> list[Event]:
        """Make a move for the position after `ply` moves; a submission that was taken already changes nothing."""
        if self.made(seat, client) is not None:
            return []
        match = self._playing()
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
        shown = ""
        if match.game.hides:
            match.check(move, seat)
            seen = match.state.seen(move, SPECTATOR)
            shown = "" if seen == move else seen
        return self._happen(Moved(seat=seat, move=move, client=client, seen=shown, at=now)) + self._go_on(now)

    def take_back(self, seat: Seat, now: int) -> list[Event]:
        self._playing().check_undo(seat, handed_over=self.to_confirm is None)
        return self._happen(TakenBack(seat=seat, at=now)) + self._go_on(now)

    def confirm(self, seat: Seat, now: int) -> list[Event]:
        self._playing()
        if self.to_confirm != seat:
            raise NotPossible("table/nothing-to-confirm", "there is no finished turn of this seat to end")
        return self._happen(Confirmed(seat=seat, at=now)) + self._go_on(now)

    def resign(self, seat: Seat, bot: str, now: int) -> list[Event]:
        """Give up: of two players the other wins; among more a bot plays on for the seat."""
        match = self._playing()
        if self._sitter(seat).resigned:
            raise NotPossible("table/resigned", Sentence("{seat} has resigned already", seat=seat))
        events = self._happen(Resigned(seat=seat, at=now))
        if len(match.game.seats) > FEWEST_SEATS:
            events += self._happen(Replaced(seat=seat, bot=bot, because="resigned", at=now))
        return events + self._go_on(now)

    def replace(self, seat: Seat, bot: str, because: Literal["clock", "host"], now: int) -> list[Event]:
        """Let a bot play for an absent person."""
        self._playing()
        if self._sitter(seat).bot:
            raise NotPossible("table/bot-plays", Sentence("a bot plays {seat} already", seat=seat))
        if self._sitter(seat).kind == "closed":
            raise NotPossible("table/seat-closed", Sentence("the seat {seat} is not played", seat=seat))
        return self._happen(Replaced(seat=seat, bot=bot, because=because, at=now)) + self._go_on(now)

    def come_back(self, seat: Seat, now: int) -> list[Event]:
        """The person takes the seat back from the bot that played for them."""
        self._playing()
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

    def allow_hints(self, seat: Seat, allowed: bool, now: int) -> list[Event]:
        """A person agrees that everybody at the table may ask the coach, or does not any more."""
        if self._sitter(seat).kind != "person":
            raise NotPossible("table/no-person", Sentence("nobody sits at {seat} who could agree", seat=seat))
        if self._sitter(seat).hints == allowed:
            return []
        return self._happen(HintsAllowed(seat=seat, allowed=allowed, at=now))

    def check_hint(self, seat: Seat, asking: Collection[Seat]) -> Match:
        """The match, if whoever holds the seats `asking` may have a hint for this one now."""
        match = self._playing()
        if self.to_confirm == seat:
            raise NotPossible("table/confirm-first", "the turn is done: end it, or take a move back")
        if self.to_act != seat:
            raise NotYourTurn(Sentence("{to_act} has to act, not {seat}", to_act=self.to_act, seat=seat))
        if others := self.objects_to_hints(asking):
            raise NotPossible(
                "coach/company",
                Sentence(
                    "other people play here: hints are for when everybody has agreed; not yet: {names}",
                    names=", ".join(self.sitters[other].name for other in others),
                ),
            )
        return match

    def check_rematch(self) -> None:
        if self.status != "over":
            raise NotPossible("table/not-over", "a rematch is for a game that is over")
        if self.rematch:
            raise NotPossible("table/rematch", "there is a rematch already")

    def offer_rematch(self, table: str, now: int) -> list[Event]:
        self.check_rematch()
        return self._happen(RematchOffered(table=table, at=now))

    def say(self, seat: Seat | None, name: str, text: str, now: int) -> list[Event]:
        return self._happen(Said(seat=seat, name=name, text=text, at=now))

    # --- Inside

    def _check_open(self) -> None:
        if self.status != "open":
            raise NotPossible("table/started", "the game has started")

    def _check_free(self, seat: Seat) -> None:
        if self._sitter(seat).kind != "open":
            raise NotPossible("table/seat-taken", Sentence("the seat {seat} is taken", seat=seat))

    def _sitter(self, seat: Seat) -> Sitter:
        if seat not in self.sitters:
            raise BadSetup(
                "setup/seat",
                "",
                Sentence("the seats are {sitters}, not {seat!r}", sitters=", ".join(self.sitters), seat=seat),
            )
        return self.sitters[seat]

    def _playing(self) -> Match:
        if self.match is None:
            raise NotPossible("table/not-started", "the game has not started")
        if self.status == "over":
            raise MatchOver("the game is over")
        return self.match

    def _settled_game(self) -> Game:
        """The game with the seats that are played."""
        played = [seat for seat, sitter in self.sitters.items() if sitter.kind != "closed"]
        if len(played) == len(self.sitters):
            return self.game
        first = str(self.game.values["first"])
        return self.game.with_options(players="".join(played), first=first if first in [*played, "lot"] else "")

    def _dice(self) -> Dice:
        entropy = {seat: sitter.entropy for seat, sitter in self.sitters.items() if sitter.entropy}
        return Dice(self._secret, entropy)

    def _go_on(self, now: int) -> list[Event]:
        """Chance decides at once, unless a turn waits to be confirmed."""
        events: list[Event] = []
        while self.status == "playing" and self.to_confirm is None and self.match and self.match.to_act is CHANCE:
            events += self._happen(Rolled(move=self.match.next_roll(), at=now))
        return events

    def _happen(self, event: Event) -> list[Event]:
        self._apply(event)
        return [event]

    def _apply(self, event: Event) -> None:
        """Fold one event in. Nothing but an illegal move is refused here, and then nothing has changed."""
        handler: Callable[[Event], None] = getattr(self, _HANDLERS[type(event)])
        handler(event)
        self.events.append(event)
        self.status = self._present_status()
        self._run_clocks(event)

    def _run_clocks(self, event: Event) -> None:
        """A clock stops when its turn ends, also if the next turn is the same seat's; a roll within a turn does not
        stop it."""
        if self.settings.clock.kind == "none":
            return
        match = self.match
        if match is not None and self.status == "playing" and self.to_confirm is None:
            if isinstance(event, Moved | Confirmed) and match.game.turn_label(match.state.data) is not None:
                self.clocks.switch(None, event.at)
            elif match.to_act is CHANCE:
                return
        self.clocks.switch(self.to_act, event.at)

    def _on_satdown(self, event: SatDown) -> None:
        self.sitters[event.seat] = Sitter("person", event.name, entropy=event.entropy)

    def _on_botsat(self, event: BotSat) -> None:
        self.sitters[event.seat] = Sitter("bot", event.bot, bot=event.bot)

    def _on_stoodup(self, event: StoodUp) -> None:
        self.sitters[event.seat] = Sitter()

    def _on_closed(self, event: Closed) -> None:
        self.sitters[event.seat] = Sitter("closed")

    def _on_started(self, event: Started) -> None:
        by_lot = self.game.values.get("first") == "lot"
        game = type(self.game).from_parameters(event.parameters)
        self.match = Match.begin(game, dice=self._dice(), seats={s: self.sitters[s].name for s in game.seats})
        self.match.record.by_lot = by_lot
        self.clocks = Clocks(self.settings.clock, game.seats)

    def _on_moved(self, event: Moved) -> None:
        assert self.match is not None
        self.match.submit(event.move, event.seat)
        if event.client:
            self._submissions[event.seat, event.client] = self.seq + 1
        if self.settings.confirm and self.match.can_wait:
            self.to_confirm = event.seat

    def _on_rolled(self, event: Rolled) -> None:
        assert self.match is not None
        self.match.roll()

    def _on_takenback(self, event: TakenBack) -> None:
        assert self.match is not None
        self.match.undo(event.seat, handed_over=self.to_confirm is None)
        self.to_confirm = None

    def _on_confirmed(self, event: Confirmed) -> None:
        self.to_confirm = None

    def _on_resigned(self, event: Resigned) -> None:
        self.sitters[event.seat].resigned = True
        assert self.match is not None
        others = [seat for seat in self.match.game.seats if seat != event.seat]
        if len(others) == 1:
            self.winner_by_resignation = others[0]
            self.match.show_dice()

    def _on_replaced(self, event: Replaced) -> None:
        self.sitters[event.seat].bot = event.bot

    def _on_returned(self, event: Returned) -> None:
        self.sitters[event.seat].bot = ""
        self.clocks.give(event.seat, event.at)

    def _on_hintsallowed(self, event: HintsAllowed) -> None:
        self.sitters[event.seat].hints = event.allowed

    def _on_rematchoffered(self, event: RematchOffered) -> None:
        self.rematch = event.table

    def _on_said(self, event: Said) -> None:
        """Words change nothing."""


_HANDLERS = {event: f"_on_{event.__name__.lower()}" for event in get_args(Event)}

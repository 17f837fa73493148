"""What a table's events have led to. No input or output: time and randomness are in the events.

A table is nothing but the fold of its events: folding them again gives the same table.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, Self, assert_never

from ewala.core.dice import Dice
from ewala.core.errors import EwalaError, MatchOver, NotYourTurn
from ewala.core.game import Game
from ewala.core.roles import CHANCE
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State
from ewala.games.registry import game_class
from ewala.tables.clock import Clocks
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
from ewala.tables.match import Match

MOVES = (Moved, Rolled)  # events that lead to another position
TURN_ENDS = (Moved, Confirmed)  # with one of these, perhaps


class NotPossible(EwalaError):
    """The table is not in a state for this command."""


class DamagedLog(EwalaError):
    """Events that cannot have happened like this: the log was changed, or its dice are not the table's."""


@dataclass
class Sitter:
    """Who has a seat. A person's bot plays for them while they are away."""

    kind: Literal["open", "person", "bot", "closed"] = "open"
    name: str = ""
    bot: str = ""
    promise: str = ""  # to the part of the dice that is to come
    entropy: str = ""  # that part, once it is shown
    part_missed: bool = False
    resigned: bool = False
    hints: bool = False  # whether this person agrees that everybody may ask the coach
    again: bool = False  # whether this person would like a rematch
    portrait: str = ""  # what this person wants to look like


class Fold:
    """Seats, settings, clocks and the match, as the events so far have left them."""

    def __init__(self, created: Created, secret: bytes) -> None:
        self.created = created
        self.settings = created.settings
        self.game: Game = game_class(created.game).from_parameters(created.parameters)
        self.sitters = {seat: Sitter() for seat in self.game.seats}
        self.clocks = Clocks(self.settings.clock, ())
        self.match: Match | None = None
        self.status: Literal["open", "playing", "over"] = "open"
        self.winner_by_resignation: Seat | None = None  # of two players, the one who did not resign
        self.broken_off = False  # whether the table was closed before the game was over
        self.to_confirm: Seat | None = None  # whose finished turn waits for a word
        self.rematch = ""
        self.rematch_seats: dict[Seat, Seat] = {}  # where those who have sat here sit there
        self.parts_asked_at: int | None = None  # when seats were closed and promised parts asked for
        self.events: list[Event] = [created]
        self._secret = secret
        self._named: dict[str, str] = {}  # moves, by seat and by the name that a client has given them
        self._counts: Counter[type[Event]] = Counter()

    @classmethod
    def copy_of(cls, other: "Fold") -> Self:
        """A table that stands where another does; what happens at one of them does not happen at the other."""
        copy = object.__new__(cls)
        for name, value in vars(other).items():
            setattr(copy, name, value.copy() if isinstance(value, dict | list | set | Clocks | Match) else value)
        copy.sitters = {seat: replace(sitter) for seat, sitter in other.sitters.items()}
        return copy

    # --- What can be asked

    @property
    def seq(self) -> int:
        """The number of the last event, from 1."""
        return len(self.events)

    def _present_status(self) -> Literal["open", "playing", "over"]:
        if self.broken_off:
            return "over"
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

    def made(self, seat: Seat, client: str) -> str | None:
        """The seat's move of that name, if it was taken already."""
        return self._named.get(f"{seat} {client}") if client else None

    def objects_to_hints(self, asking: Collection[Seat]) -> list[Seat]:
        """The people who have not agreed to hints, if there is company: somebody besides those who ask."""
        people = [seat for seat, sitter in self.sitters.items() if sitter.kind == "person" and not sitter.resigned]
        if len(people) <= 1 or all(seat in asking for seat in people):
            return []
        return [seat for seat in people if not self.sitters[seat].hints]

    def playing(self) -> Match:
        """The match, if one goes on; raises NotPossible or MatchOver."""
        self.check_not_broken_off()
        if self.match is None:
            raise NotPossible("table/not-started", "the game has not started")
        if self.status == "over":
            raise MatchOver("the game is over")
        return self.match

    def check_hint(self, seat: Seat, asking: Collection[Seat]) -> Match:
        """The match, if whoever holds the seats `asking` may have a hint for this one now."""
        match = self.playing()
        if self.created.rated:
            raise NotPossible("coach/rated", "at a rated table nobody asks the coach")
        if self.to_confirm == seat:
            raise NotPossible("table/confirm-first", "the turn is done: end it, or take a move back")
        if self.to_act != seat:
            raise NotYourTurn(Sentence("{to_act} has to act, not {seat}", to_act=self.to_act, seat=seat))
        if others := self.objects_to_hints(asking):
            raise NotPossible(
                "coach/company",
                Sentence(
                    "hints need everyone's consent; still missing: {names}",
                    names=", ".join(self.sitters[other].name for other in others),
                ),
            )
        return match

    def check_not_broken_off(self) -> None:
        if self.broken_off:
            raise NotPossible("table/broken-off", "whoever runs the server has closed this table")

    def check_over(self) -> None:
        self.check_not_broken_off()
        if self.status != "over":
            raise NotPossible("table/not-over", "a rematch is for a game that is over")

    def check_rematch(self) -> None:
        self.check_over()
        if self.rematch:
            raise NotPossible("table/rematch", "there is a rematch already")

    @property
    def promises(self) -> dict[Seat, str]:
        return {seat: sitter.promise for seat, sitter in self.sitters.items() if sitter.promise}

    @property
    def parts(self) -> dict[Seat, str]:
        """What seats have added to the dice. Where any has promised, nothing counts that was not promised."""
        plain = not self.promises
        return {seat: s.entropy for seat, s in self.sitters.items() if s.entropy and (s.promise or plain)}

    @property
    def to_show(self) -> list[Seat]:
        """The seats whose part of the dice is waited for."""
        if self.parts_asked_at is None or self.match is not None or self.broken_off:
            return []
        return [seat for seat, s in self.sitters.items() if s.promise and not s.entropy and not s.part_missed]

    # --- Folding

    def _dice(self) -> Dice:
        return Dice(self._secret, self.parts, self.promises)

    def _apply(self, event: Event, led_to: State | Match | None = None) -> None:
        """Fold one event in; of a move or a roll, `led_to` may say where it led, or in which match it was made. Nothing
        is refused here but an illegal move and a roll that the dice do not give, and then nothing has changed."""
        if led_to is not None and isinstance(event, MOVES):
            assert self.match is not None
            self.match.follow(event.move, led_to)
            if isinstance(event, Moved):
                self._note_move(event)
        else:
            self._fold_in(event)
        self.events.append(event)
        self._counts[type(event)] += 1
        self.status = self._present_status()
        self._run_clocks(event)

    def follow(self, event: Event, ahead: "Fold") -> None:
        """Fold in what has just happened at another table that stood where this one does."""
        self._apply(event, ahead.match)

    def _fold_in(self, event: Event) -> None:
        """What an event does; a kind of event that has no case here is found by mypy."""
        match event:
            case Moved():
                self._on_moved(event)
            case Rolled():
                self._on_rolled(event)
            case SatDown():
                self._on_sat_down(event)
            case BotSat():
                self._on_bot_sat(event)
            case StoodUp():
                self._on_stood_up(event)
            case Closed():
                self._on_closed(event)
            case PartsAsked():
                self._on_parts_asked(event)
            case PartShown():
                self._on_part_shown(event)
            case PartMissed():
                self._on_part_missed(event)
            case Started():
                self._on_started(event)
            case TakenBack():
                self._on_taken_back(event)
            case Confirmed():
                self._on_confirmed(event)
            case Resigned():
                self._on_resigned(event)
            case Replaced():
                self._on_replaced(event)
            case Returned():
                self._on_returned(event)
            case ClocksStood():
                self._on_clocks_stood(event)
            case BrokenOff():
                self.broken_off, self.to_confirm = True, None
            case HintsAllowed():
                self._on_hints_allowed(event)
            case RematchOffered():
                self._on_rematch_offered(event)
            case RematchWished():
                self._on_rematch_wished(event)
            case Said():
                pass  # words change nothing
            case Created():
                raise AssertionError("a table is created once")
            case _:
                assert_never(event)

    def _run_clocks(self, event: Event) -> None:
        """A clock stops when its turn ends, also if the next turn is the same seat's; a roll within a turn does not
        stop it."""
        if self.settings.clock.kind == "none":
            return
        match = self.match
        if match is not None and self.status == "playing" and self.to_confirm is None:
            if isinstance(event, TURN_ENDS) and match.game.turn_label(match.state.data) is not None:
                self.clocks.switch(None, event.at)
            elif match.to_act is CHANCE:
                return
        self.clocks.switch(self.to_act, event.at)

    def _on_sat_down(self, event: SatDown) -> None:
        self.sitters[event.seat] = Sitter(
            "person", event.name, promise=event.promise, entropy=event.entropy, portrait=event.portrait
        )

    def _on_bot_sat(self, event: BotSat) -> None:
        self.sitters[event.seat] = Sitter("bot", event.bot, bot=event.bot)

    def _on_stood_up(self, event: StoodUp) -> None:
        self.sitters[event.seat] = Sitter()

    def _on_closed(self, event: Closed) -> None:
        self.sitters[event.seat] = Sitter("closed")

    def _on_parts_asked(self, event: PartsAsked) -> None:
        self.parts_asked_at = event.at

    def _on_part_shown(self, event: PartShown) -> None:
        self.sitters[event.seat].entropy = event.part

    def _on_part_missed(self, event: PartMissed) -> None:
        self.sitters[event.seat].part_missed = True

    def _on_started(self, event: Started) -> None:
        by_lot = self.game.by_lot
        game = type(self.game).from_parameters(event.parameters)
        self.match = Match.begin(
            game,
            dice=self._dice(),
            seats={s: self.sitters[s].name for s in game.seats},
            position=self.created.position,
        )
        self.match.record.by_lot = by_lot
        self.clocks = Clocks(self.settings.clock, game.seats)

    def _on_moved(self, event: Moved) -> None:
        assert self.match is not None
        self.match.submit(event.move, event.seat)
        self._note_move(event)

    def _note_move(self, event: Moved) -> None:
        """What a move means for the table besides the game."""
        if event.client:
            self._named[f"{event.seat} {event.client}"] = event.move
        if self.settings.confirm and self.match is not None and self.match.can_wait:
            self.to_confirm = event.seat

    def _on_rolled(self, event: Rolled) -> None:
        assert self.match is not None
        if (drawn := self.match.next_roll()) != event.move:
            wrong = Sentence(
                "event {n} rolled {move}, the dice give {drawn}", n=self.seq + 1, move=event.move, drawn=drawn
            )
            raise DamagedLog("table/wrong-dice", wrong)
        self.match.roll()

    def _on_taken_back(self, event: TakenBack) -> None:
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

    def _on_clocks_stood(self, event: ClocksStood) -> None:
        self.clocks.stand(event.since, event.at)

    def _on_hints_allowed(self, event: HintsAllowed) -> None:
        self.sitters[event.seat].hints = event.allowed

    def _on_rematch_offered(self, event: RematchOffered) -> None:
        self.rematch = event.table
        self.rematch_seats = event.seats

    def _on_rematch_wished(self, event: RematchWished) -> None:
        self.sitters[event.seat].again = True

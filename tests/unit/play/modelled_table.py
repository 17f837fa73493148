"""A table as a model of it says it is, and all there is to know of one, to hold one against another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from on_disk import on_disk

from ewala.core.game import Game
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.state import State
from ewala.tables.events import Event, Moved, Rolled, TakenBack
from ewala.tables.table import Table
from ewala.tables.views import snapshot_of

FEWEST = 2


@dataclass
class Chair:
    """A seat, and who has it."""

    kind: Literal["open", "person", "bot", "closed"] = "open"
    bot: str = ""  # that plays, also for a person
    part: str = ""  # of the dice, that was promised
    settled: bool = True  # whether the part was shown, or is not waited for any more
    resigned: bool = False
    hints: bool = False


class Model:
    """One table."""

    def __init__(self, game: Game, *, confirm: bool) -> None:
        self.game = game
        self.confirm = confirm
        self.chairs = {seat: Chair() for seat in game.seats}
        self.asked = False  # for parts of the dice
        self.states: list[State] = []  # the first position, then the one after each move
        self.moves: list[str] = []
        self.named: dict[tuple[str, str], str] = {}  # moves by seat and by the name that their clients gave them
        self.waits: str | None = None  # who has finished a turn and not said so
        self.winner = ""  # because the other has resigned
        self.rematch = ""

    @property
    def status(self) -> str:
        if not self.states:
            return "open"
        return "over" if self.winner or self.states[-1].to_act is None else "playing"

    @property
    def to_act(self) -> str | None:
        if self.status != "playing":
            return None
        return self.waits or str(self.states[-1].to_act)

    # --- What is refused, and how; "" for what is not

    def seating(self, seat: str, *, taken: bool = False) -> str:
        """Whether a free seat can be taken now; or a taken one be freed."""
        if self.states:
            return "table/started"
        if self.asked:
            return "table/starting"
        if seat not in self.chairs:
            return "setup/seat"
        free = self.chairs[seat].kind == "open"
        return ("table/seat-free" if free else "") if taken else "" if free else "table/seat-taken"

    def closing(self, seat: str) -> str:
        left = [other for other, chair in self.chairs.items() if other != seat and chair.kind != "closed"]
        too_few = "players" not in self.game.values or len(left) < FEWEST
        return self.seating(seat) or ("table/too-few" if too_few else "")

    def starting(self) -> str:
        if self.states or self.asked:
            return "table/started" if self.states else "table/starting"
        return "table/seats-open" if any(chair.kind == "open" for chair in self.chairs.values()) else ""

    def showing(self, seat: str, part: str) -> str:
        chair = self.chairs[seat]
        if not chair.part:
            return "table/no-promise"
        if chair.settled or not self.asked:
            return "table/started" if self.states else "table/part-early"
        return "" if part == chair.part else "table/other-part"

    def in_play(self) -> str:
        return {"open": "table/not-started", "over": "match/over"}.get(self.status, "")

    def moving(self, seat: str, ply: int) -> str:
        """Of a move that the rules allow."""
        if refusal := self.in_play():
            return refusal
        if ply != len(self.moves):
            return "move/stale"
        if self.waits:
            return "table/confirm-first" if self.waits == seat else "move/not-your-turn"
        return "" if seat == self.to_act else "move/not-your-turn"

    def taking_back(self, seat: str) -> str:
        """Of a turn that goes on, or has not been handed over: what its player has moved, up to a roll or a reveal."""
        if refusal := self.in_play():
            return refusal
        if not self.moves or self.states[-2].to_act != seat or self._revealed():
            return "match/cannot-undo"
        same_turn = self.states[-1].to_act == seat and not self._turn_begins()
        return "" if same_turn or self.waits == seat else "match/cannot-undo"

    def confirming(self, seat: str) -> str:
        return self.in_play() or ("" if self.waits == seat else "table/nothing-to-confirm")

    def resigning(self, seat: str) -> str:
        if refusal := self.in_play():
            return refusal
        if self.chairs[seat].kind == "closed":
            return "table/seat-closed"
        return "table/resigned" if self.chairs[seat].resigned else ""

    def replacing(self, seat: str) -> str:
        if refusal := self.in_play():
            return refusal
        if self.chairs[seat].bot:
            return "table/bot-plays"
        return "table/seat-closed" if self.chairs[seat].kind == "closed" else ""

    def returning(self, seat: str) -> str:
        chair = self.chairs[seat]
        away = chair.kind == "person" and chair.bot and not chair.resigned
        return self.in_play() or ("" if away else "table/nothing-to-take-back")

    # --- What has happened

    def start(self, game: Game) -> None:
        assert list(game.seats) == [seat for seat, chair in self.chairs.items() if chair.kind != "closed"]
        self.states = [game.start()]

    def resign(self, seat: str) -> None:
        self.chairs[seat].resigned = True
        others = [other for other in self.states[0].game.seats if other != seat]
        if len(others) == 1:
            self.winner = others[0]

    def follow(self, events: list[Event]) -> None:
        """Moves, rolls and takes back that came of something."""
        for event in events:
            if isinstance(event, TakenBack):
                self.moves.pop()
                self.states.pop()
                self.waits = None
            elif isinstance(event, Moved | Rolled):
                before = self.states[-1]
                if isinstance(event, Rolled):
                    assert before.to_act is CHANCE
                    assert before.chances()[event.move] > 0
                else:
                    assert before.to_act == event.seat
                self.moves.append(event.move)
                self.states.append(before.play(event.move))
                if isinstance(event, Moved):
                    self.waits = event.seat if self.confirm and self._turn_can_wait() else None

    def _turn_can_wait(self) -> bool:
        before, now = self.states[-2:]
        ended = self._turn_begins() or now.to_act not in (before.to_act, CHANCE)
        return now.to_act is not None and ended and not self._revealed()

    def _turn_begins(self) -> bool:
        return self.states[-1].game.turn_label(self.states[-1].data) is not None

    def _revealed(self) -> bool:
        """Whether the last move laid open what was hidden."""
        before, now = self.states[-2:]
        return _hides(before) and not _hides(now)


def _hides(state: State) -> bool:
    return state.view(SPECTATOR).data != state.data


def kept(table: Table, now: int) -> object:
    """All that a table has in mind."""
    record, clocks = table.match.text() if table.match else "", table.clocks
    stands = record, table.to_confirm, table.rematch, clocks.shown(now), clocks.runs_out_at(), table.parts_asked_at
    return list(table.events), repr(table.sitters), stands


def shown(table: Table, now: int) -> list[bytes]:
    """All that any device may be told of a table."""
    seats = list(table.match.game.seats if table.match else table.sitters)
    viewers: list[Sequence[str]] = [[], seats, *([seat] for seat in seats)]
    stored = on_disk(table)
    return [
        msgspec.json.encode(snapshot_of("t", stored, viewer, host=False, online=[], muted=False, now=now))
        for viewer in viewers
    ]

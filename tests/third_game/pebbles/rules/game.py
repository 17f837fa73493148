"""A race of pebbles as the rest of the house sees it."""

from collections.abc import Mapping, Sequence
from typing import Self

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.core.move import Move
from ewala.core.options import Value
from ewala.core.state import Seat
from pebbles.rules import notation
from pebbles.rules.parameters import EDITIONS, OPTIONS, make_rules
from pebbles.rules.positions import build_position
from pebbles.rules.reasons import REASONS
from pebbles.rules.state import HIDE, Rules, State

__all__ = ["Pebbles"]


class Pebbles(Game):
    name = "race-of-pebbles"
    title = "A Race of Pebbles"
    editions = EDITIONS
    endings = ("arrived",)  # RP-3.2
    options = OPTIONS
    reasons = REASONS
    kernel = "pebbles.rules.kernel"
    rules_version = 1

    rules: Rules

    def __init__(self, values: Mapping[str, Value], backend: Backend = "auto") -> None:
        super().__init__(values, backend)
        self.seats = tuple(str(values["players"]))
        self.rules = make_rules(values)

    def with_seats(self, seats: Sequence[Seat]) -> Self:
        return self.with_options(players="".join(seats))

    def write_position(self, data: bytes) -> str:
        values = self.values
        legs = values["long_legs"] is True
        return notation.write_position(State.unpack(data), str(values["length"]), legs, str(values["players"]))

    def read_position(self, text: str) -> tuple[Self, bytes]:
        reading = notation.read_position(text)
        game = self.with_options(length=reading.length, long_legs=reading.long_legs, players=reading.players)
        return game, build_position(reading).pack()

    def move_text(self, code: int) -> str:
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        return notation.move_code(text)

    def read_move(self, text: str) -> Move:
        return self.move(notation.seen_code(text))

    def ending(self, data: bytes) -> str:
        return self.endings[0]

    def turn_label(self, data: bytes) -> str | None:
        s = State.unpack(data)
        return self.seats[s.hider] if s.phase == HIDE else None

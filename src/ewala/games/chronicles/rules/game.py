"""The Chronicles of Run as the project's other parts see it."""

from collections.abc import Iterator, Mapping
from typing import Self

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.core.options import Value
from ewala.core.text import Cursor
from ewala.games.chronicles.rules import codes, effects, notation
from ewala.games.chronicles.rules.explanation import explain
from ewala.games.chronicles.rules.layout import PRESETS, read_layout
from ewala.games.chronicles.rules.parameters import EDITIONS, OPTIONS, make_rules
from ewala.games.chronicles.rules.positions import build_position
from ewala.games.chronicles.rules.reasons import REASONS
from ewala.games.chronicles.rules.state import BID, DEAL, RUNES, SLOTS, Rules, State


class Chronicles(Game):
    name = "chronicles-of-run"
    title = "The Chronicles of Run"
    editions = EDITIONS
    endings = ("order-wins", "chaos-wins", "draw")  # CR-6.5, always after nine turns
    options = OPTIONS
    reasons = REASONS
    kernel = "ewala.games.chronicles.rules.kernel"
    tally = "ewala.games.chronicles.rules.tally"
    rules_version = 1
    published_play = "86b3f8bf993b4c7d"

    rules: Rules

    def __init__(self, values: Mapping[str, Value], backend: Backend = "auto") -> None:
        super().__init__(values, backend)
        self.layout = read_layout(Cursor(str(values["layout"]), "LAYOUT"))
        self.seats = tuple(notation.SIDES)
        self.rules = make_rules(self.layout)

    @classmethod
    def samples(cls) -> list[Self]:
        """Games are short, so that a few are needed until every character's effect has come about."""
        return [cls.from_options({"layout": layout}) for layout in (*PRESETS, *PRESETS)]

    def write_position(self, data: bytes) -> str:
        return notation.write_position(State.unpack(data), self.layout.text)

    def read_position(self, text: str) -> tuple[Self, bytes]:
        return self._built(notation.read_position(text))

    def read_view(self, text: str) -> tuple[Self, bytes]:
        return self._built(notation.read_position(text, of_view=True))

    def _built(self, reading: notation.Reading) -> tuple[Self, bytes]:
        game = self if reading.layout == self.layout else self.with_options(layout=reading.layout.text)
        return game, build_position(reading, game.rules).pack()

    def move_text(self, code: int) -> str:
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        return notation.move_code(text)

    def move(self, code: int) -> notation.RuneMove:
        return notation.move_of(code)

    def read_move(self, text: str) -> notation.RuneMove:
        return notation.read_move(text)

    def ending(self, data: bytes) -> str:
        out = [0] * 4
        effects.result(State.unpack(data), self.rules, out)
        return {(1, 0): "order-wins", (0, 1): "chaos-wins", (1, 1): "draw"}[out[2], out[3]]

    def explain(self, data: bytes) -> dict[str, object]:
        return explain(State.unpack(data), self.layout)

    def turn_label(self, data: bytes) -> str | None:
        s = State.unpack(data)
        if s.phase == DEAL:
            return None if any(s.zone) else "deal"
        return f"{s.turn}{notation.SIDES[s.initiative]}" if s.phase == BID and not s.pending else None


def decisions(game: Game) -> Iterator[int]:
    """Declining, brotherhood, treachery and lust, and each rune in each slot."""
    yield codes.DECLINED
    yield from range(codes.SWAPPED + 1, codes.SWAPPED + RUNES + 1)
    yield from range(codes.MOVED, codes.MOVED + SLOTS)
    for side in (0, 16):
        yield from range(codes.ATTRACTED + side + 1, codes.ATTRACTED + side + RUNES + 1)
    yield from range(codes.BID_MADE + SLOTS, codes.CODES)

"""A race of pebbles, with everything that belongs to it; what is not here is as plain as the house has it."""

from collections.abc import Iterator, Mapping

from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.kit.game_kit import GameKit, Learning

__all__ = ["KIT"]


class PebblesKit(GameKit):
    name = "race-of-pebbles"
    # A turn is three moves; each brings somebody at least one of at most 20 steps nearer, of three pebbles.
    learning = Learning("Pebbles", "race_of_pebbles_v0", fewest=2, most=3, outcomes=6, longest=3 * (3 * 19 + 1))

    def game(self) -> type[Game]:
        from pebbles.rules.game import Pebbles

        return Pebbles

    def sides(self) -> Mapping[Seat, Sentence]:
        return {"A": Sentence("amber"), "B": Sentence("basalt"), "C": Sentence("chalk")}

    def actions(self, game: Game) -> Iterator[int]:
        from pebbles.rules import codes

        return iter(range(codes.HID, codes.CODES))


KIT = PebblesKit()

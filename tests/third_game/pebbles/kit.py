"""A race of pebbles, with everything that belongs to it."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ewala.core.options import Option
from ewala.core.plain_game import PlainGame
from ewala.core.sentences import Sentence
from ewala.kit.game_kit import GameKit, Learning
from pebbles.rules import MOVES, REASONS

SIDES = {"A": Sentence("amber"), "B": Sentence("basalt"), "C": Sentence("chalk")}


class Pebbles(PlainGame):
    name = "race-of-pebbles"
    title = "A Race of Pebbles"
    kernel = "pebbles.rules"
    endings = ("arrived",)  # RP-3.2
    options = (
        Option("edition", "en", "RP-1", "which rulebook", ("en",)),
        Option("players", "ABC", "RP-1.1", "who plays, in seat order", ("ABC", "AB", "AC", "BC"), countable=True),
        Option("length", "12", "RP-1.1", "how many steps the path has", ("8", "12", "20")),
        Option("long_legs", False, "RP-4.1", "house rule: one step more for a nut that is not found"),
    )
    reasons = REASONS
    move_texts = MOVES
    field_values: ClassVar[Mapping[str, Sequence[object]]] = {
        "steps": range(21),
        "phase": ("hide", "guess", "roll", "over"),
        "hider": range(3),
        "hand": ("-", "L", "R", "?"),
        "guess": ("-", "L", "R"),
    }


KIT = GameKit(
    "pebbles",
    "race-of-pebbles",
    # A turn is three moves; each brings somebody at least one of at most 20 steps nearer, of three pebbles.
    Learning("Pebbles", "race_of_pebbles_v0", fewest=2, most=3, outcomes=6, longest=3 * (3 * 19 + 1)),
    {"game": "kit:Pebbles", "sides": "kit:SIDES"},
)
